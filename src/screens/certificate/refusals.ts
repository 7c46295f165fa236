import type { ReactiveControllerHost } from 'lit';
import type { LaterKey } from '../../i18n/messages/message-keys.ts';
import type { SessionSnapshot } from '../../session/state.ts';
import type { Step } from '../../session/view.ts';
import { rejectionKey } from './certificate-errors.ts';

/** Why the last try signed nothing: found here, or by the service, whose error is shown after a reload too. */
export class Refusals {
  readonly #host: ReactiveControllerHost;
  #found: LaterKey<'certificate'> | undefined;
  /** Number of attempts when the signer continued: the service's errors about them are no longer shown. Negative: all are. */
  #leftBehind = -1;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** Says what was found here. */
  readonly add = (why: LaterKey<'certificate'>): void => {
    this.#found = why;
    this.#host.requestUpdate();
  };

  /** A new attempt begins: the messages about the last one are no longer shown. */
  forget({ attempts }: Step): void {
    this.#found = undefined;
    this.#leftBehind = attempts;
    this.#host.requestUpdate();
  }

  /**
   * Notices the service's answer. Not every refusal costs a try, so the number of tries alone does not show that there is
   * a new one.
   */
  follow(before: SessionSnapshot | undefined, { pending, error }: SessionSnapshot): void {
    const wasAnswered = before?.pending === 'signCertificate' && pending === undefined && error === undefined;
    if (wasAnswered) this.#leftBehind = -1;
  }

  /** The message to show. @param isHandedIn was the document signed elsewhere? */
  keyOf({ attempts, error }: Step, isHandedIn: boolean): LaterKey<'certificate'> | undefined {
    return this.#found ?? (attempts > this.#leftBehind ? rejectionKey(error, isHandedIn) : undefined);
  }
}
