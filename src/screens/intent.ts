import type { SignerAction } from '../session/signer-action.ts';

type Acceptance = Extract<SignerAction, { kind: 'accept' }>;

/** What the signer wants, said by a screen to whoever owns the flow. */
export type Intent =
  /** What was seen, and in which language, the frame knows. */
  | Omit<Acceptance, 'locale' | 'documentView'>
  | Exclude<SignerAction, Acceptance>
  /** Opens the decline screen over the present one. */
  | { readonly kind: 'considerDecline' }
  | { readonly kind: 'keep' }
  /** Asks the service again, and loads what is missing. */
  | { readonly kind: 'reload' }
  /** Goes back to the integrator's site. */
  | { readonly kind: 'leave' };

export class IntentEvent extends Event {
  static readonly type = 'intent';
  readonly intent: Intent;

  constructor(intent: Intent) {
    super(IntentEvent.type, { bubbles: true });
    this.intent = intent;
  }
}

declare global {
  interface HTMLElementEventMap {
    intent: IntentEvent;
  }
}
