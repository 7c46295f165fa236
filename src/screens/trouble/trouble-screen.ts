import { html } from 'lit';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import { screen } from '../screen.styles.ts';
import { ScreenElement } from '../screen.ts';

/** The session could not be loaded, and may be on another try. */
export class TroubleScreen extends ScreenElement {
  static override readonly styles = [controls, screen];

  override render() {
    const { translator, snapshot } = this;
    const reason = snapshot.state.phase === 'unreachable' ? snapshot.state.reason : 'network';
    return html`<div class="intro">
        <h2 tabindex="-1">${translator.text('trouble.heading')}</h2>
      </div>
      <div class="notice warn">
        ${icon(reason === 'offline' ? 'offline' : 'alert')}
        <p>${translator.text(`trouble.${reason}`)}</p>
      </div>
      <div class="actions">
        <button class="button primary" type="button" @click=${() => this.say({ kind: 'reload' })}>
          ${translator.text('action.retry')}
        </button>
      </div>`;
  }
}

define('sign-session-trouble', TroubleScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-trouble': TroubleScreen;
  }
}
