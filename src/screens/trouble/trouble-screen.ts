import { html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import { canOpenHosted } from '../hosted-step/hosted-page.ts';
import { screen } from '../screen.styles.ts';
import { ScreenElement } from '../screen.ts';

/** The session, or the part of the widget for its next step, could not be loaded, and may be on another try. */
export class TroubleScreen extends ScreenElement {
  static override readonly styles = [controls, screen];

  /** What became of the part that did not load; undefined when it is the session. */
  @property({ attribute: false }) missing: 'failed' | 'lost' | undefined;

  override render() {
    const { translator, snapshot } = this;
    const { state } = snapshot;
    const part = this.missing === 'lost' ? 'partLost' : 'part';
    const reason = state.phase === 'unreachable' ? state.reason : part;
    return html`<div class="intro">
        <h2 tabindex="-1">
          ${translator.text(reason === part ? 'trouble.heading.part' : 'trouble.heading')}
        </h2>
      </div>
      <div class="notice warn">
        ${icon(reason === 'offline' ? 'offline' : 'alert')}
        <p>${translator.text(`trouble.${reason}`)}</p>
      </div>
      <div class="actions">
        <button class="button primary" type="button" @click=${() => this.say({ kind: 'reload' })}>
          ${translator.text('action.retry')}
        </button>
        ${
          state.phase === 'open' && canOpenHosted(state.view)
            ? html`<button
                class="button secondary"
                type="button"
                @click=${() => this.say({ kind: 'openHosted' })}
              >
                ${translator.text('outcome.hostedStep.open')}${icon('external')}
              </button>`
            : nothing
        }
      </div>`;
  }
}

define('sign-session-trouble', TroubleScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-trouble': TroubleScreen;
  }
}
