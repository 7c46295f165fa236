import { Problem } from '../domain/problem.ts';
import type { Acceptance } from './advance-request.ts';
import { outOfOrder } from '../domain/session-state.ts';
import type { StepResult } from '../domain/step.ts';
import { passed, type StepKind } from './step-kind.ts';

/**
 * @param documentHash the service's own hash. A client may omit its hash; the evidence then says that it was not
 *   confirmed.
 */
function resultOf(acceptance: Acceptance, documentHash: string | undefined): StepResult {
  const { action: _, geolocation, ...click } = acceptance;
  const documentHashConfirmed = click.acceptedDocumentHash !== undefined;
  const about = documentHash === undefined ? {} : { documentHash, documentHashConfirmed };
  return { click: { accepted: true, ...click, ...about }, geolocation };
}

/** The signer accepts the document or the action. */
export const clickAccept: StepKind = {
  type: 'CLICK_ACCEPT',
  maxAttempts: 3,
  actions: ['accept'],
  async apply({ session, step, at }, request) {
    if (request.action !== 'accept') throw outOfOrder('CLICK_ACCEPT');
    const { acceptedDocumentHash: accepted } = request;
    if (accepted !== undefined && accepted !== session.document?.hash) {
      throw new Problem('document-hash-mismatch', 'The accepted hash is not that of this document.');
    }
    const done = passed(
      { ...step, attempts: step.attempts + 1 },
      at,
      resultOf(request, session.document?.hash),
    );
    return { step: done, quotas: ['monthlyClick'] };
  },
};
