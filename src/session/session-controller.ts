import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { readClientSecret } from '../api/client-secret.ts';
import type { StatusError } from '../api/errors.ts';
import { SignerClient } from '../api/signer-client.ts';
import type { DocumentLoad } from '../document/document-load.ts';
import { checkSupport } from '../support/check-support.ts';
import { DocumentLoader } from './document-loader.ts';
import { actionProblem, failureOf, isRefusedSecret, troubleReason, type Failure } from './failure.ts';
import { SessionWatch } from './session-watch.ts';
import type { ActionProblem, Pending, SessionSnapshot, SessionState } from './state.ts';
import { currentStep, isEnded, toSessionView, withEnd, type SessionView } from './view.ts';

export interface SessionStart {
  readonly clientSecret: string;
  /** Serves when the secret can't be read. */
  readonly sessionId?: string | undefined;
  readonly baseUrl: string;
}

/** What the controller tells its element, besides asking it to update. */
export interface SessionListener {
  failed(failure: Failure): void;
  endsSoon(minutes: number): void;
}

interface OpenSession {
  readonly client: SignerClient;
  readonly secret: string;
  abort: AbortController;
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

  constructor(host: ReactiveControllerHost, listener: SessionListener) {
    this.#host = host;
    this.#listener = listener;
    this.#watch = new SessionWatch({
      ask: () => this.refresh(),
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
  start({ clientSecret, sessionId, baseUrl }: SessionStart): void {
    this.stop();
    const { missing } = checkSupport();
    if (missing.length > 0) {
      this.#close(missing.includes('secure-context') ? 'insecurePage' : 'unsupportedBrowser');
      return;
    }
    const claims = readClientSecret(clientSecret);
    const id = claims && (claims.sessionId ?? sessionId);
    if (id === undefined || id === '') {
      this.#close('invalidLink');
      return;
    }
    const client = new SignerClient({ baseUrl, sessionId: id, clientSecret });
    this.#session = { client, secret: clientSecret, abort: new AbortController() };
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
    else await this.#act('check', (client, signal) => loadView(client, signal));
  }

  /** Asks the service for the session, unseen. A failure is no news: the signer is busy with something else. */
  async refresh(): Promise<void> {
    const session = this.#session;
    const { view } = this;
    if (session === undefined || view === undefined || isEnded(view)) return;
    if (this.#snapshot.pending !== undefined) return;
    const { signal } = session.abort;
    const revision = ++this.#revision;
    const answer = await loadView(session.client, signal).catch(() => undefined);
    if (answer !== undefined && !signal.aborted && revision === this.#revision) this.#apply(answer, true);
  }

  /** Accepts for the signer what is shown; nothing else can be accepted. */
  accept(textVersion: string, locale: string): Promise<void> {
    const { view } = this;
    const step = view && currentStep(view);
    const { document } = this.#snapshot;
    if (view === undefined || step === undefined) return Promise.resolve();
    if (view.document !== undefined && document?.status !== 'loaded') return Promise.resolve();
    return this.#act('accept', async (client, signal) => {
      const hash = document?.status === 'loaded' ? { acceptedDocumentHash: `sha256:${document.digest}` } : {};
      const answer = await client.accept(step, { ...hash, textVersion, locale }, signal);
      return answer.session === undefined
        ? this.#learn(withEnd(view, answer), client, signal)
        : toSessionView(answer.session, Date.now());
    });
  }

  /** Declines for the signer. */
  decline(reason: string): Promise<void> {
    const { view } = this;
    if (view === undefined) return Promise.resolve();
    return this.#act('decline', async (client, signal) => {
      const { status } = await client.decline(reason, signal);
      // Not every service tells who cancelled; here we know.
      const known = withEnd(view, { status, cancelledBy: 'signer' });
      const learnt = await this.#learn(known, client, signal);
      return { ...learnt, cancelledBy: learnt.cancelledBy ?? 'signer' };
    });
  }

  /** Forgets what went wrong: the signer has turned away from it. */
  dismissProblem(): void {
    this.#update({ problem: undefined });
  }

  /** Downloads the document again. */
  reloadDocument(): void {
    if (this.view !== undefined) this.#loadDocument(this.view);
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
      if (isRefusedSecret(error)) this.#refuse(error, session.secret);
      else this.#handleUnreachable(error);
    }
  }

  /**
   * Runs an action of the signer. When it fails, the service is asked what is true before anything is said: an
   * answer that was lost may have been acted upon.
   */
  async #act(
    pending: Pending,
    action: (client: SignerClient, signal: AbortSignal) => Promise<SessionView>,
  ): Promise<void> {
    const session = this.#session;
    if (session === undefined || this.#snapshot.pending !== undefined) return;
    const { signal } = session.abort;
    const stepBefore = this.view && currentStep(this.view)?.stepId;
    this.#revision += 1;
    this.#update({ pending, problem: undefined });
    try {
      const view = await action(session.client, signal);
      if (!signal.aborted) this.#apply(view);
    } catch (error) {
      if (signal.aborted) return;
      await this.#recover(error, pending, stepBefore, session);
    } finally {
      if (!signal.aborted) this.#update({ pending: undefined });
    }
  }

  /** An answer without the session: what it says holds, whether or not the rest can be asked for. */
  async #learn(known: SessionView, client: SignerClient, signal: AbortSignal): Promise<SessionView> {
    if (isEnded(known)) this.#apply(known);
    try {
      return await loadView(client, signal);
    } catch (error) {
      if (signal.aborted || !isEnded(known)) throw error;
      return known;
    }
  }

  async #recover(
    error: unknown,
    action: Pending,
    stepBefore: string | undefined,
    { client, abort: { signal } }: OpenSession,
  ): Promise<void> {
    const failure = failureOf(error);
    try {
      const view = await loadView(client, signal);
      if (signal.aborted) return;
      this.#apply(view);
      const undone = !isEnded(view) && currentStep(view)?.stepId === stepBefore;
      if (undone && action !== 'check') this.#report(failure, actionProblem(error, action));
    } catch {
      // Not even a refusal now is an answer: the session was open, and may have been signed.
      if (!signal.aborted) this.#report(failure, action === 'decline' ? 'declineUnknown' : 'unknown');
    }
  }

  #report(failure: Failure, problem: ActionProblem): void {
    this.#listener.failed(failure);
    this.#update({ problem });
    if (this.view !== undefined) this.#watch.follow(this.view, failure.retryable);
  }

  /** Takes over the service's view. An unseen one leaves standing what the signer was told. */
  #apply(view: SessionView, unseen = false): void {
    const before = this.view;
    // What has ended stays ended: a slower answer to an older question must not bring it back.
    if (before !== undefined && isEnded(before) && !isEnded(view)) return;
    this.#revision += 1;
    const sameStep = before && currentStep(before)?.stepId === currentStep(view)?.stepId;
    const problem = unseen && sameStep && !isEnded(view) ? this.#snapshot.problem : undefined;
    this.#update({ state: { phase: 'open', view }, problem });
    this.#watch.follow(view, problem !== undefined);
    if (isEnded(view)) this.#documents.stop();
    else if (this.#snapshot.document === undefined || before?.document?.digest !== view.document?.digest) {
      this.#loadDocument(view);
    }
  }

  #loadDocument({ document }: SessionView): void {
    if (this.#session !== undefined && document !== undefined) {
      void this.#documents.load(this.#session.client, document);
    }
  }

  #handleDocument(document: DocumentLoad): void {
    this.#update({ document });
    if (document.status !== 'failed') return;
    const mismatch = document.problem === 'mismatch';
    this.#listener.failed({
      code: mismatch ? 'document_hash_mismatch' : 'document_unavailable',
      retryable: !mismatch,
    });
  }

  /** The secret opens nothing (any more). Past the secret's own end, that is why. */
  #refuse(error: StatusError, secret: string): void {
    const expiresAt = readClientSecret(secret)?.expiresAt;
    const late = expiresAt !== undefined && expiresAt <= Date.now();
    this.#close(late || error.status === 410 ? 'expired' : 'invalidLink');
  }

  #handleUnreachable(error: unknown): void {
    this.#listener.failed(failureOf(error));
    const reason = troubleReason(error, navigator.onLine);
    this.#update({ ...EMPTY, state: { phase: 'unreachable', reason } });
  }

  #close(ending: Extract<SessionState, { phase: 'closed' }>['ending']): void {
    this.#watch.rest();
    this.#update({ ...EMPTY, state: { phase: 'closed', ending } });
    if (ending === 'expired') return;
    const code = ending === 'invalidLink' ? 'invalid_client_secret' : 'unsupported_browser';
    this.#listener.failed({ code, retryable: false });
  }

  #update(change: Partial<SessionSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    this.#host.requestUpdate();
  }

  #handleOnline(): void {
    const { state, problem } = this.#snapshot;
    const unknown = problem === 'unknown' || problem === 'declineUnknown';
    if (state.phase === 'unreachable' || unknown) void this.reload();
  }
}

async function loadView(client: SignerClient, signal: AbortSignal): Promise<SessionView> {
  return toSessionView(await client.load(signal), Date.now());
}

const EMPTY: SessionSnapshot = {
  state: { phase: 'idle' },
  document: undefined,
  pending: undefined,
  problem: undefined,
};
