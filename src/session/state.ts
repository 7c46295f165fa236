import type { DocumentLoad } from '../document/document-load.ts';
import type { Ending } from './screen-for.ts';
import type { SignerAction } from './signer-action.ts';
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

/** What is on its way to the service: an action of the signer, or the question how the session stands. */
export type Pending = SignerAction['kind'] | 'check';

/** Why the signer's action had no effect. Only said after the service was asked what is true. */
export interface ActionProblem {
  readonly action: Pending;
  readonly kind:
    | 'notDone'
    /** The service can't just now; till `retryAt` where it said so. */
    | 'busy'
    /** The signer, or somebody like them, has asked too often; till `retryAt` where the service said so. */
    | 'tooMany'
    | 'refused'
    /** No try is left. */
    | 'exhausted'
    /** Nobody could be asked: it may have been done. */
    | 'unknown';
  /** By the device's clock, in ms since the epoch. */
  readonly retryAt?: number | undefined;
}

/** A link that opens this session on another device or page. It is a credential: nothing may store or tell it. */
export interface HandoverLink {
  readonly url: string;
  /** By the device's clock, in ms since the epoch. Absent: it works as often and as long as the session does. */
  readonly expiresAt?: number | undefined;
}

/** Everything that a screen is drawn from. */
export interface SessionSnapshot {
  readonly state: SessionState;
  readonly document: DocumentLoad | undefined;
  readonly pending: Pending | undefined;
  readonly problem: ActionProblem | undefined;
  /** Asked for by the signer, who may be going on elsewhere by it. */
  readonly handover?: HandoverLink | undefined;
  /** The one-time code itself: a sandbox tells it, so that nobody needs the mailbox. */
  readonly sandboxCode: string | undefined;
}
