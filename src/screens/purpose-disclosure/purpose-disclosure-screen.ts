import { css, html } from 'lit';
import { property } from 'lit/decorators.js';
import type { Translator } from '../../i18n/translator.ts';
import type { ActionProblem } from '../../session/state.ts';
import type { SessionView } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { problemNotice } from '../problem-notice.ts';
import { screen } from '../screen.styles.ts';
import { ScreenElement } from '../screen.ts';
import type { DisclosureKey } from './disclosure-words.ts';

const PROBLEMS: Readonly<Record<ActionProblem['kind'], DisclosureKey>> = {
  notDone: 'problem.notDone',
  busy: 'problem.busy',
  tooMany: 'problem.busy',
  refused: 'problem.refused',
  exhausted: 'problem.refused',
  unknown: 'problem.unknown',
};

/** The service's notice, and that the signer has read it. */
export class PurposeDisclosureScreen extends ScreenElement {
  static override readonly styles = [
    controls,
    screen,
    css`
      .disclosure {
        border: 1px solid var(--line);
        border-radius: 10px;
        overflow-wrap: anywhere;
        padding: 14px 16px;
        white-space: pre-line;
      }
    `,
  ];

  @property({ attribute: false }) view!: SessionView;
  @property({ attribute: false }) words!: Translator<DisclosureKey>;

  private readonly handleAcknowledge = () => {
    const { disclosure } = this.view;
    if (disclosure === undefined || this.snapshot.pending !== undefined) return;
    this.say({ kind: 'acknowledge', version: disclosure.version });
  };

  override render() {
    const { words, translator, snapshot, view } = this;
    const busy = snapshot.pending === 'acknowledge';
    // The text is in the session's language, whatever the frame around it speaks.
    return html`<div class="intro">
        <h2 tabindex="-1">${words.text('heading')}</h2>
        <p class="secondary-text">${words.text('intro')}</p>
      </div>
      <p class="disclosure" lang=${view.locale ?? translator.locale}>${view.disclosure?.text}</p>
      <div class="actions">
        ${problemNotice(
          snapshot,
          translator,
          () => this.say({ kind: 'reload' }),
          ({ kind }) => words.text(PROBLEMS[kind]),
        )}
        <button
          class="button primary"
          type="button"
          part="submit"
          aria-disabled=${String(snapshot.pending !== undefined)}
          @click=${this.handleAcknowledge}
        >
          ${busy ? html`<span class="spinner"></span>${words.text('submitting')}` : words.text('submit')}
        </button>
        <button class="button quiet" type="button" @click=${() => this.say({ kind: 'considerDecline' })}>
          ${translator.text('accept.decline')}
        </button>
      </div>`;
  }
}

define('sign-session-purpose-disclosure', PurposeDisclosureScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-purpose-disclosure': PurposeDisclosureScreen;
  }
}
