import type { Made } from '../made.ts';

/** Sessions have been made. It holds the signers' secrets and stays inside the console: no bubbling. */
export class SessionCreatedEvent extends Event {
  static readonly type = 'session-created';
  readonly made: Made;

  constructor(made: Made) {
    super(SessionCreatedEvent.type);
    this.made = made;
  }
}
