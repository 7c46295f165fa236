import { html } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { Translator } from '../../i18n/translator.ts';
import type { SessionView } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { errorNotice } from '../error-notice.ts';
import { screen } from '../screen.styles.ts';
import { ScreenElement } from '../screen.ts';
import { styles } from './decline-screen.styles.ts';
import type { LaterKey } from '../../i18n/messages.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { laterMessages } from '../../i18n/later-messages.ts';

/** Longest reason that is sent, in UTF-16 units. */
const MAX_REASON = 1000;

/** Asks for confirmation and a reason. Shown over the screen it was opened from, which keeps what was typed. */
export class DeclineScreen extends ScreenElement {
  static override readonly styles = [controls, screen, styles];

  @state() private tooLong = false;

  @property({ attribute: false }) view!: SessionView;
  @property({ attribute: false }) messages!: Translator<LaterKey<'decline'>>;

  @query('textarea') private readonly reason!: HTMLTextAreaElement;

  private readonly handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (this.snapshot.pending !== undefined) return;
    const reason = this.reason.value.trim();
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
    if (this.snapshot.pending === undefined) this.dispatchIntent({ kind: 'closeDecline' });
  };

  override render() {
    const { messages, translator, snapshot, view } = this;
    const busy = snapshot.pending === 'decline';
    return html`<div class="intro">
        <h2 tabindex="-1">${messages.t(`heading.${view.purpose}`)}</h2>
        <p class="secondary-text">${messages.t(`intro.${view.purpose}`)}</p>
      </div>
      <form novalidate @submit=${this.handleSubmit} @keydown=${this.handleKey}>
        <div>
          <label class="label" for="reason">${messages.t('reason')}</label>
          <textarea
            class="field"
            id="reason"
            rows="4"
            aria-describedby="too-long"
            aria-invalid=${this.tooLong ? 'true' : 'false'}
          ></textarea>
          <p class="error-text" id="too-long" role="alert">
            ${this.tooLong ? messages.t('tooLong', { max: MAX_REASON }) : ''}
          </p>
        </div>
        <div class="actions">
          ${errorNotice(snapshot, translator, () => this.dispatchIntent({ kind: 'reload' }))}
          <button
            class="button danger"
            type="submit"
            aria-disabled=${snapshot.pending === undefined ? 'false' : 'true'}
          >
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
  laterMessages('decline'),
  ({ view, translator, snapshot }, messages) =>
    html`<sign-session-decline
      class="screen"
      .view=${view}
      .messages=${messages}
      .translator=${translator}
      .snapshot=${snapshot}
    ></sign-session-decline>`,
);
