import type { BiometricProviders } from '../biometrics/providers.ts';
import type { Clock } from '../domain/clock.ts';
import type { Random } from '../domain/ids.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import type { ServiceApp } from '../http/app.ts';
import type { Connection } from '../http/environment.ts';
import type { FieldCipher } from '../keys/key-ring.ts';
import type { MessageSender } from '../messages/message.ts';
import type { MessageQueue } from '../messages/message-queue.ts';
import type { TimestampAuthority } from '../pki/timestamp-authority.ts';
import type { CloudProvider } from '../cloud-certificates/providers.ts';
import type { SendRequest } from '../cloud-certificates/provider-requests.ts';
import type { TestAuthority } from '../signatures/service-trust.ts';
import type { Database } from '../storage/database.ts';
import type { BuiltInSecrets } from '../tenants/built-in-tenants.ts';

/**
 * What puts something else in the world's place, so that the service can be tried on one machine. `packages/local`
 * implements it; the service imports nothing of that, and loads it by name where it is started (load-local-mode.ts). In the
 * published package it is a bundle with copies of the service's modules: what is handed over here are values and calls, and
 * neither side relies on the other's classes.
 */
export interface LocalMode {
  /** Whether others reach the service: then every tenant is a sandbox, and no secret is published. */
  readonly isPublic: boolean;
  /** The published secrets of the built-in clients. */
  readonly secrets: BuiltInSecrets;
  /** Lines for who starts the service. @param at the address of a path */
  announce(at: (path: string) => string): readonly string[];
  /** Opens what it needs for one service. The database has its schema, and the built-in tenants. */
  open(base: LocalModeBase): Promise<OpenLocalMode>;
}

export interface LocalModeBase {
  readonly database: Database;
  readonly trueTime: Clock;
  readonly random: Random;
  readonly publicUrl: string;
  readonly clientSecrets: BuiltInSecrets;
}

/** Local mode of one service. */
export interface OpenLocalMode {
  /** The true time and what testers moved it by. */
  readonly clock: Clock;
  /** Learns whether another instance has moved the clock. */
  followClock(): Promise<void>;
  /** Test authorities that are trusted besides those that the operator configures. */
  readonly authorities: { readonly signers: TestAuthority; readonly govBr: TestAuthority };
  /** For tenants whose signatures need timestamps, where the operator has set no authority. */
  readonly timestamps: TimestampAuthority;
  /** What stands for the gov.br portal, where the operator has not set who is trusted there. */
  readonly portalUrl: string;
  /** Test providers of cloud certificates, and how requests reach them. */
  readonly cloud: { readonly providers: readonly CloudProvider[]; readonly send: SendRequest };
  /** The one address of this machine to which webhooks may always be sent. */
  readonly webhookReceiver: URL;
  /** Keeps e-mails and SMS, where they go nowhere else. */
  inbox(fieldCipher: FieldCipher): MessageSender;
  /**
   * Lets testers choose what the simulated checks answer.
   * @param unavailable the error by which a provider says that it can't answer
   */
  biometrics(simulated: BiometricProviders, unavailable: (detail: string) => Error): BiometricProviders;
  /** Whether a session's finalization is to fail this time. */
  breaksFinalization(sessionId: string): boolean;
  /** Mounts its routes and guards, before all others. */
  mount(app: ServiceApp, services: LocalServices): void;
  /** Answers a request by `act`, unless a fault was armed for it. */
  fetch(
    request: Request,
    connection: Connection | undefined,
    act: () => Promise<Response>,
  ): Promise<Response>;
  close(): void;
}

/** What its routes need of the service. */
export interface LocalServices {
  readonly documents: DocumentStore;
  readonly messages: Pick<MessageQueue, 'deliverBy'>;
  /** By which the service is reached. */
  readonly hostNames: readonly string[];
  /** Does what became due when the clock was moved. */
  readonly runDue: () => Promise<void>;
  /** Sends the webhooks that are due. Doesn't wait for receivers. */
  readonly sendWebhooks: () => void;
}
