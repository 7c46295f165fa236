import type { ReactiveController } from 'lit';
import type { BatchDocuments } from '../../session/batch-documents.ts';
import type { ActionError } from '../../session/errors.ts';
import type { StepWork } from '../../session/intents.ts';
import type { SessionSnapshot } from '../../session/state.ts';
import type { LazyScreenElement } from '../lazy-screen.ts';
import { OwnRequest } from '../own-request.ts';
import { IntentEvent } from '../screen.ts';

/** How long after a failure the list is asked for again, ms. */
const WAIT_MS = 10_000;

/** Asks for the list of a batch when its screen appears, and again until it is there. */
export class ListRequest implements ReactiveController {
  /** Why the list was not read when it was last asked for. Stays while the page asks again by itself. */
  problem: Pick<ActionError, 'reason' | 'retryable' | 'retryAt'> | undefined;

  readonly #host: LazyScreenElement<'batch'>;
  readonly #documents: BatchDocuments;
  readonly #work: StepWork;
  readonly #own = new OwnRequest('batch');
  /** The session as it was when the list was asked for; undefined: it has been answered. */
  #asked: SessionSnapshot | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param work reads the list into `documents` */
  constructor(host: LazyScreenElement<'batch'>, documents: BatchDocuments, work: StepWork) {
    this.#host = host;
    this.#documents = documents;
    this.#work = work;
    host.addController(this);
  }

  /** The signer's “try again”. */
  readonly again = (): void => {
    this.problem = undefined;
    if (this.#host.snapshot.pending === undefined) this.#ask();
    else this.#host.requestUpdate();
  };

  hostUpdate(): void {
    const { snapshot } = this.#host;
    const { error, pending } = snapshot;
    if (this.#asked === undefined || this.#asked === snapshot || pending !== undefined) return;
    this.#asked = undefined;
    this.problem = undefined;
    if (error?.action === 'batch') this.problem = error;
    // Of an ended session no error is kept.
    else if (!this.#documents.isRead) this.problem = { reason: 'notDone', retryable: true };
  }

  hostUpdated(): void {
    const { snapshot, isBehindOverlay } = this.#host;
    const { reason, retryable, retryAt = 0 } = this.problem ?? {};
    // Another screen, whose action must not have to wait, may be shown over this one.
    if (isBehindOverlay || (this.#documents.isRead && reason === undefined)) return;
    const isOffline = reason === 'offline';
    const isDue = this.#own.isDue(snapshot) && (isOffline || reason === undefined || reason === 'unknown');
    if (isDue) this.#ask();
    else if (retryable && !isOffline)
      this.#timer ??= setTimeout(this.#handleTime, Math.max(WAIT_MS, retryAt - Date.now()));
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #ask(): void {
    this.hostDisconnected();
    this.#asked = this.#host.snapshot;
    this.#host.dispatchEvent(new IntentEvent({ kind: 'batch', work: this.#work }));
  }

  readonly #handleTime = (): void => {
    this.#timer = undefined;
    const { snapshot, isBehindOverlay } = this.#host;
    if (snapshot.pending === undefined && !isBehindOverlay) this.#ask();
    // Waits again.
    else this.#host.requestUpdate();
  };
}
