import type { DocumentLoad } from '../document/document-load.ts';
import type { AccessError, ActionError, LoadError } from './errors.ts';
import type { PendingAction } from './intents.ts';
import { progressKey, withKnown, type SessionView } from './view.ts';

/** Why no session can be loaded: because of the link, the browser or the time. */
export type ClosedReason = AccessError['reason'] | 'expired';

/** What the widget knows of its session. */
export type SessionState =
  /** No client secret yet. */
  | { readonly phase: 'idle' }
  | { readonly phase: 'loading' }
  /** The first load failed; it may succeed on another try. */
  | { readonly phase: 'unreachable'; readonly reason: LoadError['reason'] }
  | { readonly phase: 'closed'; readonly ending: ClosedReason }
  | { readonly phase: 'open'; readonly view: SessionView };

/** A link that opens this session on another device or page. It is a credential: never store or report it. */
export interface HandoverLink {
  readonly url: string;
  /** By the device's clock, in ms since the epoch. Absent: it works as often and as long as the session does. */
  readonly expiresAt?: number | undefined;
}

/** Everything that a screen is rendered from. */
export interface SessionSnapshot {
  readonly state: SessionState;
  readonly document: DocumentLoad | undefined;
  readonly pending: PendingAction | undefined;
  readonly error: ActionError | undefined;
  /** Present once the signer asked for it; they may continue elsewhere. */
  readonly handover?: HandoverLink | undefined;
  /** The one-time code itself. Only a sandbox sends it, so that no mailbox is needed. */
  readonly sandboxCode: string | undefined;
}

/** The result of an action, from the client to the reducers below. */
export interface ActionResult {
  /** The session as the service has it; undefined when the service could not be asked. */
  readonly view?: SessionView | undefined;
  /** The answer contained only part of the session; the rest has to be loaded. */
  readonly isPartial?: boolean;
  readonly sandboxCode?: string | undefined;
  readonly handover?: HandoverLink | undefined;
  /** Why the action had no effect. */
  readonly error?: ActionError | undefined;
  /** The service no longer accepts the secret. */
  readonly isSecretRefused?: boolean;
}

/** Before there is a session. */
export const EMPTY: SessionSnapshot = {
  state: { phase: 'idle' },
  document: undefined,
  pending: undefined,
  error: undefined,
  handover: undefined,
  sandboxCode: undefined,
};

/** The session's view, once it is open. */
export function openView({ state }: SessionSnapshot): SessionView | undefined {
  return state.phase === 'open' ? state.view : undefined;
}

/** The snapshot with a new view of the session. */
export function applyView(snapshot: SessionSnapshot, answer: SessionView): SessionSnapshot {
  const before = openView(snapshot);
  const view = withKnown(answer, before);
  const moved = before === undefined || progressKey(before) !== progressKey(view);
  const sameCode = before?.code?.expiresAt === view.code?.expiresAt;
  return {
    ...snapshot,
    state: { phase: 'open', view },
    error: moved ? undefined : settledError(snapshot.error),
    // The session moved on elsewhere: the link has been used.
    handover: moved ? undefined : snapshot.handover,
    sandboxCode: sameCode ? snapshot.sandboxCode : undefined,
  };
}

/** The service has answered, so an unknown outcome is known now. */
function settledError(error: ActionError | undefined): ActionError | undefined {
  return error?.reason === 'unknown' ? { ...error, reason: 'notDone' } : error;
}

/** The snapshot with the rest of an action's result; `applyView` has already taken the view. */
export function applyResult(snapshot: SessionSnapshot, result: ActionResult): SessionSnapshot {
  const { sandboxCode = snapshot.sandboxCode, error } = result;
  return { ...snapshot, sandboxCode, error: nextError(snapshot.error, error) };
}

/** A failed check keeps the action of the error it was about, whose outcome stays unknown. */
function nextError(shown: ActionError | undefined, error: ActionError | undefined): ActionError | undefined {
  if (error === undefined) return shown;
  return error.action === 'check' ? shown && { ...error, action: shown.action } : error;
}
