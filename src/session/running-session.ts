import { isMissing } from '../assets/asset-watch.ts';
import type { ClientSecret } from '../api/client-secret.ts';
import type { SignerClient } from '../api/signer-client.ts';
import type { DocumentLoad } from '../document/document-load.ts';
import { loadView, requestFor, runAction, type ActionRequest } from './actions.ts';
import type { KeptLoad } from './document-loader.ts';
import { laterDocumentLoader } from './later-document-loader.ts';
import { documentError, isRefusedSecret, loadError, offlineError, type SessionError } from './errors.ts';
import type { AcceptContext, PendingAction, SessionIntent } from './intents.ts';
import { toSessionView } from './read-view.ts';
import type { SessionSync } from './session-sync.ts';
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

/** The controller, as a session needs it. */
interface SessionOwner {
  readonly snapshot: () => SessionSnapshot;
  readonly sync: SessionSync;
  readonly replace: (snapshot: SessionSnapshot) => void;
  readonly failed: (error: SessionError) => void;
  /** The session can't be loaded, or has expired. */
  readonly close: (ending: ClosedReason) => void;
}

/**
 * A session from its first load until it is stopped: loads it, runs the signer's actions, and replaces the snapshot by
 * each answer of the service. Nothing outlives `stop`: every await is followed by a check of the session's signal.
 */
export class RunningSession {
  readonly #owner: SessionOwner;
  readonly #client: SignerClient;
  readonly #secret: ClientSecret;
  /** What has come of the document. */
  readonly #kept: KeptLoad = {};
  #abort = new AbortController();
  #documentAbort = new AbortController();
  /** Counts views and actions: an answer to an older request is ignored. */
  #revision = 0;
  /** Did the service report a change while an action was under way? */
  #changedMeanwhile = false;

  constructor(owner: SessionOwner, client: SignerClient, secret: ClientSecret) {
    this.#owner = owner;
    this.#client = client;
    this.#secret = secret;
  }

  /** Aborts everything under way. */
  stop(): void {
    this.#abort.abort();
    this.#documentAbort.abort();
  }

  /** The signer's “try again”: loads the session and shows that it does. */
  async reload(): Promise<void> {
    if (this.#snapshot.pending !== undefined) return;
    if (this.#view === undefined) await this.load();
    else await this.#run('check', async (client, signal) => ({ view: await loadView(client, signal) }));
  }

  /**
   * Loads the session in the background. Errors are ignored, except for a secret that is refused after its expiry:
   * then the session has ended.
   */
  async refresh(): Promise<void> {
    const view = this.#view;
    if (view === undefined || isEnded(view) || this.#snapshot.pending !== undefined) return;
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
    const view = this.#view;
    const { document } = this.#snapshot;
    const request = view && requestFor(intent, { ...context, view, document });
    if (request !== undefined) await this.#run(intent.kind, request);
  }

  /** Downloads the document again. */
  reloadDocument(): void {
    if (this.#view !== undefined) this.#loadDocument(this.#view);
  }

  /** Reads the service's event stream for as long as it lasts. */
  async read(signal: AbortSignal): Promise<void> {
    await this.#client.follow(signal, session => {
      if (signal.aborted) return;
      if (this.#snapshot.pending === undefined) this.#apply(toSessionView(session, Date.now()));
      else this.#changedMeanwhile = true;
    });
  }

  /** Loads the session, and shows that it does. */
  async load(): Promise<void> {
    // The signer may press “try again” while the first load is still under way.
    this.#abort.abort();
    const { signal } = (this.#abort = new AbortController());
    this.#owner.replace({ ...EMPTY, state: { phase: 'loading' } });
    // There when the document's address is.
    laterDocumentLoader().catch(() => undefined);
    try {
      const view = await loadView(this.#client, signal);
      if (!signal.aborted) this.#apply(view);
    } catch (error) {
      if (signal.aborted) return;
      if (!isRefusedSecret(error)) this.#handleLoadError(error);
      else this.#close(error.status === 410 || this.#secret.isExpired() ? 'expired' : 'invalidLink');
    }
  }

  /** Runs an action, and shows its result once that is known. */
  async #run(kind: PendingAction, request: ActionRequest): Promise<void> {
    const before = this.#view;
    if (before === undefined || this.#snapshot.pending !== undefined) return;
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
      const result = await runAction({ kind, before, client: this.#client, signal, request, onEnd });
      if (!signal.aborted) this.#handleResult(result);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (!signal.aborted) this.#settle();
    }
  }

  /** Says at once that nothing was sent; a check keeps the error that it is about. */
  #refuseOffline(kind: PendingAction): void {
    const error = offlineError(kind);
    this.#owner.failed(error);
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
    else if (result.isSecretRefused) this.#closeIfExpired(this.#view);
    const view = this.#view;
    if (view === undefined) return;
    this.#owner.replace(applyResult(this.#snapshot, result));
    if (result.error === undefined) return;
    this.#owner.failed(result.error);
    const { error, handover } = this.#snapshot;
    if (error !== undefined) this.#owner.sync.start(view, result.error.retryable, handover !== undefined);
  }

  /** Replaces the view with the service's. */
  #apply(view: SessionView): void {
    const before = this.#view;
    // What has ended stays ended: a slower answer to an older request must not bring it back.
    if (before !== undefined && isEnded(before) && !isEnded(view)) return;
    this.#revision += 1;
    this.#owner.replace(applyView(this.#snapshot, view));
    const { error, handover, document } = this.#snapshot;
    const isElsewhere = handover !== undefined || view.cloud?.authorization?.status === 'pending';
    this.#owner.sync.start(this.#view ?? view, error !== undefined, isElsewhere);
    if (isEnded(view)) this.#documentAbort.abort();
    else if (document === undefined || before?.document?.digest !== view.document?.digest) {
      this.#loadDocument(view);
    }
  }

  #loadDocument({ document }: SessionView): void {
    if (document === undefined) return;
    this.#documentAbort.abort();
    const { signal } = (this.#documentAbort = new AbortController());
    const tell = (load: DocumentLoad) => {
      if (signal.aborted) return;
      this.#update({ document: load });
      // What is missing of the widget has told so itself.
      if (load.status === 'failed' && load.problem !== 'assets')
        this.#owner.failed(documentError(load.problem));
    };
    const reloadDocument = async () => {
      await this.refresh();
      return this.#view?.document;
    };
    tell({ status: 'loading' });
    laterDocumentLoader().then(
      ({ loadDocument }) =>
        loadDocument({ client: this.#client, document, reloadDocument, kept: this.#kept }, tell, signal),
      async (error: unknown) =>
        tell({ status: 'failed', problem: (await isMissing(error)) ? 'assets' : 'unreachable' }),
    );
  }

  #handleLoadError(cause: unknown): void {
    const error = loadError(cause, navigator.onLine);
    this.#owner.failed(error);
    this.#owner.replace({ ...EMPTY, state: { phase: 'unreachable', reason: error.reason } });
  }

  #closeIfExpired(view: SessionView | undefined): void {
    if (this.#secret.isExpired(view?.clockOffset)) this.#close('expired');
  }

  #close(ending: ClosedReason): void {
    this.#documentAbort.abort();
    this.#owner.close(ending);
  }

  #update(change: Partial<SessionSnapshot>): void {
    this.#owner.replace({ ...this.#snapshot, ...change });
  }

  /** Is its document still loading? */
  isLoading(): boolean {
    return this.#snapshot.document?.status === 'loading';
  }

  /** The device is connected again. */
  handleOnline(): void {
    const { state, error, document } = this.#snapshot;
    if (document?.problem === 'unreachable') this.reloadDocument();
    if (error?.reason === 'offline') this.#update({ error: undefined });
    if (state.phase === 'unreachable' || error?.reason === 'unknown') void this.reload();
    else void this.refresh();
  }

  get #snapshot(): SessionSnapshot {
    return this.#owner.snapshot();
  }

  get #view(): SessionView | undefined {
    return openView(this.#snapshot);
  }
}
