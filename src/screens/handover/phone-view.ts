import { html, type TemplateResult } from 'lit';
import type { Translator } from '../../i18n/translator.ts';
import type { SessionSnapshot } from '../../session/state.ts';
import type { IntentEvent } from '../intent.ts';
import './handover-part.ts';

/** Phones, upright and on their side: what can be touched, and is small. */
const PHONE = '(pointer: coarse) and (max-width: 40rem), (pointer: coarse) and (max-height: 30rem)';

/** Is continuing on a phone worth offering? Not on a phone. */
export function offersPhone(): boolean {
  return !matchMedia(PHONE).matches;
}

export interface PhoneView {
  readonly translator: Translator;
  readonly snapshot: SessionSnapshot;
  readonly heading: string;
  readonly back: string;
  readonly handleIntent: (event: IntentEvent) => void;
  readonly handleBack: () => void;
}

/** Takes the place of a step's content: the QR code, and the way back to the step on this device. */
export function phoneView(view: PhoneView): TemplateResult {
  return html`<div class="intro"><h2 tabindex="-1">${view.heading}</h2></div>
    <sign-session-handover
      .translator=${view.translator}
      .snapshot=${view.snapshot}
      @intent=${view.handleIntent}
    ></sign-session-handover>
    <div class="actions">
      <button class="button secondary" type="button" @click=${view.handleBack}>${view.back}</button>
    </div>`;
}
