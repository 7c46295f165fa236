import type { DocumentLoad } from '../document/document-load.ts';
import type { Ending } from './screen-for.ts';
import type { SessionView } from './view.ts';

/** What the widget knows of its session. */
export type SessionState =
  /** No client secret yet. */
  | { readonly phase: 'idle' }
  | { readonly phase: 'loading' }
  /** The first load failed; it may succeed on another try. */
  | { readonly phase: 'unreachable'; readonly reason: TroubleReason }
  /** Nothing to load: the link, the browser or the time rules it out. */
  | {
      readonly phase: 'closed';
      readonly ending: Extract<Ending, 'invalidLink' | 'unsupportedBrowser' | 'insecurePage' | 'expired'>;
    }
  | { readonly phase: 'open'; readonly view: SessionView };

export type TroubleReason = 'offline' | 'network' | 'service' | 'unexpected';

/** The signer's action that is on its way to the service. */
export type Pending = 'accept' | 'decline' | 'check';

/**
 * Why the signer's action had no effect. Only said after the service was asked what is true; `unknown` and
 * `declineUnknown` when it could not be asked.
 */
export type ActionProblem = 'notDone' | 'busy' | 'refused' | 'declineNotDone' | 'declineUnknown' | 'unknown';

/** Everything that a screen is drawn from. */
export interface SessionSnapshot {
  readonly state: SessionState;
  readonly document: DocumentLoad | undefined;
  readonly pending: Pending | undefined;
  readonly problem: ActionProblem | undefined;
}
