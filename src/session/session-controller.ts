import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { DocumentLoad } from '../document/document-load.ts';
import { DocumentLoader } from './document-loader.ts';
import { attempt, checkView, loadView, type Attempt, type AttemptResult } from './attempt.ts';
import {
  documentFailure,
  failureOf,
  isLate,
  isRefusedSecret,
  obstacleFailure,
  refusalEnding,
  troubleReason,
  type Failure,
} from './failure.ts';
import { openSession, type Obstacle, type OpenSession, type SessionStart } from './opening.ts';
import { SessionWatch } from './session-watch.ts';
import { EMPTY, problemToTell, takeOver } from './snapshot.ts';
import { requestOf, type SignerAction } from './signer-action.ts';
import type { Pending, SessionSnapshot } from './state.ts';
import { isEnded, toSessionView, withKnownCode, type SessionView } from './view.ts';

/** What the controller tells its element, besides asking it to update. */
export interface SessionListener {
  failed(failure: Failure): void;
  endsSoon(minutes: number): void;
}

/**
 * Owns everything that happens between the element and the service. Keeps one snapshot, replaced whole by each
 * of the service's answers. Nothing outlives `stop`: every await is followed by a look at the signal of the
 * session it began in.
 */
export class SessionController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #listener: SessionListener;
  readonly #watch: SessionWatch;
  readonly #documents = new DocumentLoader(load => this.#handleDocument(load));
  #snapshot: SessionSnapshot = EMPTY;
  #session: OpenSession | undefined;
  /** Counts views and actions, so that an answer to an older question can be told. */
  #revision = 0;
  /** Did the service tell something while the latest action was on its way? */
  #missed = false;

  constructor(host: ReactiveControllerHost, listener: SessionListener) {
    this.#host = host;
    this.#listener = listener;
    this.#watch = new SessionWatch({
      ask: () => this.refresh(),
      listen: signal => this.#listen(signal),
      endsSoon: minutes => listener.endsSoon(minutes),
      online: () => this.#handleOnline(),
    });
    host.addController(this);
  }

  get snapshot(): SessionSnapshot {
    return this.#snapshot;
  }

  get view(): SessionView | undefined {
    const { state } = this.#snapshot;
    return state.phase === 'open' ? state.view : undefined;
  }

  hostConnected(): void {
    this.#watch.start();
  }

  hostDisconnected(): void {
    this.#watch.stop();
  }

  /** Begins a session; whatever ran before is aborted. */
  start(start: SessionStart): void {
    this.stop();
    const session = openSession(start);
    if (typeof session === 'string') {
      this.#close(session);
      return;
    }
    this.#session = session;
    void this.#open();
  }

  /** Aborts everything under way and forgets the session. */
  stop(): void {
    this.#session?.abort.abort();
    this.#documents.stop();
    this.#session = undefined;
    this.#watch.rest();
    this.#update(EMPTY);
  }

  /** The signer's “try again”: asks the service for the session, visibly. */
  async reload(): Promise<void> {
    if (this.#snapshot.pending !== undefined) return;
    if (this.view === undefined) await this.#open();
    else await this.#attempt('check', checkView);
  }

  /**
   * Asks the service for the session, unseen. A failure is no news: the signer is busy with something else. But a
   * secret past its end opens nothing any more, and that is one.
   */
  async refresh(): Promise<void> {
    const session = this.#session;
    const { view } = this;
    if (session === undefined || view === undefined || isEnded(view)) return;
    if (this.#snapshot.pending !== undefined) return;
    const { client, secret } = session;
    const { signal } = session.abort;
    const revision = ++this.#revision;
    try {
      const answer = await loadView(client, signal);
      if (!signal.aborted && revision === this.#revision) this.#apply(answer);
    } catch (error) {
      if (signal.aborted || revision !== this.#revision) return;
      if (isRefusedSecret(error) && isLate(secret, view.clockOffset)) this.#close('expired');
    }
  }

  /**
   * Does what the signer wants. Nothing that is not shown can be accepted, and nothing is done while something
   * else is on its way.
   */
  async act(action: SignerAction): Promise<void> {
    const { view } = this;
    const run = view && requestOf(action, view, this.#snapshot.document);
    if (run !== undefined) await this.#attempt(action.kind, run);
  }

  /** Forgets what went wrong: the signer has turned away from it. */
  dismissProblem(): void {
    this.#update({ problem: undefined });
  }

  /** Downloads the document again. */
  reloadDocument(): void {
    if (this.view !== undefined) this.#loadDocument(this.view);
  }

  async #listen(signal: AbortSignal): Promise<void> {
    await this.#session?.client.follow(signal, session => {
      if (signal.aborted) return;
      if (this.#snapshot.pending === undefined) this.#apply(toSessionView(session, Date.now()));
      else this.#missed = true;
    });
  }

  async #open(): Promise<void> {
    const session = this.#session;
    if (session === undefined) return;
    // The signer's “try again” may come while the first try is still waiting.
    session.abort.abort();
    const { signal } = (session.abort = new AbortController());
    this.#update({ ...EMPTY, state: { phase: 'loading' } });
    try {
      const view = await loadView(session.client, signal);
      if (!signal.aborted) this.#apply(view);
    } catch (error) {
      if (signal.aborted) return;
      if (isRefusedSecret(error)) this.#close(refusalEnding(error, session.secret));
      else this.#handleUnreachable(error);
    }
  }

  /** Runs an action, and says what became of it once that is known. */
  async #attempt(kind: Pending, run: Attempt['run']): Promise<void> {
    const session = this.#session;
    const before = this.view;
    if (session === undefined || before === undefined || this.#snapshot.pending !== undefined) return;
    const { client, secret } = session;
    const { signal } = session.abort;
    this.#revision += 1;
    this.#missed = false;
    // What is unknown stays so while the service is asked about it.
    this.#update({ pending: kind, ...(kind === 'check' ? {} : { problem: undefined }) });
    const ended = (view: SessionView) => this.#apply(view);
    try {
      const result = await attempt({ kind, before, client, signal, run, ended });
      if (!signal.aborted) this.#handleResult(result, secret);
    } catch (error) {
      // Nobody waits for what was given up.
      if (!signal.aborted) throw error;
    } finally {
      if (!signal.aborted) this.#settle();
    }
  }

  /** Nothing is on its way any more. What was told meanwhile may be newer than the answer. */
  #settle(): void {
    this.#update({ pending: undefined });
    if (this.#missed) void this.refresh();
  }

  #handleResult({ view, sandboxCode, handover, trouble, refusal }: AttemptResult, secret: string): void {
    if (handover !== undefined) this.#update({ handover });
    if (view !== undefined) this.#apply(view);
    else if (refusal !== undefined && isLate(secret, this.view?.clockOffset)) this.#close('expired');
    if (sandboxCode !== undefined) this.#update({ sandboxCode });
    if (trouble === undefined || this.view === undefined) return;
    this.#listener.failed(trouble.failure);
    const problem = problemToTell(trouble.problem, this.#snapshot.problem);
    if (problem === undefined) return;
    this.#update({ problem });
    this.#watch.follow(this.view, trouble.failure.retryable, this.#snapshot.handover !== undefined);
  }

  /** Takes over the service's view, with what it makes of what the signer was told before. */
  #apply(answer: SessionView): void {
    const before = this.view;
    const view = withKnownCode(answer, before);
    // What has ended stays ended: a slower answer to an older question must not bring it back.
    if (before !== undefined && isEnded(before) && !isEnded(view)) return;
    this.#revision += 1;
    const change = takeOver(view, this.#snapshot);
    this.#update(change);
    this.#watch.follow(view, change.problem !== undefined, change.handover !== undefined);
    if (isEnded(view)) this.#documents.stop();
    else if (this.#snapshot.document === undefined || before?.document?.digest !== view.document?.digest) {
      this.#loadDocument(view);
    }
  }

  #loadDocument({ document }: SessionView): void {
    if (this.#session === undefined || document === undefined) return;
    const ask = async () => {
      await this.refresh();
      return this.view?.document;
    };
    void this.#documents.load({ client: this.#session.client, document, ask });
  }

  #handleDocument(document: DocumentLoad): void {
    this.#update({ document });
    if (document.status === 'failed') this.#listener.failed(documentFailure(document.problem));
  }

  #handleUnreachable(error: unknown): void {
    this.#listener.failed(failureOf(error));
    const reason = troubleReason(error, navigator.onLine);
    this.#update({ ...EMPTY, state: { phase: 'unreachable', reason } });
  }

  #close(ending: Obstacle): void {
    this.#watch.rest();
    this.#documents.stop();
    this.#update({ ...EMPTY, state: { phase: 'closed', ending } });
    const failure = obstacleFailure(ending);
    if (failure !== undefined) this.#listener.failed(failure);
  }

  #update(change: Partial<SessionSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    this.#host.requestUpdate();
  }

  #handleOnline(): void {
    const { state, problem } = this.#snapshot;
    if (state.phase === 'unreachable' || problem?.kind === 'unknown') void this.reload();
  }
}
