import type { CompletedSignature, SignatureCompletion } from '../../signing/complete-signature.ts';
import type { Preparation, SignaturePreparation } from '../../signing/prepare-signature.ts';
import type { SigningRefusal } from '../../signing/refusals.ts';
import { newestRevision, staleRevision } from '../../signing/revisions.ts';
import { keepSignature, putSigningRequest, removeSigningRequest } from '../../signing/signing-requests.ts';
import type { AdvanceRequest } from '../advance-request.ts';
import { outOfOrder } from '../session-state.ts';
import { isFinalizedByCall, type Session, type SessionDocument } from '../session.ts';
import type { Step } from '../step.ts';
import { passed, type StepKind, type StepLook, type TakeStep } from './step-kind.ts';

const ATTEMPTS = 3;

export interface DigitalSignParts {
  readonly preparation: SignaturePreparation;
  readonly completion: SignatureCompletion;
}

/** The signer signs with a certificate whose key stays with them: prepared here, signed there, finished here. */
export function digitalSign({ preparation, completion }: DigitalSignParts): StepKind {
  async function before({ session, at }: StepLook, request: AdvanceRequest): Promise<TakeStep> {
    const document = documentOf(session);
    if (request.action === 'prepare_signing') {
      return offer(await preparation.prepare(session, document, request.certificateChainPems, at));
    }
    if (request.action !== 'complete_signing') throw outOfOrder('DIGITAL_SIGN_A1');
    const { signatureRequestId, rawSignatureBase64: signature } = request;
    return settle(await completion.complete({ session, document, signatureRequestId, signature, at }));
  }
  return {
    type: 'DIGITAL_SIGN_A1',
    maxAttempts: ATTEMPTS,
    actions: ['prepare_signing', 'complete_signing'],
    before,
    // `before` gives back what takes its actions.
    async take() {
      throw outOfOrder('DIGITAL_SIGN_A1');
    },
  };
}

/** @throws Error: sessions without a document are not made with this step */
function documentOf({ document }: Session): SessionDocument {
  if (document === undefined) throw new Error('There is no document to sign.');
  return document;
}

/** Nothing is done yet: the signer gets what is to be signed, and the service keeps it; or hears why not. */
function offer(prepared: Preparation): TakeStep {
  if (prepared.kind === 'refused') return refuse(prepared.reason);
  const { request } = prepared;
  return async ({ step }) => ({
    step,
    answer: { signing: request },
    settle: queries => putSigningRequest(queries, request),
  });
}

function settle(completed: CompletedSignature): TakeStep {
  if (completed.kind === 'refused') return refuse(completed.reason);
  return async ({ session, step, at }) => {
    const { sessionId } = session;
    const { baseDocumentId, file, cms, digitalSignature } = completed;
    return {
      step: passed({ ...step, attempts: step.attempts + 1 }, at, { digitalSignature }),
      quotas: ['monthlySigning'],
      signedPdf: file,
      async settle(queries) {
        const newest = await newestRevision(queries, session, documentOf(session));
        if (newest !== baseDocumentId) throw staleRevision();
        if (isFinalizedByCall(session)) await keepSignature(queries, sessionId, cms);
        else await removeSigningRequest(queries, sessionId);
      },
    };
  };
}

/** What was prepared before is not to be signed any more either. */
function refuse(reason: SigningRefusal): TakeStep {
  return async ({ session, step }) => ({
    step: refused(step, reason),
    settle: queries => removeSigningRequest(queries, session.sessionId),
  });
}

/** The signer may come with another certificate while tries are left. */
function refused(step: Step, error: Step['error']): Step {
  const attempts = step.attempts + 1;
  return { ...step, attempts, error, status: attempts < step.maxAttempts ? step.status : 'FAILED' };
}
