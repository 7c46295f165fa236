import type { ReactiveController } from 'lit';
import { type SessionView, waitsForSigner } from '../../session/view.ts';
import type { LazyScreenElement } from '../lazy-screen.ts';

/** What the signer can see of the session while they wait. */
const seenOf = ({ envelope, batch, steps }: SessionView): string => JSON.stringify([envelope, batch, steps]);

/** What came of the signer's “check again”, where it changes nothing that they see. */
export class CheckAnswer implements ReactiveController {
  readonly #host: LazyScreenElement<'waiting'>;
  /** The session as it was when they asked; undefined: it has been answered. */
  #asked: SessionView | undefined;
  #answered: SessionView | undefined;
  #isUnderWay = false;
  #text = '';

  constructor(host: LazyScreenElement<'waiting'>) {
    this.#host = host;
    host.addController(this);
  }

  /** Until the service says something of the session. */
  get text(): string {
    return this.#text;
  }

  /** They press. */
  asked(): void {
    const { snapshot, view } = this.#host;
    if (snapshot.pending !== undefined) return;
    this.#isUnderWay = false;
    this.#asked = navigator.onLine ? view : undefined;
    this.#answer(navigator.onLine ? '' : this.#host.translator.t('error.offline'));
    this.#host.requestUpdate();
  }

  hostUpdate(): void {
    const { snapshot, view, messages, translator } = this.#host;
    const asked = this.#asked;
    if (asked === undefined) {
      if (view !== this.#answered) this.#text = '';
    } else if (snapshot.pending === 'check') this.#isUnderWay = true;
    else if (this.#isUnderWay) {
      this.#asked = undefined;
      const same = messages.t(waitsForSigner(view) ? 'heading.person' : 'heading');
      const answered = seenOf(view) === seenOf(asked) ? same : '';
      this.#answer(view === asked ? translator.t('error.network') : answered);
    }
  }

  #answer(text: string): void {
    this.#text = text;
    this.#answered = this.#host.view;
  }
}
