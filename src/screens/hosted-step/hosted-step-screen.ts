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
import type { HostedStepKey } from './hosted-step-words.ts';

/** The next step is of a kind that this widget doesn't have: the service's own page has it. */
export class HostedStepScreen extends ScreenElement {
  static override readonly styles = [controls, screen];

  @property({ attribute: false }) view!: SessionView;
  @property({ attribute: false }) words!: Translator<HostedStepKey>;

  override render() {
    const { words, translator, snapshot } = this;
    const canOpen = canOpenHosted(this.view);
    return html`<div class="intro">
        <h2 tabindex="-1">${words.text('heading')}</h2>
        <p class="secondary-text">${words.text(canOpen ? 'text' : 'textNoLink')}</p>
      </div>
      <div class="actions">
        ${
          canOpen
            ? html`<sign-session-handover
                .to=${'page'}
                .translator=${translator}
                .snapshot=${snapshot}
                @intent=${({ intent }: IntentEvent) => this.say(intent)}
              ></sign-session-handover>`
            : nothing
        }
        <button class="button quiet" type="button" @click=${() => this.say({ kind: 'considerDecline' })}>
          ${translator.text('accept.decline')}
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
