import { html } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { Translator } from '../../i18n/translator.ts';
import type { SessionView } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { problemNotice } from '../problem-notice.ts';
import { screen } from '../screen.styles.ts';
import { ScreenElement } from '../screen.ts';
import { styles } from './decline-screen.styles.ts';
import type { DeclineKey } from './decline-words.ts';

/** Longest reason that is sent, in UTF-16 units. */
const MAX_REASON = 1000;

/** Asks once more, and for a reason. Lies over the screen it was opened from, which keeps what was typed. */
export class DeclineScreen extends ScreenElement {
  static override readonly styles = [controls, screen, styles];

  @state() private tooLong = false;

  @property({ attribute: false }) view!: SessionView;
  @property({ attribute: false }) words!: Translator<DeclineKey>;

  @query('textarea') private readonly reason!: HTMLTextAreaElement;

  private readonly handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (this.snapshot.pending !== undefined) return;
    const reason = this.reason.value.trim();
    this.tooLong = reason.length > MAX_REASON;
    if (this.tooLong) this.reason.focus();
    else this.say({ kind: 'decline', reason });
  };

  private readonly handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    this.handleKeep();
  };

  /** Once declining is on its way there is no going back. */
  private readonly handleKeep = () => {
    if (this.snapshot.pending === undefined) this.say({ kind: 'keep' });
  };

  override render() {
    const { words, translator, snapshot, view } = this;
    const busy = snapshot.pending === 'decline';
    return html`<div class="intro">
        <h2 tabindex="-1">${words.text(`heading.${view.purpose}`)}</h2>
        <p class="secondary-text">${words.text(`intro.${view.purpose}`)}</p>
      </div>
      <form novalidate @submit=${this.handleSubmit} @keydown=${this.handleKey}>
        <div>
          <label class="label" for="reason">${words.text('reason')}</label>
          <textarea
            class="field"
            id="reason"
            rows="4"
            aria-describedby="too-long"
            aria-invalid=${this.tooLong ? 'true' : 'false'}
          ></textarea>
          <p class="error-text" id="too-long" role="alert">
            ${this.tooLong ? words.text('tooLong', { max: MAX_REASON }) : ''}
          </p>
        </div>
        <div class="actions">
          ${problemNotice(snapshot, translator, () => this.say({ kind: 'reload' }))}
          <button
            class="button danger"
            type="submit"
            aria-disabled=${snapshot.pending === undefined ? 'false' : 'true'}
          >
            ${busy ? html`<span class="spinner"></span>${words.text('submitting')}` : words.text('submit')}
          </button>
          <button class="button quiet" type="button" @click=${this.handleKeep}>${words.text('keep')}</button>
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
