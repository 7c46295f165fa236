import { bootstrapOf, type WireBootstrap } from './bootstraps.ts';
import { clientSecret } from '../../packages/testing/src/client-secret.ts';
import { CODE, fromNow, type ScriptedFlow } from './scripted-flow.ts';
import { onePagePdf } from './small-pdf.ts';

/** How one request is answered. */
export type Answer = (request: ScriptedRequest) => Promise<Response> | Response;

export interface ScriptedRequest {
  readonly method: string;
  /** `GET session`, `GET documents`, `GET events`, `POST advance`, `POST cancel`, `POST handover` or `GET document`. */
  readonly route: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
  readonly signal: AbortSignal | null;
}

export const BASE_URL = 'https://service.test';

/** JSON as the service sends it. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

/** A problem as the service sends it. */
export function problem(status: number, type: string, headers: Record<string, string> = {}): Response {
  return json({ type: `https://service.test/problems/${type}`, title: type, status }, status, headers);
}

/** The connection is lost. */
export function lost(): Promise<Response> {
  return Promise.reject(new TypeError('Failed to fetch'));
}

/** No answer ever comes, until the request is aborted. */
export function silence({ signal }: ScriptedRequest): Promise<Response> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
  });
}

/**
 * Stands in for the service where a test needs it to misbehave on command: takes the place of `fetch` for
 * addresses under BASE_URL. Well-behaved by itself: holds one session and really moves it.
 */
export class ScriptedService {
  readonly requests: ScriptedRequest[] = [];
  bytes: Uint8Array<ArrayBuffer> = onePagePdf('Contrato');
  session: WireBootstrap = {};
  readonly secret = clientSecret({ sid: 'ss_test', exp: Math.floor(Date.now() / 1000) + 3600 });
  /** What it says of the documents of a batch. */
  documents: readonly WireBootstrap[] = [];
  /** How the session goes on when it is not over with the first step. */
  flow: ScriptedFlow | undefined;
  readonly #scripts = new Map<string, Answer[]>();
  readonly #fetch = globalThis.fetch.bind(globalThis);
  /** By how much its clock is ahead of the device's, ms. */
  #ahead = 0;

  /** Begins to answer. Call `stop` when the test ends. */
  async start(overrides: WireBootstrap = {}): Promise<this> {
    this.session = bootstrapOf(overrides);
    this.#setClock();
    if (!('document' in overrides)) await this.replaceDocument(this.bytes);
    globalThis.fetch = (input, init) => this.#handle(new Request(input, init), init);
    return this;
  }

  stop(): void {
    globalThis.fetch = this.#fetch;
  }

  /** The next requests of a route are answered so, one after the other; then well again. */
  script(route: string, ...answers: Answer[]): void {
    this.#scripts.set(route, answers);
  }

  /** Gives the session another document, of so many pages as the service says. */
  async replaceDocument(bytes: Uint8Array<ArrayBuffer>, pages = 1, more: WireBootstrap = {}): Promise<void> {
    this.bytes = bytes;
    const hash = `sha256:${await sha256(bytes)}`;
    this.change({
      document: { presignedUrl: `${BASE_URL}/document.pdf`, filename: 'contrato.pdf', hash, pages, ...more },
    });
  }

  /** Makes the session one over a batch, whose documents have the bytes of its own; `more` is said of each. */
  async makeBatch(titles: readonly string[], more: WireBootstrap = {}): Promise<void> {
    const hash = `sha256:${await sha256(this.bytes)}`;
    const presignedUrl = `${BASE_URL}/document.pdf`;
    this.documents = titles.map((title, index) => ({
      position: index + 1,
      title,
      hash,
      pages: 1,
      presignedUrl,
      ...more,
    }));
    const { batch } = this.session;
    this.change({ batch: { total: titles.length, ...Object(batch) } });
  }

  /** Keeps the document back until the function it answers is called. */
  holdDocument(): () => void {
    let release: (() => void) | undefined;
    const released = new Promise<void>(resolve => {
      release = resolve;
    });
    this.script('GET document', async () => {
      await released;
      return new Response(this.bytes.slice());
    });
    return () => release?.();
  }

  /** Changes the session as if somebody else had. */
  change(overrides: WireBootstrap): void {
    this.session = { ...this.session, ...overrides };
    if ('serverTime' in overrides) this.#setClock();
  }

  /** How often a route was asked. */
  count(route: string): number {
    return this.requests.filter(request => request.route === route).length;
  }

  /** What the service does on `accept`, whether or not its answer arrives. */
  complete(): void {
    this.change({
      status: 'COMPLETED',
      steps: [{ stepId: 'st_1', type: 'CLICK_ACCEPT', status: 'COMPLETED', order: 1, attempts: 0 }],
      completedAt: '2026-11-20T14:58:00Z',
      evidenceId: 'ev_01JD8K3V9Q7',
      verifierUrl: 'https://service.test/verify/ev_01JD8K3V9Q7',
      downloadUrl: 'https://service.test/signed.pdf',
    });
  }

  #setClock(): void {
    this.#ahead = Date.parse(String(this.session['serverTime'])) - Date.now();
  }

  /** The session with the time of its clock. */
  #now(): WireBootstrap {
    if (Number.isNaN(this.#ahead)) return this.session;
    return { ...this.session, serverTime: new Date(Date.now() + this.#ahead).toISOString() };
  }

  /** Acts as the service would, and answers what it would answer. */
  #advance({ action, otpCode, otpChannel }: ScriptedRequest['body']): WireBootstrap {
    const { flow } = this;
    if (flow === undefined) this.complete();
    else if (action === 'resend_otp') this.change(flow.sent(otpChannel === 'sms' ? 'sms' : 'email'));
    else if (action !== 'verify_otp') this.change(flow.passed());
    else if (otpCode === CODE) this.complete();
    else this.change(flow.refused());
    const { status, environment } = this.session;
    const sandbox = environment === 'sandbox' ? { otpCode: CODE } : undefined;
    return { sessionId: 'ss_test', status, session: this.#now(), sandbox };
  }

  async #handle(request: Request, init: RequestInit | undefined): Promise<Response> {
    const { pathname, origin } = new URL(request.url);
    if (origin !== BASE_URL) return this.#fetch(request);
    const last = pathname.split('/').at(-1) ?? '';
    const name = ['advance', 'cancel', 'documents', 'events', 'handover'].includes(last)
      ? last
      : last === 'document.pdf'
        ? 'document'
        : 'session';
    const text = await request.text();
    const scripted: ScriptedRequest = {
      method: request.method,
      route: `${request.method} ${name}`,
      body: text === '' ? {} : JSON.parse(text),
      headers: request.headers,
      signal: init?.signal ?? null,
    };
    this.requests.push(scripted);
    const answer = this.#scripts.get(scripted.route)?.shift();
    return answer === undefined ? this.#answer(scripted) : answer(scripted);
  }

  #answer({ route, body }: ScriptedRequest): Response {
    switch (route) {
      case 'GET document':
        return new Response(this.bytes.slice());
      case 'GET documents':
        return json({ documents: this.documents });
      case 'GET events':
        return problem(404, 'not-found');
      case 'POST advance':
        return json(this.#advance(body));
      case 'POST cancel':
        this.change({ status: 'CANCELLED', cancelledBy: 'signer', declineReason: body['reason'] });
        return json({ sessionId: 'ss_test', transactionId: 'tx_test', status: 'CANCELLED' });
      case 'POST handover':
        return json({ url: `${BASE_URL}/s/ss_test?h=c0de`, expiresAt: fromNow(300 + this.#ahead / 1000) });
      default:
        return json(this.#now());
    }
  }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('');
}
