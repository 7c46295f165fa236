import type { Locale } from '../i18n/locales.ts';
import type { ErrorCode, Failure } from '../session/failure.ts';
import type { Screen } from '../session/screen-for.ts';
import type { SessionView } from '../session/view.ts';
import { endEvent } from './end-event.ts';
import { SignErrorEvent, SignInterruptedEvent, SignReadyEvent, SignStepEvent } from './events.ts';

/** Tells the host page what happens, each thing once a session. */
export class HostEvents {
  readonly #target: EventTarget;
  #ready = false;
  #ended = false;
  readonly #obstacles = new Set<ErrorCode>();

  constructor(target: EventTarget) {
    this.#target = target;
  }

  /** Another session begins. */
  reset(): void {
    this.#ready = false;
    this.#ended = false;
    this.#obstacles.clear();
  }

  /** Another screen is before the signer, by its key; `view` where the session is open. */
  entered(key: string, view: SessionView | undefined): void {
    const step = key.split(' ')[0] ?? key;
    this.#target.dispatchEvent(new SignStepEvent(step));
    if (step === 'exhausted') this.#obstacle({ code: 'attempts_exhausted', retryable: false });
    // That the session can't be reached has been reported.
    if (step === 'trouble' && view !== undefined) this.#obstacle({ code: 'network', retryable: true });
  }

  failure({ code, retryable }: Failure): void {
    this.#target.dispatchEvent(new SignErrorEvent(code, retryable));
  }

  /** “Ready” means ready to be read: not before the document's first page, where there is a document. */
  shown(view: SessionView, locale: Locale): void {
    if (this.#ready) return;
    this.#ready = true;
    this.#target.dispatchEvent(new SignReadyEvent(view.sessionId, locale));
  }

  end(screen: Screen): void {
    const event = this.#ended ? undefined : endEvent(screen);
    if (event === undefined) return;
    this.#ended = true;
    this.#target.dispatchEvent(event);
  }

  /** Left while open: never to be taken for declining. */
  interrupted(view: SessionView | undefined): void {
    if (view?.status === 'ACTIVE') this.#target.dispatchEvent(new SignInterruptedEvent(view.sessionId));
  }

  /** A screen says what is in the way, however often the signer comes back to it. */
  #obstacle(failure: Failure): void {
    if (!this.#obstacles.has(failure.code)) this.failure(failure);
    this.#obstacles.add(failure.code);
  }
}
