import { html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { SessionView } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import { canOpenHosted } from './hosted-page.ts';
import { screen } from '../screen.styles.ts';
import { ScreenElement } from '../screen.ts';

/** The next step is of a kind that this widget doesn't have: the service's own page has it. */
export class HostedStepScreen extends ScreenElement {
  static override readonly styles = [controls, screen];

  @property({ attribute: false }) view!: SessionView;

  override render() {
    const { translator } = this;
    const canOpen = canOpenHosted(this.view);
    return html`<div class="intro">
        <h2 tabindex="-1">${translator.text('outcome.hostedStep.heading')}</h2>
        <p class="secondary-text">
          ${translator.text(canOpen ? 'outcome.hostedStep.text' : 'outcome.hostedStep.textNoLink')}
        </p>
      </div>
      <div class="actions">
        ${
          canOpen
            ? html`<button
                class="button primary"
                type="button"
                @click=${() => this.say({ kind: 'openHosted' })}
              >
                ${translator.text('outcome.hostedStep.open')}${icon('external')}
              </button>`
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
