import type { CreatedSession } from '../http/shapes.ts';

/** A session has been made. It holds the signer's secret and stays inside the console: no bubbling. */
export class SessionCreatedEvent extends Event {
  static readonly type = 'session-created';
  readonly session: CreatedSession;

  constructor(session: CreatedSession) {
    super(SessionCreatedEvent.type);
    this.session = session;
  }
}
