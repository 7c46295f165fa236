import { html, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { LaterScreen } from '../../i18n/messages/message-keys.ts';
import type { Step } from '../../session/view.ts';
import type { IntentEvent } from '../intent.ts';
import { LazyScreenElement } from '../lazy-screen.ts';
import './handover-part.ts';

/** Phones, upright and on their side: what can be touched, and is small. */
const PHONE = '(pointer: coarse) and (max-width: 40rem), (pointer: coarse) and (max-height: 30rem)';

/** Is continuing on a phone worth offering? Not on a phone. */
export function offersPhone(): boolean {
  return !matchMedia(PHONE).matches;
}

/** The screen of a step that the signer may continue on a phone. */
export abstract class PhoneStepScreen<Name extends LaterScreen> extends LazyScreenElement<Name> {
  /** Does the signer want to continue on a phone? */
  @state() protected onPhone = false;

  @property({ attribute: false }) step!: Step;

  /** The code takes the step's place, and the focus: also from a browser whose buttons take none when pressed. */
  protected showPhone(isShown = true): void {
    this.onPhone = isShown;
    void this.updateComplete.then(() => this.focusHeading());
  }

  /** Stops the part's event, and dispatches its intent as this screen's. */
  private readonly handleHandover = (event: IntentEvent) => {
    event.stopPropagation();
    this.dispatchIntent(event.intent);
  };

  /** Takes the place of the step's content: the QR code, and the way back to the step on this device. */
  protected renderPhone(heading: string, back: string): TemplateResult {
    return html`<div class="intro"><h2 tabindex="-1">${heading}</h2></div>
      <sign-session-handover
        .translator=${this.translator}
        .snapshot=${this.snapshot}
        @intent=${this.handleHandover}
        ><button class="button quiet" type="button" @click=${() => this.showPhone(false)}>${back}</button>
      </sign-session-handover>`;
  }
}
