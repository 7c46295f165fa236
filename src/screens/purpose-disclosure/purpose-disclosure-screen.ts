import { css, html } from 'lit';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { screen } from '../screen.styles.ts';
import { LazyScreenElement, lazyScreen } from '../lazy-screen.ts';

/** The service's notice, and that the signer has read it. */
class PurposeDisclosureScreen extends LazyScreenElement<'disclosure'> {
  static override readonly styles = [
    controls,
    screen,
    css`
      .disclosure {
        border: 1px solid var(--line);
        border-radius: var(--radius-control);
        overflow-wrap: anywhere;
        padding: 12px 16px;
        white-space: pre-line;
      }
    `,
  ];

  private readonly handleAcknowledge = () => {
    const { disclosure } = this.view;
    if (disclosure === undefined || this.busy) return;
    this.dispatchIntent({ kind: 'acknowledge', version: disclosure.version });
  };

  override render() {
    const { messages, translator, view } = this;
    // The text is in the session's language, which may differ from the element's.
    return html`<div class="intro">
        <h2 tabindex="-1">${messages.t('heading')}</h2>
        <p class="secondary-text">${messages.t('intro')}</p>
      </div>
      <p class="disclosure" lang=${view.locale ?? translator.locale}>${view.disclosure?.text}</p>
      <div class="actions">
        ${this.renderError(effect => messages.t(`problem.${effect}`))}
        ${this.renderSubmit('acknowledge', messages.t('submit'), messages.t('submitting'), this.handleAcknowledge)}
        ${this.renderDecline()}
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
export const disclosureScreen = lazyScreen(
  'disclosure',
  common => html`<sign-session-purpose-disclosure ${common}></sign-session-purpose-disclosure>`,
);
