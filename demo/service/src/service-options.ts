import type { BiometricProviders } from './biometrics/providers.ts';
import type { Clock } from './domain/clock.ts';
import type { DocumentStore } from './documents/document-store.ts';
import type { Sealer } from './evidence/sealer.ts';
import type { TrustedProxies } from './http/client-address.ts';
import type { PageFolders } from './pages/pages.ts';
import type { Log } from './support/error-log.ts';
import type { Random } from './domain/identifiers/random-ids.ts';
import type { Senders } from './messages/message.ts';
import type { Trust } from '@sign-session/verify';
import type { TimestampAuthority } from './pki/timestamp-authority.ts';
import type { Database } from './storage/database.ts';
import type { LocalSecrets } from './tenants/local-tenants.ts';
import type { TenantSeed } from './tenants/tenant-seeds.ts';
import type { ResolveHost } from './webhooks/public-addresses.ts';

export interface ServiceOptions {
  /** Stays the caller's: close it after the service. */
  readonly database: Database;
  readonly documents: DocumentStore;
  /** What signers and integrators reach the service by, for example `http://127.0.0.1:4010`. */
  readonly publicUrl: string;
  /** Where sandbox and production have an address each. Default: both are at `publicUrl`. */
  readonly environmentUrls?: { readonly sandbox: string; readonly production: string } | undefined;
  /** Proxies that are believed about where a request came from. Default: none. */
  readonly trustedProxies?: TrustedProxies;
  /** Mounts `/_local`, and keeps e-mails for it to show. Default true. */
  readonly localMode?: boolean;
  /** Default: the system's time. QA's moves are added to it. */
  readonly clock?: Clock;
  readonly random?: Random;
  /** Absent while the pages are not built. */
  readonly pages?: PageFolders;
  readonly clientSecrets?: LocalSecrets;
  /** Lets its holder make clients. Default: nobody may. */
  readonly adminToken?: string | undefined;
  /** Tenants besides the service's own. */
  readonly tenants?: readonly TenantSeed[];
  /** One line a request. Default: none. */
  readonly requestLog?: Log;
  /** What nobody foresaw, without personal data. Default: standard error. */
  readonly reportError?: Log;
  /** Closed with the service. Default: the service's own, whose keys lie in the database. */
  readonly sealer?: Sealer;
  /** Certificates in PEM that signers' lead to, besides the test authority's in local mode. */
  readonly trustedRoots?: string | undefined;
  /** Whose certificates signers may sign with, in place of those. */
  readonly trust?: Trust;
  /** Says when signatures were made. Default: nobody does. */
  readonly timestamps?: TimestampAuthority | undefined;
  /** Take messages further. Default: the inbox in local mode, otherwise nobody. */
  readonly senders?: Senders;
  /** Also sends webhooks to this machine, by http as well. Default false. */
  readonly allowLocalWebhooks?: boolean;
  /** Compare faces and ask the government's base. Default: local ones, which decide by test CPFs. */
  readonly biometricProviders?: BiometricProviders;
  /** Days for which pictures of faces are kept after their session ended. Default 0: only their hashes are. */
  readonly pictureRetentionDays?: number;
  /** What webhooks' host names mean. Default: the system's resolver. */
  readonly resolveHost?: ResolveHost;
}
