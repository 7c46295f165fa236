import {
  CERTIFICATE_SOURCES,
  STEP_TYPES,
  takesAction,
  type ActionRefusal,
} from '../../session-rules/src/index.ts';
import type { ProblemName } from './answers.ts';
import { MAGIC_CODES, outcomeOfCode, type Outcome } from './outcomes.ts';
import type { FakeDocument } from './documents.ts';
import {
  advancedAnswer,
  DISCLOSURE_VERSION,
  type AdvancedAnswer,
  type SessionAnswer,
} from './session-answers.ts';
import type { SessionFacts } from './session-facts.ts';
import type { ActionBody } from './routes.ts';
import type { OtpChannel, SessionState } from './session-state.ts';
import { cloudProblem, signingAction, type ActionContext } from './signing-actions.ts';

/** What the service answers to an action that it does not take. */
const PROBLEMS = {
  sealing: 'conflict',
  ended: 'gone',
  'not-your-turn': 'not-your-turn',
  'nothing-left': 'step-out-of-order',
  'out-of-order': 'step-out-of-order',
  'attempts-exhausted': 'attempts-exhausted',
} as const satisfies Readonly<Record<ActionRefusal, ProblemName>>;

/** An action that was carried out. */
interface ActionOutcome {
  /** The answer, given the session as it is then. */
  answer(session: SessionAnswer): AdvancedAnswer;
}

/** Carries out an action of the signer (signer API, section 4). @returns the problem where it is refused */
export function perform(
  state: SessionState,
  body: ActionBody,
  context: ActionContext,
): ActionOutcome | ProblemName {
  if (!isAction(body['action'])) return 'validation-error';
  const refusal = state.refusalOf(String(body['action']));
  const step = state.current;
  if (refusal !== undefined) return PROBLEMS[refusal];
  if (step === undefined) return 'step-out-of-order';
  const problem = problemOf(body, context) ?? stateProblem(state, body) ?? cloudProblem(state, body);
  if (problem !== undefined) return problem;
  const before = state.otp;
  const more = membersOf(state, body, context);
  const sent = state.otp !== undefined && state.otp.expiresAt !== before?.expiresAt;
  const sandbox = sent ? { sandbox: { otpCode: MAGIC_CODES.right } } : {};
  return {
    answer: session => advancedAnswer(session, state.steps[step.order - 1] ?? step, { ...more, ...sandbox }),
  };
}

/** What is wrong with what an action says of the documents. */
function problemOf(body: ActionBody, { documents, facts }: ActionContext): ProblemName | undefined {
  const { action, acceptedDocumentHash: hash, acceptedDocuments, documentPosition: position } = body;
  const isBatch = facts.batchId !== undefined;
  const isAboutOne = /^(prepare|complete)_(cloud_)?signing$/.test(String(action));
  if (isAboutOne && isBatch !== documents.some(each => isBatch && each.position === position))
    return 'validation-error';
  if (!isBatch && (position !== undefined || acceptedDocuments !== undefined)) return 'validation-error';
  if (action !== 'accept') return undefined;
  const isOther = hash !== undefined && hash !== documents[0]?.hash;
  return isOther || (isBatch && !isAll(acceptedDocuments, documents)) ? 'document-hash-mismatch' : undefined;
}

/** Is it an action of a signer's, of whatever step? */
function isAction(action: unknown): boolean {
  const setup = { isByIntegrator: false, certificateSources: CERTIFICATE_SOURCES };
  return STEP_TYPES.some(type => takesAction(type, String(action), setup));
}

/** What speaks against an action of the current step, given what was begun. */
function stateProblem(state: SessionState, body: ActionBody): ProblemName | undefined {
  const { disclosureVersion, otpChannel, livenessSessionId, signatureRequestId, documentPosition = 1 } = body;
  switch (body['action']) {
    case 'acknowledge_purpose':
      return disclosureVersion === undefined || disclosureVersion === DISCLOSURE_VERSION
        ? undefined
        : 'conflict';
    case 'resend_otp':
      return otpChannel === undefined || state.channels.some(channel => channel === channelOf(otpChannel))
        ? undefined
        : 'validation-error';
    case 'start_liveness':
      return state.liveness.isExhausted ? 'attempts-exhausted' : undefined;
    case 'complete_liveness':
      return state.liveness.isOpen(livenessSessionId) ? undefined : 'conflict';
    case 'complete_signing':
      return state.prepared.isNewest(Number(documentPosition), signatureRequestId) ? undefined : 'conflict';
    default:
      return undefined;
  }
}

/** An acceptance of a batch names every document, in order. */
function isAll(accepted: unknown, documents: readonly FakeDocument[]): boolean {
  const hashes: unknown[] = Array.isArray(accepted)
    ? accepted.map((each: unknown) => Object(each)['documentHash'])
    : [];
  return hashes.length === documents.length && documents.every(({ hash }, index) => hash === hashes[index]);
}

/** Acts. @returns what the answer has beside what every answer has */
function membersOf(state: SessionState, body: ActionBody, context: ActionContext): Partial<AdvancedAnswer> {
  switch (body['action']) {
    case 'resend_otp':
      resend(state, channelOf(body['otpChannel']));
      return {};
    case 'verify_otp':
      state.enter(refusalOf(state, outcomeOfCode(String(body['otpCode']))));
      return {};
    case 'start_liveness':
      return startLiveness(state, context.facts);
    case 'complete_liveness':
      state.liveness.close();
      state.try(state.outcome);
      return {};
    default: {
      const members = signingAction(state, body, context);
      if (members === undefined) state.try(state.outcome, body['action'] === 'submit_signed_document');
      return members ?? {};
    }
  }
}

/** The outcome that was set comes before that of the code. */
function refusalOf(state: SessionState, ofCode: Outcome): Outcome {
  return state.refuses('OTP_VERIFY') ? state.outcome : ofCode;
}

function resend(state: SessionState, channel: OtpChannel | undefined): void {
  const isFirst = state.current?.type === 'OTP_CHALLENGE';
  state.send(channel);
  if (isFirst) state.pass();
}

function channelOf(value: unknown): OtpChannel | undefined {
  const channel = String(value).toLowerCase();
  return channel === 'sms' || channel === 'email' ? channel : undefined;
}

/** Without chance, so that tests are the same each time. */
function startLiveness(
  state: SessionState,
  { liveness, baseUrl, sessionId }: SessionFacts,
): Partial<AdvancedAnswer> {
  state.change(step => ({ ...step, status: 'STARTED' }));
  const livenessSessionId = state.liveness.start();
  return {
    livenessSessionId,
    liveness: {
      mode: liveness,
      nonce: '0'.repeat(32),
      actions: ['CENTER', 'TURN_LEFT', 'TURN_RIGHT', 'BLINK'],
      maxFrames: 8,
      maxFrameBytes: 512 * 1024,
      maxSeconds: 120,
      uploadUrlTemplate: `${baseUrl}/v1/signing-sessions/${sessionId}/liveness/${livenessSessionId}/frames/{index}`,
    },
  };
}
