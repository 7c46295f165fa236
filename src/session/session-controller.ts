import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { ClientSecret } from '../api/client-secret.ts';
import { SignerClient } from '../api/signer-client.ts';
import type { DocumentLoad } from '../document/document-load.ts';
import { checkSupport } from '../support/check-support.ts';
import { loadView, requestFor, runAction, type ActionRequest } from './actions.ts';
import { DocumentLoader } from './document-loader.ts';
import {
  accessError,
  documentError,
  isRefusedSecret,
  loadError,
  offlineError,
  type SessionError,
} from './errors.ts';
import type { AcceptContext, Pending, SessionIntent } from './intents.ts';
import { toSessionView } from './read-view.ts';
import { SessionSync } from './session-sync.ts';
import {
  applyResult,
  applyView,
  EMPTY,
  openView,
  type ActionResult,
  type ClosedReason,
  type SessionSnapshot,
} from './state.ts';
import { isEnded, type SessionView } from './view.ts';

/** Where the session is, besides what the secret says. */
export interface SessionAddress {
  /** Absolute. */
  readonly baseUrl: string;
  /** Used when the secret holds no session id. */
  readonly sessionId: string | undefined;
}

/** The element, as the controller needs it. */
export interface SessionListener {
  /** Called when a session starts. */
  address(): SessionAddress;
  started(): void;
  /** The element was removed; `view` is the session as it was. */
  interrupted(view: SessionView | undefined): void;
  failed(error: SessionError): void;
  /** Whole minutes left, from 5 down to 1. */
  endsSoon(minutes: number): void;
}

/**
 * Owns all effects between the element and the service. Keeps one snapshot, which each answer of the service replaces.
 * Nothing outlives `#stop`: every await is followed by a check of the session's signal.
 */
export class SessionController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #listener: SessionListener;
  readonly #sync: SessionSync;
  readonly #documents = new DocumentLoader(load => this.#handleDocument(load));
  #snapshot: SessionSnapshot = EMPTY;
  /** Kept while the element is disconnected, so that reconnecting it starts the session again. */
  #secret: ClientSecret | undefined;
  #isStarted = false;
  #client: SignerClient | undefined;
  #abort = new AbortController();
  /** Counts views and actions: an answer to an older request is ignored. */
  #revision = 0;
  /** Did the service report a change while an action was under way? */
  #changedMeanwhile = false;

  constructor(host: ReactiveControllerHost & Element, listener: SessionListener) {
    this.#host = host;
    this.#listener = listener;
    this.#sync = new SessionSync({
      refresh: () => this.refresh(),
      stream: signal => this.#readStream(signal),
      endsSoon: minutes => listener.endsSoon(minutes),
      online: () => this.#handleOnline(),
    });
    host.addController(this);
  }

  get snapshot(): SessionSnapshot {
    return this.#snapshot;
  }

  get view(): SessionView | undefined {
    return openView(this.#snapshot);
  }

  /** Has a client secret been set, whatever it is worth? */
  get hasSecret(): boolean {
    return this.#secret !== undefined;
  }

  hostConnected(): void {
    this.#sync.watchPage();
    this.#startSoon();
  }

  hostDisconnected(): void {
    this.#sync.unwatchPage();
    // An element that is only moved is connected again by then.
    queueMicrotask(() => {
      if (this.#host.isConnected) return;
      this.#listener.interrupted(this.view);
      this.#stop();
    });
  }

  /**
   * Starts the session of a client secret, once the element is connected; whatever ran before is aborted. The same
   * secret again changes nothing.
   */
  connect(clientSecret: string): void {
    if (this.#secret?.equals(clientSecret)) return;
    this.#secret = new ClientSecret(clientSecret);
    this.#isStarted = false;
    this.#startSoon();
  }

  /** In a microtask, because attributes and properties set together with the secret may be set after it. */
  #startSoon(): void {
    queueMicrotask(() => {
      if (this.#isStarted || this.#secret === undefined || !this.#host.isConnected) return;
      this.#stop();
      this.#isStarted = true;
      this.#listener.started();
      this.#start(this.#secret);
    });
  }

  #start(secret: ClientSecret): void {
    const { missing } = checkSupport();
    if (missing.length > 0) {
      this.#close(missing.includes('secure-context') ? 'insecurePage' : 'unsupportedBrowser');
      return;
    }
    const address = this.#listener.address();
    const sessionId = secret.isReadable ? (secret.sessionId ?? address.sessionId) : undefined;
    if (!sessionId) {
      this.#close('invalidLink');
      return;
    }
    this.#client = new SignerClient({ baseUrl: address.baseUrl, sessionId, clientSecret: secret });
    void this.#load(this.#client);
  }

  /** Aborts everything under way and forgets the session, but not its secret. */
  #stop(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#documents.stop();
    this.#client = undefined;
    this.#isStarted = false;
    this.#sync.stop();
    this.#replace(EMPTY);
  }

  /** The signer's “try again”: loads the session and shows that it does. */
  async reload(): Promise<void> {
    if (this.#client === undefined || this.#snapshot.pending !== undefined) return;
    if (this.view === undefined) await this.#load(this.#client);
    else await this.#run('check', async (client, signal) => ({ view: await loadView(client, signal) }));
  }

  /**
   * Loads the session in the background. Errors are ignored, except for a secret that is refused after its expiry:
   * then the session has ended.
   */
  async refresh(): Promise<void> {
    const { view } = this;
    if (this.#client === undefined || view === undefined || isEnded(view)) return;
    if (this.#snapshot.pending !== undefined) return;
    const { signal } = this.#abort;
    const revision = ++this.#revision;
    try {
      const answer = await loadView(this.#client, signal);
      if (!signal.aborted && revision === this.#revision) this.#apply(answer);
    } catch (error) {
      if (signal.aborted || revision !== this.#revision) return;
      if (isRefusedSecret(error)) this.#closeIfExpired(view);
    }
  }

  /**
   * Carries out an intent. Ignores it while another action is under way, or when it isn't possible now, such as
   * accepting a document that is not shown.
   */
  async perform(intent: SessionIntent, context: AcceptContext): Promise<void> {
    const { view } = this;
    const { document } = this.#snapshot;
    const request = view && requestFor(intent, { ...context, view, document });
    if (request !== undefined) await this.#run(intent.kind, request);
  }

  /** Removes the error: the signer has left the screen that showed it. */
  dismissError(): void {
    this.#update({ error: undefined });
  }

  /** Downloads the document again. */
  reloadDocument(): void {
    if (this.view !== undefined) this.#loadDocument(this.view);
  }

  async #readStream(signal: AbortSignal): Promise<void> {
    await this.#client?.follow(signal, session => {
      if (signal.aborted) return;
      if (this.#snapshot.pending === undefined) this.#apply(toSessionView(session, Date.now()));
      else this.#changedMeanwhile = true;
    });
  }

  async #load(client: SignerClient): Promise<void> {
    // The signer may press “try again” while the first load is still under way.
    this.#abort.abort();
    const { signal } = (this.#abort = new AbortController());
    this.#replace({ ...EMPTY, state: { phase: 'loading' } });
    try {
      const view = await loadView(client, signal);
      if (!signal.aborted) this.#apply(view);
    } catch (error) {
      if (signal.aborted) return;
      if (!isRefusedSecret(error)) this.#handleLoadError(error);
      else this.#close(error.status === 410 || this.#secret?.isExpired() ? 'expired' : 'invalidLink');
    }
  }

  /** Runs an action, and shows its result once that is known. */
  async #run(kind: Pending, request: ActionRequest): Promise<void> {
    const before = this.view;
    const client = this.#client;
    if (client === undefined || before === undefined || this.#snapshot.pending !== undefined) return;
    if (!navigator.onLine) {
      this.#refuseOffline(kind);
      return;
    }
    const { signal } = this.#abort;
    this.#revision += 1;
    this.#changedMeanwhile = false;
    // A check keeps the error that it is about.
    this.#update({ pending: kind, ...(kind === 'check' ? {} : { error: undefined }) });
    const onEnd = (view: SessionView) => this.#apply(view);
    try {
      const result = await runAction({ kind, before, client, signal, request, onEnd });
      if (!signal.aborted) this.#handleResult(result);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (!signal.aborted) this.#settle();
    }
  }

  /** Says at once that nothing was sent; a check keeps the error that it is about. */
  #refuseOffline(kind: Pending): void {
    const error = offlineError(kind);
    this.#listener.failed(error);
    if (kind !== 'check') this.#update({ error });
  }

  /** Ends the action. A change reported meanwhile may be newer than the action's answer. */
  #settle(): void {
    this.#update({ pending: undefined });
    if (this.#changedMeanwhile) void this.refresh();
  }

  #handleResult(result: ActionResult): void {
    // Before the view: while there is a link, the session is watched for changes.
    if (result.handover !== undefined) this.#update({ handover: result.handover });
    if (result.view !== undefined) this.#apply(result.view);
    else if (result.isSecretRefused) this.#closeIfExpired(this.view);
    const { view } = this;
    if (view === undefined) return;
    this.#replace(applyResult(this.#snapshot, result));
    if (result.error === undefined) return;
    this.#listener.failed(result.error);
    const { error, handover } = this.#snapshot;
    if (error !== undefined) this.#sync.start(view, result.error.retryable, handover !== undefined);
  }

  /** Replaces the view with the service's. */
  #apply(view: SessionView): void {
    const before = this.view;
    // What has ended stays ended: a slower answer to an older request must not bring it back.
    if (before !== undefined && isEnded(before) && !isEnded(view)) return;
    this.#revision += 1;
    this.#replace(applyView(this.#snapshot, view));
    const { error, handover, document } = this.#snapshot;
    this.#sync.start(this.view ?? view, error !== undefined, handover !== undefined);
    if (isEnded(view)) this.#documents.stop();
    else if (document === undefined || before?.document?.digest !== view.document?.digest) {
      this.#loadDocument(view);
    }
  }

  #loadDocument({ document }: SessionView): void {
    if (this.#client === undefined || document === undefined) return;
    const reloadDocument = async () => {
      await this.refresh();
      return this.view?.document;
    };
    void this.#documents.load({ client: this.#client, document, reloadDocument });
  }

  #handleDocument(document: DocumentLoad): void {
    this.#update({ document });
    if (document.status === 'failed') this.#listener.failed(documentError(document.problem));
  }

  #handleLoadError(cause: unknown): void {
    const error = loadError(cause, navigator.onLine);
    this.#listener.failed(error);
    this.#replace({ ...EMPTY, state: { phase: 'unreachable', reason: error.reason } });
  }

  #closeIfExpired(view: SessionView | undefined): void {
    if (this.#secret?.isExpired(view?.clockOffset)) this.#close('expired');
  }

  #close(ending: ClosedReason): void {
    this.#sync.stop();
    this.#documents.stop();
    this.#replace({ ...EMPTY, state: { phase: 'closed', ending } });
    if (ending !== 'expired') this.#listener.failed(accessError(ending));
  }

  #update(change: Partial<SessionSnapshot>): void {
    this.#replace({ ...this.#snapshot, ...change });
  }

  #replace(snapshot: SessionSnapshot): void {
    this.#snapshot = snapshot;
    this.#host.requestUpdate();
  }

  #handleOnline(): void {
    const { state, error } = this.#snapshot;
    if (error?.reason === 'offline') this.#update({ error: undefined });
    if (state.phase === 'unreachable' || error?.reason === 'unknown') void this.reload();
    else void this.refresh();
  }
}
