import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request as ask } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { onePagePdf } from '../../support/small-pdf.ts';

/** What is asked again with the same key, as the interface says. */
const PASSING = [429, 502, 503];
const GIVE_UP_MS = 120_000;
const PAUSE_MS = 500;
const TRY_MS = 60_000;
const TOKEN_MS = 300_000;

interface Answer {
  readonly status: number;
  readonly size: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- a bench reads what it expects and fails where it is not there
  readonly body: any;
}

interface Sent {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * An integrator and its signers over TLS, who repeat what was not answered, with the same idempotency key. A signing is what
 * a page and its server ask for: creation, bootstrap, document, acceptance, status and the signed document.
 */
export class PatientClient {
  readonly #base: string;
  readonly #secret: string;
  readonly #agent: Agent;
  #token: { readonly value: Promise<string>; readonly until: number } | undefined;
  /** Answers that asked for another try, by status; 0 for a broken connection. */
  readonly repeats = new Map<number, number>();

  /**
   * @param options.ca the certificate of whom it trusts, PEM
   * @param options.secret of the client `local`
   */
  constructor(base: string, { ca, secret }: { readonly ca: string; readonly secret: string }) {
    this.#base = base;
    this.#secret = secret;
    this.#agent = new Agent({ ca, keepAlive: true });
  }

  close(): void {
    this.#agent.destroy();
  }

  /** One session, from its creation to its signature. @returns its ids */
  async sign(): Promise<{ readonly sessionId: string; readonly transactionId: string }> {
    const content = Buffer.from(onePagePdf('Contrato')).toString('base64');
    const { status, body } = await this.send('/v1/signing-sessions', await this.#authorization(), {
      purpose: 'DOCUMENT_SIGNATURE',
      policy: { profile: 'CLICK_ONLY' },
      signer: { name: 'Maria da Silva', cpf: '52998224725' },
      document: { content, filename: 'contrato.pdf' },
    });
    if (status !== 201) throw new Error(`The creation answers ${status} ${body.type}`);
    const { sessionId, transactionId, clientSecret } = body;
    const address = `/v1/signing-sessions/${sessionId}`;
    const { body: seen } = await this.send(address, clientSecret);
    await this.#read(seen.document.presignedUrl, content.length * 0.75);
    const accepted = await this.send(`${address}/advance`, clientSecret, { action: 'accept' });
    // Carried out by a try whose answer was lost.
    const now = accepted.status === 200 ? accepted : await this.send(address, clientSecret);
    if (now.body.status !== 'COMPLETED') {
      throw new Error(`A session is ${now.body.status} after ${accepted.status} ${accepted.body.type}`);
    }
    const { body: outcome } = await this.send(`${address}/status`, clientSecret);
    if (outcome.status !== 'COMPLETED') throw new Error(`The status is ${outcome.status}`);
    const { downloadUrl } = 'session' in now.body ? now.body.session : now.body;
    await this.#read(downloadUrl, seen.document.sizeBytes);
    return { sessionId, transactionId };
  }

  async register(url: string): Promise<void> {
    const json = { url, events: ['TRANSACTION.COMPLETED'] };
    const { status } = await this.send('/v1/webhooks', await this.#authorization(), json);
    if (status !== 201) throw new Error(`The webhook answers ${status}`);
  }

  async send(address: string, as: string, json?: unknown): Promise<Answer> {
    const headers = { Authorization: `Bearer ${as}`, 'X-Idempotency-Key': randomUUID() };
    const sent = { method: 'POST' as const, headers: { ...headers, 'Content-Type': 'application/json' } };
    return this.#repeat(address, json === undefined ? { headers } : { ...sent, body: JSON.stringify(json) });
  }

  /** @throws Error for less than this many bytes */
  async #read(url: string, least: number): Promise<void> {
    const { pathname, search } = new URL(url);
    const { status, size } = await this.#repeat(pathname + search, {});
    if (status !== 200 || size < least - 2) throw new Error(`A document answers ${status}, ${size} bytes`);
  }

  async #repeat(address: string, sent: Sent): Promise<Answer> {
    const deadline = Date.now() + GIVE_UP_MS;
    for (;;) {
      const answer = await this.#try(address, sent);
      if (answer !== undefined && !PASSING.includes(answer.status)) return answer;
      const status = answer?.status ?? 0;
      this.repeats.set(status, (this.repeats.get(status) ?? 0) + 1);
      if (Date.now() > deadline) throw new Error(`${address.split('/', 3).join('/')} never answered`);
      await delay(PAUSE_MS + Math.random() * PAUSE_MS);
    }
  }

  async #try(address: string, { method = 'GET', headers = {}, body }: Sent): Promise<Answer | undefined> {
    const request = ask(this.#base + address, {
      method,
      headers,
      agent: this.#agent,
      signal: AbortSignal.timeout(TRY_MS),
    });
    try {
      const answered = once(request, 'response');
      request.end(body);
      const [response]: IncomingMessage[] = await answered;
      if (response === undefined) return undefined;
      const bytes = await buffer(response);
      const isJson = /json/.test(response.headers['content-type'] ?? '');
      const { statusCode = 0 } = response;
      return { status: statusCode, size: bytes.length, body: isJson ? JSON.parse(bytes.toString()) : {} };
    } catch {
      request.destroy();
      return undefined;
    }
  }

  #authorization(): Promise<string> {
    if (this.#token === undefined || Date.now() > this.#token.until) {
      const client = { client_id: 'local', client_secret: this.#secret };
      const body = String(new URLSearchParams({ grant_type: 'client_credentials', ...client }));
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const value = this.#repeat('/oauth2/token', { method: 'POST', headers, body }).then(answer =>
        String(answer.body.access_token),
      );
      this.#token = { value, until: Date.now() + TOKEN_MS };
    }
    return this.#token.value;
  }
}
