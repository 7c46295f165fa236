import type { StatusError } from '../api/errors.ts';
import type { SignerClient } from '../api/signer-client.ts';
import { actionFailure, actionProblem, failureOf, isRefusedSecret, type Failure } from './failure.ts';
import type { Effect } from './signer-action.ts';
import type { ActionProblem, HandoverLink, Pending } from './state.ts';
import { isEnded, standOf, toSessionView, withKnownCode, type SessionView } from './view.ts';

/** What became of an action, after the service was asked about everything that its answer left open. */
export interface AttemptResult {
  /** The session as the service has it; undefined when it could not be asked. */
  readonly view: SessionView | undefined;
  readonly sandboxCode?: string | undefined;
  readonly handover?: HandoverLink | undefined;
  /** Why the action had no effect, for the signer and for the host page. */
  readonly trouble?: { readonly problem: ActionProblem; readonly failure: Failure } | undefined;
  /** The service takes the secret no more. */
  readonly refusal?: StatusError | undefined;
}

export interface Attempt {
  readonly kind: Pending;
  readonly before: SessionView;
  readonly client: SignerClient;
  readonly signal: AbortSignal;
  readonly run: (client: SignerClient, signal: AbortSignal) => Promise<Effect>;
  /** The session has ended: worth showing before everything about it is known. */
  readonly ended: (view: SessionView) => void;
}

/** The session as the service has it now. */
export async function loadView(client: SignerClient, signal: AbortSignal): Promise<SessionView> {
  return toSessionView(await client.load(signal), Date.now());
}

/** The signer's “check again”. */
export async function checkView(client: SignerClient, signal: AbortSignal): Promise<Effect> {
  return { view: await loadView(client, signal), whole: true };
}

/**
 * Runs an action of the signer. When it fails, the service is asked what is true before anything is said: an
 * answer that was lost may have been acted upon. Rejects only when `signal` aborts.
 */
export async function attempt(task: Attempt): Promise<AttemptResult> {
  const { client, signal } = task;
  try {
    const effect = await task.run(client, signal);
    const view = effect.whole ? effect.view : await learn(effect.view, task);
    return { view, sandboxCode: effect.sandboxCode, handover: effect.handover };
  } catch (error) {
    signal.throwIfAborted();
    return recover(error, task);
  }
}

/** An answer without the session: what it says holds, whether or not the rest can be asked for. */
async function learn(known: SessionView, { client, signal, ended }: Attempt): Promise<SessionView> {
  if (isEnded(known)) ended(known);
  try {
    const view = await loadView(client, signal);
    return { ...view, cancelledBy: view.cancelledBy ?? known.cancelledBy, code: view.code ?? known.code };
  } catch (error) {
    if (signal.aborted || !isEnded(known)) throw error;
    return known;
  }
}

async function recover(error: unknown, { kind, before, client, signal }: Attempt): Promise<AttemptResult> {
  try {
    const view = withKnownCode(await loadView(client, signal), before);
    const done = kind === 'check' || isEnded(view) || standOf(view) !== standOf(before);
    if (done) return { view };
    return { view, trouble: { failure: actionFailure(error), problem: actionProblem(error, kind) } };
  } catch (cause) {
    signal.throwIfAborted();
    // Not even a refusal now is an answer: the session was open, and may have been signed.
    const trouble = { failure: failureOf(error), problem: { action: kind, kind: 'unknown' } } as const;
    return { view: undefined, trouble, refusal: isRefusedSecret(cause) ? cause : undefined };
  }
}
