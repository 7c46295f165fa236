import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { IntentEvent } from '../screen.ts';
import type { OutcomeTranslator } from './messages/outcome-messages.ts';

/** In seconds. */
const DURATION = 5;

const styles = css`
  p:not(.visually-hidden) {
    font-size: 0.875em;
    font-variant-numeric: tabular-nums;
    text-align: center;
  }

  .link {
    background: none;
    border: 0;
    cursor: pointer;
    font: inherit;
    min-height: 24px;
    padding: 0 4px;
    text-decoration: underline;
  }
`;

/** Counts down to the return to the integrator's site. The signer can stop it. */
class RedirectCountdown extends LitElement {
  static override readonly styles = [controls, styles];

  @property({ attribute: false }) messages!: OutcomeTranslator;

  /** Whole seconds left; undefined once it has ended. */
  @state() private left: number | undefined = DURATION;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Continues after the element was moved. */
  override connectedCallback(): void {
    super.connectedCallback();
    if (this.left !== undefined) this.#timer = setInterval(() => this.#tick(), 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  private readonly handleStop = () => {
    clearInterval(this.#timer);
    this.left = undefined;
  };

  #tick(): void {
    this.left = (this.left ?? 1) - 1;
    if (this.left > 0) return;
    this.handleStop();
    this.dispatchEvent(new IntentEvent({ kind: 'leave' }));
  }

  override render(): TemplateResult | typeof nothing {
    const { left, messages } = this;
    if (left === undefined) return nothing;
    return html`<p class="visually-hidden" role="status">
        ${messages.plural('redirecting', DURATION)} ${messages.t('stay')}?
      </p>
      <p class="secondary-text">
        ${messages.plural('redirecting', left)}
        <button class="link" type="button" @click=${this.handleStop}>${messages.t('stay')}</button>
      </p>`;
  }
}

define('sign-session-redirect-countdown', RedirectCountdown);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-redirect-countdown': RedirectCountdown;
  }
}
