import type { MessageKey } from '../i18n/messages/message-keys.ts';
import type { ActionError } from '../session/errors.ts';
import type { PendingAction } from '../session/intents.ts';
import type { SessionSnapshot } from '../session/state.ts';

/**
 * Something that a screen asks for without a press. It is due again whenever the error of the last request is taken away:
 * as soon as the device is connected, or the service, which could not be asked, answers.
 */
export class OwnRequest {
  readonly #action: PendingAction;
  /** Is it unknown what became of the last one? */
  #isUnsettled = false;
  /** The session as it was when it was due last. */
  #asked: SessionSnapshot | undefined;

  constructor(action: PendingAction) {
    this.#action = action;
  }

  /** May it be asked for now? Call it at every update while it is missing, and ask if it says so. */
  isDue(snapshot: SessionSnapshot): boolean {
    const { error, pending } = snapshot;
    const isOwn = error?.action === this.#action;
    const isUnknown = isOwn && error.reason === 'unknown';
    const isFree = pending === undefined && snapshot !== this.#asked;
    const isDue = isFree && (!isOwn || (this.#isUnsettled && !isUnknown));
    this.#isUnsettled = isUnknown || (this.#isUnsettled && isOwn && !isDue);
    if (isDue) this.#asked = snapshot;
    return isDue;
  }
}

/** Why something did not load that the page asks for again by itself. Nobody can have signed by it. */
export function loadErrorKey({ reason }: Pick<ActionError, 'reason'>): MessageKey {
  if (reason === 'offline') return 'error.offline';
  return reason === 'unknown' || reason === 'notDone' ? 'error.network' : 'error.service';
}
