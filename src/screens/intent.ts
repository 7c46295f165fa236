/** What the signer wants, said by a screen to whoever owns the flow. */
export type Intent =
  | { readonly kind: 'accept'; readonly textVersion: string }
  /** Opens the decline screen over the present one. */
  | { readonly kind: 'considerDecline' }
  | { readonly kind: 'keep' }
  | { readonly kind: 'decline'; readonly reason: string }
  | { readonly kind: 'reload' }
  /** Opens the service's own signing page. */
  | { readonly kind: 'openHosted' }
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
