import type { components } from '../../../packages/service/interface.d.ts';

/* The service's answers: those of its interface, and below those of its local tools, which the interface leaves out. */

type Schemas = components['schemas'];

export type CreatedSession = Schemas['Session'];
export type SessionPage = Schemas['SessionList'];
export type ListedSession = SessionPage['sessions'][number];
export type EvidenceRecord = Schemas['Evidence'];
export type Downloads = Schemas['VerifyDownloads']['downloads'];
export type EnvelopeState = Schemas['Envelope'];
export type MemberState = EnvelopeState['sessions'][number];
export type Webhook = Schemas['Webhook'];
export type RegisteredWebhook = Schemas['RegisteredWebhook'];
export type TestDelivery = Schemas['TestDelivery']['testDelivery'];
export type Verification = Schemas['DocumentVerification'];
export type VerifiedSignature = Verification['signatures'][number];

/** The other answers, by name. */
export type Answers = Schemas;

/** An e-mail or SMS that was sent. */
export interface Message {
  readonly id: string;
  readonly channel: string;
  readonly to: string;
  readonly subject?: string;
  readonly text: string;
  readonly at: string;
}

/** Whether a tenant's signers need real faces. */
export type BiometricMode = 'SIMULATED' | 'LIVE' | 'OFF';

/** A fault of `/_local/faults`; without `times` it stays. */
export interface Fault {
  readonly match: { readonly method?: string; readonly path?: string; readonly action?: string };
  readonly fault: 'status' | 'delay' | 'drop-before' | 'drop-after' | 'truncate' | 'garbage';
  readonly status?: number;
  readonly delayMs?: number;
  readonly times?: number;
}

/** An attempt to deliver a webhook. */
export interface Attempt {
  readonly at: string;
  readonly httpStatus: number;
  readonly error: string | null;
  readonly timestamp: number;
  readonly signature: string;
}

export interface Delivery {
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly url: string;
  readonly eventType: string;
  readonly state: string;
  readonly dueAt: string;
  readonly body: string;
  readonly tries: readonly Attempt[];
}

/** A webhook as the built-in receiver got it. */
export interface Arrival {
  readonly at: string;
  readonly webhookId: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
}

export interface TestCertificate {
  readonly name: string;
  readonly password: string;
  readonly cpf?: string;
  readonly cnpj?: string;
  readonly downloadUrl: string;
}
