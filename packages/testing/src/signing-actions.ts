import { withoutError } from '../../session-rules/src/index.ts';
import type { ProblemName } from './answers.ts';
import { toBase64 } from '../../../src/certificate/base64.ts';
import { identifierFor } from './appended-signature.ts';
import { CLOUD_CERTIFICATE, CLOUD_PROVIDERS } from './cloud.ts';
import { pathOf, type FakeDocument } from './documents.ts';
import { OUTCOMES, type Outcome } from './outcomes.ts';
import { PROVIDER_PATH, type ActionBody } from './routes.ts';
import type { AdvancedAnswer } from './session-answers.ts';
import type { SessionFacts } from './session-facts.ts';
import type { SessionState } from './session-state.ts';
import { signingMembers } from './signing-preparation.ts';

/** What a signer's action is carried out on. */
export interface ActionContext {
  readonly documents: readonly FakeDocument[];
  readonly facts: SessionFacts;
}

/** Refusals after which the same signature may be sent again, or another for what was prepared. */
const GIVEN_BACK: ReadonlySet<Outcome> = new Set(['revocation-unavailable', 'signature-used']);

type Members = Partial<AdvancedAnswer>;

/** Carries out an action of the step `DIGITAL_SIGN_A1`. @returns undefined for any other action */
export function signingAction(
  state: SessionState,
  body: ActionBody,
  context: ActionContext,
): Members | undefined {
  switch (body['action']) {
    case 'prepare_signing': {
      const [pem]: unknown[] = Array.isArray(body['certificateChainPems'])
        ? body['certificateChainPems']
        : [];
      return prepare(state, body, context, typeof pem === 'string' ? pem : undefined);
    }
    case 'complete_signing':
      complete(state, body, context);
      return {};
    case 'prepare_portal_signing':
      return preparePortal(context);
    case 'authorize_cloud_signing':
      state.cloud.begin(String(body['providerId']));
      return wayToProvider(state, context);
    case 'confirm_cloud_signing':
      state.cloud.confirm();
      return state.cloud.isPending ? wayToProvider(state, context) : {};
    case 'cancel_cloud_signing':
      state.cloud.drop();
      return {};
    case 'prepare_cloud_signing':
      return prepareInCloud(state, body, context);
    case 'complete_cloud_signing':
      if (isUsable(state)) complete(state, body, context);
      return {};
    default:
      return undefined;
  }
}

/** What speaks against an action at a provider, given how its authorisation stands. */
export function cloudProblem({ cloud }: SessionState, body: ActionBody): ProblemName | undefined {
  const status = cloud.answer?.status;
  switch (body['action']) {
    case 'authorize_cloud_signing':
      return CLOUD_PROVIDERS.some(({ providerId }) => providerId === body['providerId'])
        ? undefined
        : 'validation-error';
    case 'confirm_cloud_signing':
      return status === 'authorized' ? 'conflict' : undefined;
    case 'complete_cloud_signing':
      return status === 'identified' ? 'conflict' : undefined;
    default:
      return undefined;
  }
}

/** The address of the provider's page, where the provider waits; else the answer comes without a visit. */
function wayToProvider(state: SessionState, { facts }: ActionContext): Members {
  state.change(withoutError);
  const waits = OUTCOMES[state.outcome].effect.kind === 'wait';
  return waits ? { authorizationUrl: facts.baseUrl + PROVIDER_PATH } : {};
}

/** Is there an authorisation that can be used? One that was used or has failed is over. */
function isUsable({ cloud }: SessionState): boolean {
  const status = cloud.answer?.status;
  if (status === 'authorized' || status === 'identified') return true;
  cloud.fail('expired');
  return false;
}

function prepareInCloud(state: SessionState, body: ActionBody, context: ActionContext): Members {
  if (!isUsable(state)) return {};
  const prepared = prepare(state, body, context, CLOUD_CERTIFICATE);
  if (prepared['hashToSign'] === undefined) state.cloud.drop();
  return prepared['hashToSign'] === undefined
    ? prepared
    : { ...prepared, certificateChainPems: [CLOUD_CERTIFICATE] };
}

/** Nothing for a PDF that can't be prepared here. */
function preparePortal({ documents: [document] }: ActionContext): Members {
  const appended = document && identifierFor(document.bytes);
  return appended === undefined ? {} : { appended: toBase64(appended) };
}

/** A certificate that is refused gets nothing to sign. @param pem the certificate */
function prepare(
  state: SessionState,
  { documentPosition = 1 }: ActionBody,
  { documents, facts }: ActionContext,
  pem: string | undefined,
): Members {
  const isRefusedLater = ['signature-invalid', 'signature-used'].includes(state.outcome);
  if (state.refuses('DIGITAL_SIGN_A1') && !isRefusedLater) {
    if (!GIVEN_BACK.has(state.outcome)) state.prepared.dropUnsigned(state.signed);
    state.try(state.outcome);
    return {};
  }
  const document = documents.find(({ position }) => position === documentPosition);
  if (document === undefined) return {};
  state.signed.delete(document.position);
  return {
    signatureRequestId: state.prepared.put(document.position, pem, state.signed),
    baseUrl: facts.baseUrl + pathOf(document),
    ...signingMembers(document.bytes, pem),
  };
}

/** Takes any signature, of the document or of one of a batch, unless it is refused. */
function complete(state: SessionState, { documentPosition }: ActionBody, { facts }: ActionContext): void {
  const { outcome } = state;
  const order = state.current?.order ?? 0;
  const isOfBatch = facts.batchId !== undefined && !state.refuses('DIGITAL_SIGN_A1');
  if (isOfBatch) state.sign(Number(documentPosition));
  else state.try(outcome);
  const current = state.steps[order - 1];
  const isRefused = current?.error !== undefined && outcome !== 'revocation-unavailable';
  if (isRefused && !GIVEN_BACK.has(outcome)) state.prepared.dropUnsigned(state.signed);
  if (isRefused || current?.status === 'COMPLETED') state.cloud.drop();
}
