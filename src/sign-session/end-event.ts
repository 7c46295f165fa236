import type { Screen } from '../session/screen-for.ts';
import { SignCompletedEvent, SignDeclinedEvent, SignExpiredEvent, SignFailedEvent } from './events.ts';

/** What the host page is told about an ending. A link or browser that never opened a session is an error. */
export function endEvent(screen: Screen): Event | undefined {
  if (screen.kind !== 'outcome') return undefined;
  const { ending, view } = screen;
  if (ending === 'expired') return new SignExpiredEvent(view?.sessionId);
  if (view === undefined) return undefined;
  switch (ending) {
    case 'completed':
      return new SignCompletedEvent(view.sessionId, view.evidenceId);
    case 'declined':
      return new SignDeclinedEvent(view.sessionId);
    case 'cancelled':
      return new SignFailedEvent(view.sessionId, 'cancelled');
    case 'failed':
      return new SignFailedEvent(view.sessionId, 'finalization_failed');
    case 'invalidLink':
    case 'unsupportedBrowser':
    case 'insecurePage':
      return undefined;
  }
}
