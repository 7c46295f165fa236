import type { AdvanceAnswer, Bootstrap, CancelAnswer, HandoverAnswer } from '../api/schemas.ts';
import { documentMembers, type BatchAnswer } from './document-answers.ts';
import { pathOf, type FakeDocument } from './documents.ts';
import type { SessionFacts } from './session-facts.ts';
import { fromNow, type FakeStep, type SessionState } from './session-state.ts';

/** The session as the service answers it: what the widget reads, and the members that it does not read. */
export type SessionAnswer = Omit<Bootstrap, 'steps' | 'policy' | 'batch'> & {
  steps: FakeStep[];
  policy: { profile: 'CUSTOM' } & NonNullable<Bootstrap['policy']>;
  failure?: { reason: string } | undefined;
  batch?: BatchAnswer;
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
  documents: readonly FakeDocument[],
): SessionAnswer {
  const { sessionId, transactionId, locale, expiresAt, baseUrl, returnUrl, cancelUrl } = facts;
  const { status, ending } = state;
  const [first] = documents;
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
    ...documentMembers(facts, state, documents),
    ...(facts.appearance === undefined ? {} : { appearance: facts.appearance }),
    ...(returnUrl === undefined ? {} : { returnUrl }),
    ...(cancelUrl === undefined ? {} : { cancelUrl }),
    hostedUrl: `${baseUrl}/s/${sessionId}`,
    ...ending,
    ...(ending.evidenceId === undefined ? {} : { verifierUrl: `${baseUrl}/verify/${ending.evidenceId}` }),
    ...(ending.evidenceId === undefined || first === undefined
      ? {}
      : { downloadUrl: baseUrl + pathOf(first) }),
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
