import type { Clock } from '../domain/clock.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { findEvidence } from '../evidence/evidence-store.ts';
import type { SigningContext } from '../domain/signing-context.ts';
import { Problem } from '../domain/problem.ts';
import type { StoredResponse, SaveResponse } from '../http/stored-response.ts';
import type { SessionCompletion } from '../sessions/complete-session.ts';
import { currentStepOf, type Session } from '../domain/session.ts';
import { requireActive } from '../domain/session-state.ts';
import type { Progress } from '../steps/progress.ts';
import { savedSignedPdf } from '../signing/signed-pdf.ts';
import { removeSigningRequests } from '../signing/signing-requests.ts';
import type { Database } from '../storage/database.ts';
import { requireDocument } from './transaction-access.ts';

export interface TransactionFinalizationOptions {
  readonly database: Database;
  readonly documents: DocumentStore;
  readonly clock: Clock;
  readonly completion: SessionCompletion;
}

/** Completes transactions whose steps are all done, when the integrator finalizes them. */
export class TransactionFinalization {
  readonly #options: TransactionFinalizationOptions;

  constructor(options: TransactionFinalizationOptions) {
    this.#options = options;
  }

  /**
   * Makes evidence and sealed document as for any session. For a transaction that is already completed, returns the
   * same outcome, so that a lost response can be requested again.
   * @throws Problem `step-out-of-order` while steps are left, `gone`, `conflict`; `service-unavailable` when the
   *   evidence cannot be made (it may be called again); TooBusyError
   */
  async finalize(
    session: Session,
    context: SigningContext,
    saveResponse: SaveResponse,
  ): Promise<StoredResponse> {
    const { clock, completion } = this.#options;
    if (session.evidence !== undefined) {
      const { evidenceId } = session.evidence;
      const completedAt = session.endedAt?.toISOString();
      const answer = { status: 200, body: { evidenceId, completedAt } } as const;
      await saveResponse(this.#options.database, answer);
      return answer;
    }
    const at = clock.now();
    requireActive(session, at);
    requireDocument(session);
    const acted = lastStepOf(session);
    const { sessionId } = session;
    const progress: Progress = {
      at,
      session,
      acted,
      changed: [],
      quotas: [],
      events: [],
      answer: {},
      signedPdf: (await savedSignedPdf(this.#options, sessionId, 1))?.bytes,
      settle: queries => removeSigningRequests(queries, sessionId),
    };
    const { answer } = await completion.complete(progress, context, saveResponse);
    return answer;
  }

  /** @returns the hash of the evidence, for the response */
  async evidenceHash(evidenceId: string): Promise<string | undefined> {
    return (await findEvidence(this.#options.database, evidenceId))?.evidenceHash;
  }
}

function lastStepOf(session: Session) {
  const last = session.steps.at(-1);
  const current = currentStepOf(session);
  if (current === undefined && last !== undefined) return last;
  throw new Problem('step-out-of-order', `The ${current?.type} step is not completed.`);
}
