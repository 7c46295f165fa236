import type { CertificateSource, StepType } from '../../session-rules/src/index.ts';
import {
  batchDocuments,
  onlyDocument,
  type BatchFile,
  type FakeDocument,
  type FakeFile,
} from './documents.ts';
import type { Outcome } from './outcomes.ts';
import type { SessionFacts } from './session-facts.ts';
import { fromNow } from './session-state.ts';

/** What a fake session is made of. Everything has a default. */
export interface FakeSessionOptions {
  /** In order, as in `policy.customSteps`. Default: `CLICK_ACCEPT`. */
  readonly steps?: readonly StepType[];
  /** What becomes of it; the table is in docs/testing.md. Default `completed`. */
  readonly outcome?: Outcome;
  /** The PDF and what is said of it; null: the signer confirms `action`. Default: one page. */
  readonly document?: FakeFile | null;
  /** A batch of 2 to 500, in place of `document`: each as there, with a title; or only its title, for one page that says it. */
  readonly documents?: readonly BatchFile[];
  /** What the signer of a session without a document confirms. */
  readonly action?: { readonly type: string; readonly description: string };
  readonly signer?: { readonly name: string };
  /** May the signer choose where codes go? Then the step `OTP_CHALLENGE` waits for that. Default false. */
  readonly choosesChannel?: boolean;
  /** `LIVE` needs a camera with a face. Default `SIMULATED`. */
  readonly liveness?: 'SIMULATED' | 'LIVE';
  /** Where the certificate may come from; with `GOV_BR` any file is taken back. Default: a file and a token. */
  readonly certificateSources?: readonly CertificateSource[];
  /** Default `en`. */
  readonly locale?: 'pt-BR' | 'en' | 'es';
  readonly appearance?: unknown;
  /** The integrator's own, such as the number of an order: it comes back in the receipt. */
  readonly state?: string;
  readonly returnUrl?: string;
  readonly cancelUrl?: string;
  /** ms. Default one hour. */
  readonly expiresInMs?: number;
  /** What the addresses in the answers begin with, and the fake `fetch` answers. */
  readonly baseUrl?: string;
}

const HOUR = 3_600_000;
const ACTION = { type: 'transfer', description: 'Transfer R$ 1,250.00 to João Souza.' } as const;

/** What the options say of the session. @param number of the session on this page */
export function factsOf(options: FakeSessionOptions, number: number): SessionFacts {
  const { baseUrl = 'https://fake.sign-session.test', expiresInMs = HOUR, locale = 'en' } = options;
  const { signer = { name: 'Maria da Silva' }, choosesChannel = false, liveness = 'SIMULATED' } = options;
  const { action = ACTION, returnUrl, cancelUrl, appearance, documents } = options;
  const { certificateSources: sources = ['FILE', 'TOKEN'] } = options;
  // The portal signs one file.
  const certificateSources = sources.filter(source => documents === undefined || source !== 'GOV_BR');
  return {
    sessionId: `ss_fake_${number}`,
    transactionId: `tx_fake_${number}`,
    tenantId: 'tenant_fake',
    state: options.state,
    baseUrl: baseUrl.replace(/\/$/, ''),
    locale,
    expiresAt: fromNow(expiresInMs),
    signer,
    choosesChannel,
    liveness,
    certificateSources,
    action: options.document === null && documents === undefined ? action : undefined,
    batchId: documents === undefined ? undefined : `bat_fake_${number}`,
    returnUrl,
    cancelUrl,
    appearance,
  };
}

/** The documents of the options; none for a session that confirms an action. @throws RangeError */
export function documentsOf({ document, documents }: FakeSessionOptions): readonly FakeDocument[] {
  return documents === undefined ? onlyDocument(document) : batchDocuments(documents);
}
