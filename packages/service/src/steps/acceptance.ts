/** The steps that a signer passes by a click: accepting, and confirming the purpose. */
import { batchHashes } from '../documents/batch-documents.ts';
import { disclosureIn } from '../domain/disclosure.ts';
import { invalid, Problem } from '../domain/problem.ts';
import { outOfOrder } from '../domain/session-state.ts';
import { isFinalizedByCall, type Session } from '../domain/session.ts';
import type { StepResult } from '../domain/step.ts';
import type { Acceptance } from './advance-request.ts';
import { passed, type StepKind } from './step-kind.ts';

/**
 * @param documentHash the service's own hash. A client may omit its hash; the evidence then says that it was not
 *   confirmed.
 */
function resultOf(acceptance: Acceptance, documentHash: string | undefined): StepResult {
  const { action: _, geolocation, ...click } = acceptance;
  const documentHashConfirmed =
    click.acceptedDocumentHash !== undefined || click.acceptedDocuments !== undefined;
  const about = documentHash === undefined ? {} : { documentHash, documentHashConfirmed };
  return { click: { accepted: true, ...click, ...about }, geolocation };
}

/**
 * An acceptance of a batch names every document: a page that shows only the first must not accept the others.
 * @throws Problem `document-hash-mismatch`
 */
function requireAll(hashes: readonly string[], accepted: Acceptance['acceptedDocuments'] = []): void {
  const isAll =
    accepted.length === hashes.length &&
    hashes.every((hash, index) => accepted[index]?.documentHash === hash);
  if (isAll) return;
  const detail = `The session is about ${hashes.length} documents. Accept each of them, in order, by its hash.`;
  throw new Problem('document-hash-mismatch', detail);
}

/** The signer accepts the document, all documents of the batch, or the action. */
export const clickAccept: StepKind = {
  type: 'CLICK_ACCEPT',
  async apply({ session, step, at, queries }, request) {
    if (request.action !== 'accept') throw outOfOrder('CLICK_ACCEPT');
    const { acceptedDocumentHash: accepted, acceptedDocuments } = request;
    if (session.batch !== undefined)
      requireAll(await batchHashes(queries, session.sessionId), acceptedDocuments);
    else if (acceptedDocuments !== undefined) throw invalid('/acceptedDocuments', 'Is only for a batch.');
    if (accepted !== undefined && accepted !== session.document?.hash) {
      throw new Problem('document-hash-mismatch', 'The accepted hash is not that of this document.');
    }
    return {
      step: passed(step, at, resultOf(request, session.document?.hash)),
      quotas: ['monthlyClick'],
    };
  },
};

/** Where the notice is shown: on the signer's page, or by the integrator who performs the steps. */
export function notificationChannel(session: Session): 'hosted_page' | 'api_inline' {
  return isFinalizedByCall(session) ? 'api_inline' : 'hosted_page';
}

/** The signer reads what their data is used for, and confirms it (NT65). */
export const purposeDisclosure: StepKind = {
  type: 'PURPOSE_DISCLOSURE',
  async apply({ session, step, at }, request) {
    if (request.action !== 'acknowledge_purpose') throw outOfOrder('PURPOSE_DISCLOSURE');
    const { version, textHash } = disclosureIn(session.locale);
    if (request.disclosureVersion !== version) {
      throw new Problem(
        'conflict',
        'This is not the current version of the text. Show the current one and ask again.',
      );
    }
    return {
      step: passed(step, at, {
        purposeDisclosure: {
          acknowledged: true,
          disclosureVersion: version,
          disclosureTextHash: textHash,
          notificationChannel: notificationChannel(session),
        },
      }),
    };
  },
};
