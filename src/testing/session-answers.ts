import type { AdvanceAnswer, Bootstrap, CancelAnswer, HandoverAnswer } from '../api/schemas.ts';
import { fromNow, type FakeStep, type SessionState } from './session-state.ts';

/** The document of a fake session. */
export interface FakeDocument {
  readonly filename: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly pages: number;
  /** `sha256:` and hex. */
  readonly hash: string;
}

/** What doesn't move in a fake session. */
export interface SessionFacts {
  readonly sessionId: string;
  readonly transactionId: string;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly locale: 'pt-BR' | 'en' | 'es';
  readonly expiresAt: string;
  readonly signer: { readonly name: string; readonly email?: string; readonly phone?: string };
  readonly choosesChannel: boolean;
  readonly liveness: 'SIMULATED' | 'LIVE';
  readonly certificateSources: readonly string[];
  readonly action: { readonly type: string; readonly description: string } | undefined;
  readonly returnUrl: string | undefined;
  readonly cancelUrl: string | undefined;
  readonly appearance: unknown;
}

/** The session as the service answers it: what the widget reads, and the members that it does not read. */
export type SessionAnswer = Omit<Bootstrap, 'steps' | 'policy'> & {
  steps: FakeStep[];
  policy: { profile: 'CUSTOM' } & NonNullable<Bootstrap['policy']>;
  failure?: { reason: string } | undefined;
};

/** The answer to `advance`, with the members of every kind of step. */
export type AdvancedAnswer = AdvanceAnswer & {
  currentStep?: StepReference | undefined;
  nextStep?: StepReference | undefined;
} & Partial<Readonly<Record<(typeof STEP_MEMBERS)[number], unknown>>>;

/** What `start_liveness` and `prepare_signing` add (signer API, section 4). */
export const STEP_MEMBERS = [
  'livenessSessionId',
  'liveness',
  'signatureRequestId',
  'hashToSign',
  'hashAlgorithm',
  'signatureAlgorithm',
  'dataToSign',
  'baseUrl',
  'appended',
  'byteRange',
] as const;

type StepReference = Pick<FakeStep, 'stepId' | 'type' | 'status'>;

/** The address of the document below the service's. */
export const DOCUMENT_PATH = '/v1/documents/doc_fake';

/** In the session's language, as the service writes it. */
const DISCLOSURES: Readonly<Record<SessionFacts['locale'], string>> = {
  'pt-BR': 'Seus dados são usados somente para confirmar sua identidade nesta assinatura.',
  en: 'Your data is used only to confirm your identity for this signature.',
  es: 'Sus datos se usan solo para confirmar su identidad en esta firma.',
};

/** The session as the signer may see it (signer API, section 3). After the end without the signer's data. */
export function sessionAnswer(
  facts: SessionFacts,
  state: SessionState,
  document: FakeDocument | undefined,
): SessionAnswer {
  const { sessionId, transactionId, locale, expiresAt, baseUrl, returnUrl, cancelUrl } = facts;
  const { status, ending } = state;
  return {
    sessionId,
    transactionId,
    status,
    purpose: facts.action === undefined ? 'DOCUMENT_SIGNATURE' : 'ACTION_AUTHENTICATION',
    policy: { profile: 'CUSTOM' },
    environment: 'sandbox',
    ...(status === 'ACTIVE' ? openMembers(facts, state) : {}),
    steps: state.steps.map(step => ({ ...step })),
    locale,
    expiresAt,
    serverTime: fromNow(0),
    ...(document === undefined ? {} : documentMembers(facts, state, document)),
    ...(facts.appearance === undefined ? {} : { appearance: facts.appearance }),
    ...(returnUrl === undefined ? {} : { returnUrl }),
    ...(cancelUrl === undefined ? {} : { cancelUrl }),
    hostedUrl: `${baseUrl}/s/${sessionId}`,
    ...ending,
    ...(ending.evidenceId === undefined
      ? {}
      : { verifierUrl: `${baseUrl}/verify/${ending.evidenceId}`, downloadUrl: baseUrl + DOCUMENT_PATH }),
  };
}

/** What only the signer of an open session sees. */
function openMembers(facts: SessionFacts, state: SessionState): Partial<SessionAnswer> {
  const { steps, otp } = state;
  const { name } = facts.signer;
  const has = (type: FakeStep['type']) => steps.some(step => step.type === type);
  return {
    signer: {
      name,
      maskedCpf: '***.982.247-**',
      maskedEmail: 'm****@example.com',
      maskedPhone: '+55*******5678',
      ...(has('OTP_CHALLENGE')
        ? { otpChannelSelectable: facts.choosesChannel, availableOtpChannels: ['email', 'sms'] }
        : {}),
    },
    ...(facts.action === undefined ? {} : { action: { ...facts.action } }),
    ...(has('BIOMETRIC_LIVENESS') ? { biometrics: { mode: facts.liveness } } : {}),
    ...(has('PURPOSE_DISCLOSURE') ? { disclosure: disclosureOf(facts) } : {}),
    ...(has('DIGITAL_SIGN_A1') ? sourceMembers(facts, state) : {}),
    ...(otp === undefined ? {} : { otp: { ...otp } }),
  };
}

function sourceMembers(
  { certificateSources: sources, baseUrl }: SessionFacts,
  { current }: SessionState,
): Partial<SessionAnswer> {
  const isNext = current?.type === 'DIGITAL_SIGN_A1' && sources.includes('GOV_BR');
  return {
    certificateSources: [...sources],
    ...(isNext ? { govBr: { portalUrl: `${baseUrl}/portal` } } : {}),
  };
}

function disclosureOf({ locale }: SessionFacts) {
  return { version: 'fake-1', text: DISCLOSURES[locale], textHash: `sha256:${'0'.repeat(64)}` };
}

function documentMembers(
  { baseUrl }: SessionFacts,
  { status }: SessionState,
  { filename, bytes, pages, hash }: FakeDocument,
): Partial<SessionAnswer> {
  if (status === 'COMPLETED') return { document: { hash, signedHash: hash } };
  if (status !== 'ACTIVE') return {};
  const presignedUrl = baseUrl + DOCUMENT_PATH;
  const sizes = { sizeBytes: bytes.length, pages };
  return { document: { presignedUrl, filename, hash, ...sizes, warnings: [] } };
}

/** The answer to an action. @param acted the step that it was for, as it is now */
export function advancedAnswer(
  session: SessionAnswer,
  acted: FakeStep,
  more: Partial<AdvancedAnswer>,
): AdvancedAnswer {
  const next =
    session.status === 'ACTIVE' ? session.steps.find(step => step.status !== 'COMPLETED') : undefined;
  const { sessionId, status, evidenceId, completedAt, otp } = session;
  return {
    sessionId,
    status,
    currentStep: reference(acted),
    ...(next === undefined || next.stepId === acted.stepId ? {} : { nextStep: reference(next) }),
    ...(evidenceId === undefined ? {} : { evidenceId }),
    ...(completedAt === undefined ? {} : { completedAt }),
    ...(otp === undefined ? {} : { otp }),
    ...more,
    session,
  };
}

function reference({ stepId, type, status }: FakeStep): StepReference {
  return { stepId, type, status };
}

export function cancelledAnswer({ sessionId, transactionId }: SessionFacts): CancelAnswer & {
  readonly transactionId: string;
  readonly cancelledAt: string;
} {
  return { sessionId, transactionId, status: 'CANCELLED', cancelledAt: fromNow(0) };
}

export function handoverLink({ baseUrl, sessionId }: SessionFacts): HandoverAnswer {
  return { url: `${baseUrl}/s/${sessionId}?h=fake`, expiresAt: fromNow(300_000) };
}
