import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { onePagePdf } from '../../support/small-pdf.ts';

/** What is asked again with the same key, as the interface says. */
const PASSING = [429, 502, 503];
const GIVE_UP_MS = 120_000;
const PAUSE_MS = 500;
const TOKEN_MS = 300_000;

interface Answer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- a bench reads what it expects and fails where it is not there
  readonly body: any;
}

/** An integrator and its signers, who repeat what was not answered, with the same idempotency key. */
export class PatientClient {
  readonly #base: string;
  #token: { readonly value: Promise<string>; readonly until: number } | undefined;
  /** Answers that asked for another try, by status; 0 for a broken connection. */
  readonly repeats = new Map<number, number>();

  constructor(base: string) {
    this.#base = base;
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
    const accepted = await this.send(`${address}/advance`, clientSecret, { action: 'accept' });
    // Carried out by a try whose answer was lost.
    const now = accepted.status === 200 ? accepted : await this.send(address, clientSecret);
    if (now.body.status !== 'COMPLETED') {
      throw new Error(`A session is ${now.body.status} after ${accepted.status} ${accepted.body.type}`);
    }
    return { sessionId, transactionId };
  }

  async register(url: string): Promise<void> {
    const json = { url, events: ['TRANSACTION.COMPLETED'] };
    const { status } = await this.send('/v1/webhooks', await this.#authorization(), json);
    if (status !== 201) throw new Error(`The webhook answers ${status}`);
  }

  async send(address: string, as: string, json?: unknown): Promise<Answer> {
    const headers = { Authorization: `Bearer ${as}`, 'X-Idempotency-Key': randomUUID() };
    const sent = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' } };
    return this.#repeat(address, json === undefined ? { headers } : { ...sent, body: JSON.stringify(json) });
  }

  async #repeat(address: string, init: RequestInit): Promise<Answer> {
    const deadline = Date.now() + GIVE_UP_MS;
    for (;;) {
      const answer = await this.#try(address, init);
      if (answer !== undefined && !PASSING.includes(answer.status)) return answer;
      const status = answer?.status ?? 0;
      this.repeats.set(status, (this.repeats.get(status) ?? 0) + 1);
      if (Date.now() > deadline) throw new Error(`${address.split('/', 3).join('/')} never answered`);
      await delay(PAUSE_MS + Math.random() * PAUSE_MS);
    }
  }

  async #try(address: string, init: RequestInit): Promise<Answer | undefined> {
    try {
      const response = await fetch(this.#base + address, { ...init, signal: AbortSignal.timeout(60_000) });
      const text = await response.text();
      const isJson = /json/.test(response.headers.get('Content-Type') ?? '');
      return { status: response.status, body: isJson ? JSON.parse(text) : {} };
    } catch {
      return undefined;
    }
  }

  #authorization(): Promise<string> {
    if (this.#token === undefined || Date.now() > this.#token.until) {
      const client = { client_id: 'local', client_secret: 'local-secret' };
      const body = new URLSearchParams({ grant_type: 'client_credentials', ...client });
      const value = this.#repeat('/oauth2/token', { method: 'POST', body }).then(answer =>
        String(answer.body.access_token),
      );
      this.#token = { value, until: Date.now() + TOKEN_MS };
    }
    return this.#token.value;
  }
}
