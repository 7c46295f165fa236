import type { CertificateSource } from '../../session-rules/src/index.ts';
import type { AdvanceAnswer, Bootstrap, CancelAnswer, HandoverAnswer } from '../../../src/api/schemas.ts';
import { CLOUD_PROVIDERS } from './cloud.ts';
import { documentMembers, type BatchAnswer, type DocumentAnswer } from './document-answers.ts';
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

/** What `start_liveness` and the actions of a certificate add (signer API, section 4). */
const STEP_MEMBERS = [
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
  'certificateChainPems',
  'authorizationUrl',
] as const;

type StepReference = Pick<FakeStep, 'stepId' | 'type' | 'status'>;

/** Of the texts about what data is used for. */
export const DISCLOSURE_VERSION = 'fake-1';

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

export function statusAnswer(session: SessionAnswer) {
  const { sessionId, transactionId, status, batch, completedAt, evidenceId } = session;
  return { sessionId, transactionId, status, batch, completedAt, evidenceId };
}

export function documentsAnswer({ sessionId, batch }: SessionAnswer, documents: readonly DocumentAnswer[]) {
  return { sessionId, batch, documents };
}

/** What only the signer of an open session sees. */
function openMembers(facts: SessionFacts, state: SessionState): Partial<SessionAnswer> {
  const { steps, otp, channels } = state;
  const { name } = facts.signer;
  const has = (type: FakeStep['type']) => steps.some(step => step.type === type);
  return {
    signer: {
      name,
      maskedCpf: '***.982.247-**',
      maskedEmail: 'm****@example.com',
      maskedPhone: '+55*******5678',
      ...(has('OTP_CHALLENGE')
        ? { otpChannelSelectable: facts.choosesChannel, availableOtpChannels: [...channels] }
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
  { current, cloud: { answer } }: SessionState,
): Partial<SessionAnswer> {
  const isNext = (source: CertificateSource): boolean =>
    current?.type === 'DIGITAL_SIGN_A1' && sources.includes(source);
  const providers = CLOUD_PROVIDERS.map(({ providerId, name }) => ({ providerId, name }));
  const authorization = answer === undefined ? {} : { authorization: { ...answer } };
  return {
    certificateSources: [...sources],
    ...(isNext('CLOUD') ? { cloud: { providers, ...authorization } } : {}),
    ...(isNext('GOV_BR') ? { govBr: { portalUrl: `${baseUrl}/portal` } } : {}),
  };
}

function disclosureOf({ locale }: SessionFacts) {
  return { version: DISCLOSURE_VERSION, text: DISCLOSURES[locale], textHash: `sha256:${'0'.repeat(64)}` };
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

/** Which providers have a certificate of the signer. One of two visits says so only to the signer. */
export function foundProviders(): unknown {
  const providers = CLOUD_PROVIDERS.map(({ providerId, name, visits }) => ({
    providerId,
    name,
    certificate: visits === 1 ? 'found' : 'unknown',
  }));
  return { providers };
}

export function handoverLink({ baseUrl, sessionId }: SessionFacts): HandoverAnswer {
  return { url: `${baseUrl}/s/${sessionId}?h=fake`, expiresAt: fromNow(300_000) };
}
