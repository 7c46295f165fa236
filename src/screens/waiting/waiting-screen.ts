import { html } from 'lit';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { screen } from '../screen.styles.ts';
import { ScreenElement } from '../screen.ts';

/** All the signer's steps are done and the service has yet to finish. The controller keeps asking. */
export class WaitingScreen extends ScreenElement {
  static override readonly styles = [controls, screen];

  override render() {
    const { translator } = this;
    return html`<div class="intro">
        <h2 tabindex="-1">${translator.text('outcome.waiting.heading')}</h2>
        <p class="secondary-text">${translator.text('outcome.waiting.text')}</p>
      </div>
      <span class="spinner"></span>`;
  }
}

define('sign-session-waiting', WaitingScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-waiting': WaitingScreen;
  }
}
