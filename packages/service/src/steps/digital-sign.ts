import { failTry, withError, withoutError } from '@sign-session/session-rules';
import type { Core } from '../core/core.ts';
import { findBatchDocument } from '../documents/batch-documents.ts';
import { invalid, Problem } from '../domain/problem.ts';
import type {
  CompletedSignature,
  SignatureCompletion,
  SignedDocument,
} from '../signing/complete-signature.ts';
import type { Preparation, SignaturePreparation, SigningSubject } from '../signing/prepare-signature.ts';
import type { GovBrSignatures, HandedInSignature } from '../signing/gov-br-signatures.ts';
import type { CertificateRefusal } from '../signing/certificate-check.ts';
import { newestRevision, staleRevision } from '../signing/revisions.ts';
import {
  countSigned,
  findSignature,
  isUsedElsewhere,
  putSigningRequest,
  recordUse,
  removeSigningRequests,
  removeUnsignedRequests,
  type StoredSignature,
  storeSignature,
} from '../signing/signing-requests.ts';
import type { Database, Queries } from '../storage/database.ts';
import type { AdvanceRequest } from './advance-request.ts';
import { cloudSign, isCloudRequest, type CloudSignParts } from './cloud-sign.ts';
import { outOfOrder } from '../domain/session-state.ts';
import { isFinalizedByCall, type Batch, type Session, type SessionDocument } from '../domain/session.ts';
import {
  passed,
  type ApplyStep,
  type StepContext,
  type StepKind,
  type StepOutcome,
  type StepSnapshot,
} from './step-kind.ts';

export interface DigitalSignParts extends CloudSignParts {
  readonly preparation: SignaturePreparation;
  readonly completion: SignatureCompletion;
  readonly govBr: GovBrSignatures;
}

/**
 * The signer signs with a certificate. The key stays with them, or with a provider in the cloud: the service prepares
 * the data, they sign it, the service completes the signature. The documents of a batch are signed in any order; the
 * step is passed with the last of them.
 */
export function digitalSign(core: Core, parts: DigitalSignParts): StepKind {
  const { database } = core;
  const { preparation, completion, govBr } = parts;
  async function prepare({ session, at }: StepSnapshot, request: AdvanceRequest): Promise<ApplyStep> {
    const subject = async (position?: number) => ({
      ...(await subjectOf(database, session, position)),
      at,
    });
    if (isCloudRequest(request))
      return cloudSign(core, parts, { session, subject }, request, { offer, settle });
    if (request.action === 'prepare_signing')
      return offer(
        await preparation.prepare(await subject(request.documentPosition), request.certificateChainPems, at),
      );
    if (request.action === 'prepare_portal_signing' || request.action === 'submit_signed_document') {
      if (!govBr.isOffered(session)) throw outOfOrder('DIGITAL_SIGN_A1');
      if (request.action === 'prepare_portal_signing')
        return answerPortal(await govBr.prepare(await subject()));
      const handedIn = await govBr.check({ ...(await subject()), file: request.signedDocument });
      return handedIn.kind === 'refused'
        ? refuseWithoutAttempt(handedIn)
        : once(handedIn, settleAlone(handedIn));
    }
    if (request.action !== 'complete_signing') throw outOfOrder('DIGITAL_SIGN_A1');
    const { signatureRequestId, rawSignatureBase64: signature } = request;
    const sent = { ...(await subject(request.documentPosition)), signatureRequestId, signature };
    return settle(await completion.complete(sent));
  }
  return {
    type: 'DIGITAL_SIGN_A1',
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

/** The document at a place in the batch; in any other session the only one. @throws Problem `validation-error` */
async function subjectOf(
  database: Database,
  session: Session,
  position: number | undefined,
): Promise<SigningSubject> {
  const { batch, sessionId } = session;
  if (batch === undefined) {
    if (position !== undefined) throw invalid('/documentPosition', 'Is only for a batch.');
    return { session, document: documentOf(session), position: 1 };
  }
  const document =
    position === undefined ? undefined : await findBatchDocument(database, sessionId, position);
  if (document === undefined || position === undefined)
    throw invalid('/documentPosition', `Must be the document’s place in the batch: 1 to ${batch.total}.`);
  return { session, document, position };
}

/** Saves the prepared request and returns it to the signer, or reports why it was refused. The step stays open. */
function offer(prepared: Preparation): ApplyStep {
  if (prepared.kind === 'refused') return failAttempt(prepared);
  const { request } = prepared;
  return async ({ step }) => ({
    step,
    answer: { signing: request },
    settle: queries => putSigningRequest(queries, request),
  });
}

/** Gives the signer what comes behind the document in the file that they sign at the portal. The step stays as it is. */
function answerPortal(appended: Uint8Array): ApplyStep {
  return async ({ step }) => ({ step, answer: { appended } });
}

function settle(completed: CompletedSignature): ApplyStep {
  if (completed.kind === 'refused') return failAttempt(completed);
  return once(completed, async stepContext => {
    const { batch } = stepContext.session;
    if (batch !== undefined) return settleInBatch(stepContext, batch, completed);
    return settleAlone(completed, completed)(stepContext);
  });
}

/** Keeps a signature for one document only: whoever signed once has acted once. */
function once({ fingerprint, position }: HandedInSignature, apply: ApplyStep): ApplyStep {
  return async stepContext => {
    const { session, queries } = stepContext;
    const use = { fingerprint, position, sessionId: session.sessionId };
    if (await isUsedElsewhere(queries, use)) {
      if (isFinalizedByCall(session))
        throw new Problem('signature-used', 'This signature completed another document. Prepare a new one.');
      return refuseWithoutAttempt({ kind: 'refused', reason: 'signature-used' })(stepContext);
    }
    const outcome = await apply(stepContext);
    return {
      ...outcome,
      async settle(writes) {
        await outcome.settle?.(writes);
        await recordUse(writes, use);
      },
    };
  };
}

/** Passes the step with the signed document. @param stored what a transaction keeps until it is finalized */
function settleAlone(
  { baseDocumentId, file, digitalSignature, position }: HandedInSignature,
  stored?: StoredSignature,
): ApplyStep {
  return async ({ session, step, at }) => ({
    step: passed(step, at, { digitalSignature }),
    quotas: ['monthlySigning'],
    signedPdf: file,
    async settle(queries) {
      const { sessionId } = session;
      const newest = await newestRevision(queries, session, documentOf(session));
      if (newest !== baseDocumentId) throw staleRevision();
      if (stored && isFinalizedByCall(session))
        await storeSignature(queries, { sessionId, position }, stored);
      else await removeSigningRequests(queries, sessionId);
    },
  });
}

/** Saves the signature of one of a batch's documents. The step is passed when all of them have theirs. */
async function settleInBatch(
  { session, step, at, queries }: StepContext,
  { total }: Batch,
  completed: SignedDocument,
): Promise<StepOutcome> {
  const { sessionId } = session;
  const { position } = completed;
  const settleSignature = (writes: Queries) => storeSignature(writes, { sessionId, position }, completed);
  if ((await countSigned(queries, sessionId, position)) + 1 < total)
    // An error of an earlier try is over.
    return { step: withoutError(step), settle: settleSignature };
  // Of the first document, as all that a session says of one document.
  const first = position === 1 ? completed : await findSignature(queries, sessionId, 1);
  const digitalSignature = first?.digitalSignature ?? undefined;
  return {
    step: passed(step, at, { digitalSignature }),
    quotas: Array.from({ length: total }, () => 'monthlySigning' as const),
    settle: settleSignature,
  };
}

/** Refuses the signature; what was prepared and not signed yet is discarded too. What is signed of a batch stays. */
function failAttempt(refusal: CertificateRefusal): ApplyStep {
  const { reason } = refusal;
  if (reason === 'revocation-unavailable') return refuseWithoutAttempt(refusal);
  return async ({ session, step }) => ({
    step: failTry(step, reason),
    settle: queries => removeUnsignedRequests(queries, session.sessionId),
  });
}

/**
 * Says why, and costs no attempt: where only the revocation service is unreachable, so that the signer is not at fault
 * and the same signature may be sent again; where another file was chosen; or where the signature is another document's.
 */
function refuseWithoutAttempt({ reason, detail }: CertificateRefusal): ApplyStep {
  return async ({ step }) => ({ step: withError(step, reason, detail) });
}
