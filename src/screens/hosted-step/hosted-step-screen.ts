import { html, nothing } from 'lit';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import '../handover/handover-part.ts';
import type { IntentEvent } from '../screen.ts';
import { screen } from '../screen.styles.ts';
import { canOpenHosted } from './hosted-page.ts';
import { LazyScreenElement, lazyScreen } from '../lazy-screen.ts';

/** The next step is of a kind that this widget doesn't implement: it continues on the service's own page. */
class HostedStepScreen extends LazyScreenElement<'hostedStep'> {
  static override readonly styles = [controls, screen];

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
        ${this.renderDecline()}
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
  'hostedStep',
  common => html`<sign-session-hosted-step ${common}></sign-session-hosted-step>`,
);
