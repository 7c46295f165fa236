import type { CompletedSignature, SignatureCompletion } from '../signing/complete-signature.ts';
import type { Preparation, SignaturePreparation } from '../signing/prepare-signature.ts';
import type { Refused } from '../signing/refusals.ts';
import { newestRevision, staleRevision } from '../signing/revisions.ts';
import { storeSignature, putSigningRequest, removeSigningRequest } from '../signing/signing-requests.ts';
import type { AdvanceRequest } from './advance-request.ts';
import { CLOUD_ACTIONS, cloudSign, isCloudRequest, type CloudSignParts } from './cloud-sign.ts';
import { outOfOrder } from '../domain/session-state.ts';
import { isFinalizedByCall, type Session, type SessionDocument } from '../domain/session.ts';
import type { Step } from '../domain/step.ts';
import { passed, type StepKind, type StepSnapshot, type ApplyStep } from './step-kind.ts';

const ATTEMPTS = 3;

export interface DigitalSignParts extends CloudSignParts {
  readonly preparation: SignaturePreparation;
  readonly completion: SignatureCompletion;
}

/**
 * The signer signs with a certificate. The key stays with them, or with a provider in the cloud: the service prepares
 * the data, they sign it, the service completes the signature.
 */
export function digitalSign(parts: DigitalSignParts): StepKind {
  const { preparation, completion } = parts;
  async function prepare({ session, at }: StepSnapshot, request: AdvanceRequest): Promise<ApplyStep> {
    const document = documentOf(session);
    if (isCloudRequest(request)) {
      return cloudSign(parts, { session, document, at }, request, { offer, settle });
    }
    if (request.action === 'prepare_signing') {
      return offer(await preparation.prepare({ session, document }, request.certificateChainPems, at));
    }
    if (request.action !== 'complete_signing') throw outOfOrder('DIGITAL_SIGN_A1');
    const { signatureRequestId, rawSignatureBase64: signature } = request;
    return settle(await completion.complete({ session, document, signatureRequestId, signature, at }));
  }
  return {
    type: 'DIGITAL_SIGN_A1',
    maxAttempts: ATTEMPTS,
    actions: ['prepare_signing', 'complete_signing', ...CLOUD_ACTIONS],
    prepare,
    // `prepare` returns the function that takes the actions.
    async apply() {
      throw outOfOrder('DIGITAL_SIGN_A1');
    },
  };
}

/** @throws Error for a session without a document, which is never created with this step */
function documentOf({ document }: Session): SessionDocument {
  if (document === undefined) throw new Error('There is no document to sign.');
  return document;
}

/** Saves the prepared request and returns it to the signer, or reports why it was refused. The step stays open. */
function offer(prepared: Preparation): ApplyStep {
  if (prepared.kind === 'refused') return refuse(prepared);
  const { request } = prepared;
  return async ({ step }) => ({
    step,
    answer: { signing: request },
    settle: queries => putSigningRequest(queries, request),
  });
}

function settle(completed: CompletedSignature): ApplyStep {
  if (completed.kind === 'refused') return refuse(completed);
  return async ({ session, step, at }) => {
    const { sessionId } = session;
    const { baseDocumentId, file, digitalSignature } = completed;
    return {
      step: passed({ ...step, attempts: step.attempts + 1 }, at, { digitalSignature }),
      quotas: ['monthlySigning'],
      signedPdf: file,
      async settle(queries) {
        const newest = await newestRevision(queries, session, documentOf(session));
        if (newest !== baseDocumentId) throw staleRevision();
        if (isFinalizedByCall(session)) await storeSignature(queries, sessionId, completed);
        else await removeSigningRequest(queries, sessionId);
      },
    };
  };
}

/**
 * Refuses the signature; an earlier prepared request is discarded too. If only the revocation service is
 * unreachable, the signer is not at fault: it costs no attempt, the request is kept, and the same signature may be
 * sent again.
 */
function refuse({ reason, detail }: Refused): ApplyStep {
  if (reason === 'revocation-unavailable') {
    return async ({ step }) => ({ step: { ...step, error: reason, errorDetail: detail } });
  }
  return async ({ session, step }) => ({
    step: withFailedAttempt(step, reason),
    settle: queries => removeSigningRequest(queries, session.sessionId),
  });
}

/** Counts a failed attempt. The signer may try another certificate while attempts are left. */
function withFailedAttempt(step: Step, error: Step['error']): Step {
  const attempts = step.attempts + 1;
  const status = attempts < step.maxAttempts ? step.status : 'FAILED';
  return { ...step, attempts, error, errorDetail: undefined, status };
}
