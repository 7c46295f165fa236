import { css, html, nothing } from 'lit';
import { query, state } from 'lit/decorators.js';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { screen } from '../screen.styles.ts';
import { LazyScreenElement, lazyScreen } from '../lazy-screen.ts';

/** Longest reason that is sent, in UTF-16 units. */
const MAX_REASON = 1000;

/** Lines and what else services may refuse; what is pasted can hold characters that the signer doesn't see. */
const UNSENT = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]+/gu;

/** Asks for confirmation and a reason. Shown over the screen it was opened from, which keeps what was typed. */
class DeclineScreen extends LazyScreenElement<'decline'> {
  static override readonly styles = [
    controls,
    screen,
    css`
      .button.danger {
        background: var(--bad);
        color: var(--surface);
      }

      textarea {
        resize: vertical;
      }

      @media (max-height: 30rem) {
        textarea {
          block-size: 5em;
          min-height: 0;
        }
      }
    `,
  ];

  @state() private tooLong = false;

  @query('textarea') private readonly reason!: HTMLTextAreaElement;

  constructor() {
    super();
    // The focus may be on the heading, outside of the form.
    this.addEventListener('keydown', this.handleKey);
  }

  private readonly handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (this.busy) return;
    const reason = this.reason.value.replaceAll(UNSENT, ' ').trim();
    this.tooLong = reason.length > MAX_REASON;
    if (this.tooLong) this.reason.focus();
    else this.dispatchIntent({ kind: 'decline', reason });
  };

  private readonly handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    this.handleKeep();
  };

  /** Declining can't be cancelled once it was sent. */
  private readonly handleKeep = () => {
    if (!this.busy) this.dispatchIntent({ kind: 'closeDecline' });
  };

  override render() {
    const { messages, snapshot, view } = this;
    const busy = snapshot.pending === 'decline';
    const error = this.tooLong ? messages.t('tooLong', { max: MAX_REASON }) : nothing;
    return html`<div class="intro">
        <h2 tabindex="-1">${messages.t(`heading.${view.purpose}`)}</h2>
        <p class="secondary-text">${messages.t(`intro.${view.purpose}`)}</p>
      </div>
      <form novalidate @submit=${this.handleSubmit}>
        <div>
          <label class="label" for="reason">${messages.t('reason')}</label>
          <textarea
            class="field"
            id="reason"
            rows="4"
            aria-describedby="too-long"
            aria-invalid=${this.tooLong ? 'true' : 'false'}
          ></textarea>
          <p class="error-text" id="too-long" role="alert">${error}</p>
        </div>
        <div class="actions">
          ${
            // What failed on the screen below is told there.
            snapshot.error?.action === 'decline' ? this.renderError() : html`<div role="alert"></div>`
          }
          <button class="button danger" type="submit" aria-disabled=${String(this.busy)}>
            ${busy ? html`<span class="spinner"></span>${messages.t('submitting')}` : messages.t('submit')}
          </button>
          <button class="button quiet" type="button" @click=${this.handleKeep}>${messages.t('keep')}</button>
        </div>
      </form>`;
  }
}

define('sign-session-decline', DeclineScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-decline': DeclineScreen;
  }
}

/** Lies over whatever screen it was opened from. */
export const declineScreen = lazyScreen(
  'decline',
  common => html`<sign-session-decline ${common}></sign-session-decline>`,
);
