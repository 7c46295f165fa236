import { html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { Translator } from '../../i18n/translator.ts';
import type { SessionView } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import '../handover/handover-part.ts';
import type { IntentEvent } from '../intent.ts';
import { screen } from '../screen.styles.ts';
import { ScreenElement } from '../screen.ts';
import { canOpenHosted } from './hosted-page.ts';
import type { LaterKey } from '../../i18n/messages.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { laterMessages } from '../../i18n/later-messages.ts';

/** The next step is of a kind that this widget doesn't implement: it continues on the service's own page. */
export class HostedStepScreen extends ScreenElement {
  static override readonly styles = [controls, screen];

  @property({ attribute: false }) view!: SessionView;
  @property({ attribute: false }) messages!: Translator<LaterKey<'hostedStep'>>;

  override render() {
    const { messages, translator, snapshot } = this;
    const canOpen = canOpenHosted(this.view);
    return html`<div class="intro">
        <h2 tabindex="-1">${messages.t('heading')}</h2>
        <p class="secondary-text">${messages.t(canOpen ? 'text' : 'textNoLink')}</p>
      </div>
      <div class="actions">
        ${
          canOpen
            ? html`<sign-session-handover
                .to=${'page'}
                .translator=${translator}
                .snapshot=${snapshot}
                @intent=${({ intent }: IntentEvent) => this.dispatchIntent(intent)}
              ></sign-session-handover>`
            : nothing
        }
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

define('sign-session-hosted-step', HostedStepScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-hosted-step': HostedStepScreen;
  }
}

/** A step that is done elsewhere. */
export const hostedStepScreen = lazyScreen(
  laterMessages('hostedStep'),
  ({ view, isBehindOverlay, translator, snapshot }, messages) =>
    html`<sign-session-hosted-step
      class=${isBehindOverlay ? 'behind-overlay' : 'screen'}
      ?hidden=${isBehindOverlay}
      .view=${view}
      .messages=${messages}
      .translator=${translator}
      .snapshot=${snapshot}
    ></sign-session-hosted-step>`,
);
