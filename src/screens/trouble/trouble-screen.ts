import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { HandoverLink } from '../../session/state.ts';
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
  /** Lies over the screen of the session, to which the signer can go back. */
  @property({ attribute: false }) covers = false;

  /** The link that was opened from here: it works once. */
  @state() private opened: HandoverLink | undefined;

  private readonly handleAsk = () => this.say({ kind: 'handOver' });

  private readonly handleOpen = (event: Event) => {
    const { handover } = this.snapshot;
    const end = handover?.expiresAt;
    if (end === undefined) return;
    if (end <= Date.now()) {
      event.preventDefault();
      this.handleAsk();
    }
    // After the click has done its work: the link must still be there for it.
    setTimeout(() => (this.opened = handover));
  };

  /**
   * The service's own page may have what did not load here. Its link is made when it is wanted, and another when
   * that one is used or too old.
   */
  private renderHosted() {
    const { translator, snapshot } = this;
    const { handover } = snapshot;
    const words = html`${translator.text('outcome.hostedStep.open')}${icon('external')}`;
    const failed = snapshot.problem?.action === 'handOver';
    return html`${
        handover === undefined || handover === this.opened
          ? html`<button
              class="button secondary"
              type="button"
              aria-disabled=${String(snapshot.pending !== undefined)}
              @click=${this.handleAsk}
            >
              ${words}
            </button>`
          : html`<a
              class="button secondary"
              href=${handover.url}
              target="_blank"
              rel="noopener noreferrer"
              @click=${this.handleOpen}
              >${words}</a
            >`
      }
      <p role="alert">${failed ? translator.text('trouble.network') : nothing}</p>`;
  }

  override render() {
    const { translator, snapshot } = this;
    const { state: present } = snapshot;
    const part = this.missing === 'lost' ? 'partLost' : 'part';
    const reason = present.phase === 'unreachable' ? present.reason : part;
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
          this.covers
            ? html`<button class="button quiet" type="button" @click=${() => this.say({ kind: 'keep' })}>
                ${translator.text('action.back')}
              </button>`
            : nothing
        }
        ${present.phase === 'open' && !this.covers && canOpenHosted(present.view) ? this.renderHosted() : nothing}
      </div>`;
  }
}

define('sign-session-trouble', TroubleScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-trouble': TroubleScreen;
  }
}
