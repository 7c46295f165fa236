import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { ClientSecret } from '../api/client-secret.ts';
import { SignerClient } from '../api/signer-client.ts';
import { checkSupport } from '../support/check-support.ts';
import { accessError, type SessionError } from './errors.ts';
import type { AcceptContext, SessionIntent } from './intents.ts';
import { RunningSession } from './running-session.ts';
import { SessionSync } from './session-sync.ts';
import { EMPTY, openView, type ClosedReason, type SessionSnapshot } from './state.ts';
import type { SessionView } from './view.ts';

/** The address of the session. */
interface SessionAddress {
  /** Absolute. */
  readonly baseUrl: string;
  /** Used when the secret holds no session id. */
  readonly sessionId: string | undefined;
  /** The page's own where it is undefined. */
  readonly fetch: typeof fetch | undefined;
}

/** The element, as the controller needs it. */
interface SessionListener {
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
 * Starts and stops the session of the element's secret, and keeps its one snapshot. The session itself
 * (running-session.ts) owns the effects between the element and the service.
 */
export class SessionController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #listener: SessionListener;
  readonly #sync: SessionSync;
  #snapshot: SessionSnapshot = EMPTY;
  /** Kept while the element is disconnected, so that reconnecting it starts the session again. */
  #secret: ClientSecret | undefined;
  #isStarted = false;
  #session: RunningSession | undefined;

  constructor(host: ReactiveControllerHost & Element, listener: SessionListener) {
    this.#host = host;
    this.#listener = listener;
    this.#sync = new SessionSync({
      refresh: async () => this.#session?.refresh(),
      stream: async signal => {
        const session = this.#session;
        const { followInTurn } = await import('./stream-turns.ts');
        if (session !== undefined) await followInTurn(host, session, signal);
      },
      endsSoon: minutes => listener.endsSoon(minutes),
      online: () => this.#session?.handleOnline(),
    });
    host.addController(this);
  }

  get snapshot(): SessionSnapshot {
    return this.#snapshot;
  }

  get view(): SessionView | undefined {
    return openView(this.#snapshot);
  }

  /** Has a client secret been set, even an invalid one? */
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
    const client = new SignerClient({ ...address, sessionId, clientSecret: secret });
    const owner = {
      snapshot: () => this.#snapshot,
      sync: this.#sync,
      replace: (snapshot: SessionSnapshot) => this.#replace(snapshot),
      failed: (error: SessionError) => this.#listener.failed(error),
      close: (ending: ClosedReason) => this.#close(ending),
    };
    this.#session = new RunningSession(owner, client, secret);
    void this.#session.load();
  }

  /** Aborts everything under way and forgets the session, but not its secret. */
  #stop(): void {
    this.#session?.stop();
    this.#session = undefined;
    this.#isStarted = false;
    this.#sync.stop();
    this.#replace(EMPTY);
  }

  /** The signer's “try again”: loads the session and shows that it does. */
  async reload(): Promise<void> {
    return this.#session?.reload();
  }

  /**
   * Carries out an intent. Ignores it while another action is under way, or when it isn't possible now, such as
   * accepting a document that is not shown.
   */
  async perform(intent: SessionIntent, context: AcceptContext): Promise<void> {
    return this.#session?.perform(intent, context);
  }

  /** Downloads the document again. */
  reloadDocument(): void {
    this.#session?.reloadDocument();
  }

  /** Removes the error: the signer has left the screen that showed it. */
  dismissError(): void {
    this.#replace({ ...this.#snapshot, error: undefined });
  }

  #close(ending: ClosedReason): void {
    this.#sync.stop();
    this.#replace({ ...EMPTY, state: { phase: 'closed', ending } });
    if (ending !== 'expired') this.#listener.failed(accessError(ending));
  }

  #replace(snapshot: SessionSnapshot): void {
    this.#snapshot = snapshot;
    this.#host.requestUpdate();
  }
}
