import { css, html } from 'lit';
import { property } from 'lit/decorators.js';
import type { Translator } from '../../i18n/translator.ts';
import type { ActionError } from '../../session/errors.ts';
import type { SessionView } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { errorNotice } from '../error-notice.ts';
import { screen } from '../screen.styles.ts';
import { ScreenElement } from '../screen.ts';
import type { LaterKey } from '../../i18n/messages.ts';
import { lazyStepScreen } from '../lazy-screen.ts';
import { laterMessages } from '../../i18n/later-messages.ts';

const PROBLEMS: Readonly<Record<ActionError['reason'], LaterKey<'disclosure'>>> = {
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
  @property({ attribute: false }) messages!: Translator<LaterKey<'disclosure'>>;

  private readonly handleAcknowledge = () => {
    const { disclosure } = this.view;
    if (disclosure === undefined || this.snapshot.pending !== undefined) return;
    this.dispatchIntent({ kind: 'acknowledge', version: disclosure.version });
  };

  override render() {
    const { messages, translator, snapshot, view } = this;
    const busy = snapshot.pending === 'acknowledge';
    // The text is in the session's language, which may differ from the element's.
    return html`<div class="intro">
        <h2 tabindex="-1">${messages.t('heading')}</h2>
        <p class="secondary-text">${messages.t('intro')}</p>
      </div>
      <p class="disclosure" lang=${view.locale ?? translator.locale}>${view.disclosure?.text}</p>
      <div class="actions">
        ${errorNotice(
          snapshot,
          translator,
          () => this.dispatchIntent({ kind: 'reload' }),
          ({ reason }) => messages.t(PROBLEMS[reason]),
        )}
        <button
          class="button primary"
          type="button"
          part="submit"
          aria-disabled=${String(snapshot.pending !== undefined)}
          @click=${this.handleAcknowledge}
        >
          ${busy ? html`<span class="spinner"></span>${messages.t('submitting')}` : messages.t('submit')}
        </button>
        <button
          class="button quiet"
          type="button"
          @click=${() => this.dispatchIntent({ kind: 'openDecline' })}
        >
          ${translator.t('accept.decline')}
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

/** What the signer's data is used for. */
export const disclosureScreen = lazyStepScreen(
  laterMessages('disclosure'),
  ({ view, isBehindOverlay, translator, snapshot }, messages) =>
    html`<sign-session-purpose-disclosure
      class=${isBehindOverlay ? 'behind-overlay' : 'screen'}
      ?hidden=${isBehindOverlay}
      .view=${view}
      .messages=${messages}
      .translator=${translator}
      .snapshot=${snapshot}
    ></sign-session-purpose-disclosure>`,
);
