import type { BiometricProviders } from '../biometrics/providers.ts';
import type { Clock } from '../domain/clock.ts';
import type { SealingIdentity } from '../cms/signed-data.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import type { Sealer } from '../evidence/sealer.ts';
import type { TrustedProxies } from '../http/client-address.ts';
import type { LargeBodiesOptions } from '../http/large-bodies.ts';
import type { PageFolders } from '../pages/pages.ts';
import type { AuditRecord, Log, RequestRecord } from '../support/logs.ts';
import type { Random } from '../domain/ids.ts';
import type { Senders } from '../messages/message.ts';
import type { Trust } from '@sign-session/verify';
import type { TimestampAuthority } from '../pki/timestamp-authority.ts';
import type { Database } from '../storage/database.ts';
import type { LocalMode } from './local-mode.ts';
import type { BuiltInSecrets } from '../tenants/built-in-tenants.ts';
import type { CloudProvider } from '../cloud-certificates/providers.ts';
import type { TenantSeed } from '../tenants/tenants-file.ts';
import type { ResolveHost } from '../webhooks/webhook-address.ts';

export interface ServiceOptions {
  /** The caller closes it, after the service. */
  readonly database: Database;
  readonly documents: DocumentStore;
  /** The URL at which signers and integrators reach the service, for example `http://127.0.0.1:4010`. */
  readonly publicUrl: string;
  /** If sandbox and production have different URLs. Default: both are at `publicUrl`. */
  readonly environmentUrls?: { readonly sandbox: string; readonly production: string } | undefined;
  /** Proxies whose headers about the client's address are trusted. Default: none. */
  readonly trustedProxies?: TrustedProxies;
  /** What stands for the world. Default: nothing, which is production. */
  readonly local?: LocalMode | undefined;
  /** Default: the system's time. */
  readonly clock?: Clock;
  readonly random?: Random;
  /** Absent if the pages are not built. */
  readonly pages?: PageFolders;
  /** Default: those that local mode publishes; in production none. */
  readonly clientSecrets?: BuiltInSecrets;
  /** Its holder may create clients. Default: nobody may. */
  readonly adminToken?: string | undefined;
  /** Tenants besides the built-in ones. */
  readonly tenants?: readonly TenantSeed[];
  /** Logs each request. Default: not at all. */
  readonly requestLog?: (record: RequestRecord) => void;
  /** Logs each entry of the audit log. Default: not at all. */
  readonly auditLog?: (record: AuditRecord) => void;
  /** Reports unexpected errors, without personal data. Default: standard error. */
  readonly reportError?: Log;
  /** The operator's own certificate to seal with. Default: one that the service makes for itself. */
  readonly sealing?: SealingIdentity | undefined;
  /** Replaces it. Closed with the service. */
  readonly sealer?: Sealer;
  /** PEM certificates that signers' certificates must chain to, besides local mode's test authority. */
  readonly trustedRoots?: string | undefined;
  /** PEM certificates of the gov.br portal's authority and those between: documents signed there may be handed in. */
  readonly govBrRoots?: string | undefined;
  /** Replaces these as the trust for signers' certificates. */
  readonly trust?: Trust;
  /** Timestamps signatures. Default: none. */
  readonly timestamps?: TimestampAuthority | undefined;
  /** Providers of cloud certificates, before the test providers of local mode. Default: none. */
  readonly cloudProviders?: readonly CloudProvider[];
  /** Send messages. Default: the inbox in local mode, otherwise none. */
  readonly senders?: Senders;
  /** Allows webhooks to this machine, also over http. Default false. */
  readonly allowLocalWebhooks?: boolean;
  /** Compare faces and query the government database. Default: simulated ones. */
  readonly biometricProviders?: BiometricProviders;
  /**
   * Days for which pictures of faces are kept after the end of their session. Default 0: only their hashes are
   * kept.
   */
  readonly pictureRetentionDays?: number;
  /** Where large bodies are until they are whole, and how many may be. Default: the system's temporary folder. */
  readonly largeBodies?: LargeBodiesOptions;
  /** Resolves webhooks' host names. Default: the system's resolver. */
  readonly resolveHost?: ResolveHost;
}
