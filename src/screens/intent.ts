import type { Intent } from '../session/intents.ts';

/** Carries an intent from a screen to the public element. */
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
