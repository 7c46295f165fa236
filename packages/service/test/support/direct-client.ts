import assert from 'node:assert/strict';
import type { Answer } from './test-service.ts';

/** A step in the direct flow's responses. */
interface DirectStep {
  readonly stepId: string;
  readonly type: string;
  readonly status: string;
}

export interface DirectTransaction {
  readonly transactionId: string;
  readonly status: string;
  readonly steps: readonly DirectStep[];
}

interface Ask {
  readonly method?: string;
  readonly json?: unknown;
  readonly key?: string;
}

/**
 * An integrator that performs the steps of transactions (signer API, section 7), over real HTTP. It is written from
 * the specification alone.
 */
export class DirectClient {
  readonly #base: string;
  readonly #client: string;
  readonly #scope: string | undefined;
  #token: string | undefined;

  /** @param options.scope default: all of the client's scopes */
  constructor(base: string, options: { client?: string; scope?: string } = {}) {
    this.#base = base;
    this.#client = options.client ?? 'local';
    this.#scope = options.scope;
  }

  /** Sends a request and returns any response. */
  async ask(path: string, { method, json, key }: Ask = {}): Promise<Answer> {
    this.#token ??= await this.#newToken();
    const headers = new Headers({ Authorization: `Bearer ${this.#token}` });
    if (json !== undefined) headers.set('Content-Type', 'application/json');
    if (key !== undefined) headers.set('X-Idempotency-Key', key);
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    const verb = method ?? (json === undefined ? 'GET' : 'POST');
    const response = await fetch(this.#base + path, { method: verb, headers, ...body });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('Content-Type') ?? '');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  /** Sends a request that must be answered with 2xx. */
  async get(path: string, ask: Ask = {}): Promise<Answer['body']> {
    const { status, body } = await this.ask(path, ask);
    assert.ok(status >= 200 && status < 300, `${path}: ${JSON.stringify(body)}`);
    return body;
  }

  create(changes: Readonly<Record<string, unknown>> = {}): Promise<DirectTransaction> {
    const signer = { name: 'Maria da Silva', cpf: '52998224725', email: 'maria@example.com' };
    const json = { purpose: 'DOCUMENT_SIGNATURE', policy: { profile: 'CLICK_ONLY' }, signer, ...changes };
    return this.get('/v1/transactions', { json });
  }

  upload({ transactionId }: DirectTransaction, pdf: Uint8Array): Promise<Answer['body']> {
    const json = { content: Buffer.from(pdf).toString('base64'), filename: 'contrato.pdf' };
    return this.get(`/v1/transactions/${transactionId}/document`, { json });
  }

  /** Completes the step of a type. */
  complete(transaction: DirectTransaction, type: string, json: unknown): Promise<Answer> {
    return this.ask(`${this.step(transaction, type)}/complete`, { json });
  }

  start(transaction: DirectTransaction, type: string, json: unknown = {}): Promise<Answer> {
    return this.ask(`${this.step(transaction, type)}/start`, { json });
  }

  finalize({ transactionId }: DirectTransaction, key?: string): Promise<Answer> {
    const ask = { method: 'POST', ...(key === undefined ? {} : { key }) };
    return this.ask(`/v1/transactions/${transactionId}/finalize`, ask);
  }

  read({ transactionId }: DirectTransaction): Promise<Answer['body']> {
    return this.get(`/v1/transactions/${transactionId}`);
  }

  /** The URL of the step of a type. */
  step({ transactionId, steps }: DirectTransaction, type: string): string {
    const step = steps.find(candidate => candidate.type === type);
    assert.ok(step !== undefined, `There is no step ${type}.`);
    return `/v1/transactions/${transactionId}/steps/${step.stepId}`;
  }

  async #newToken(): Promise<string> {
    const credentials = { client_id: this.#client, client_secret: `${this.#client}-secret` };
    const form = { grant_type: 'client_credentials', ...credentials };
    const response = await fetch(`${this.#base}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams(this.#scope === undefined ? form : { ...form, scope: this.#scope }),
    });
    const { access_token: token }: { access_token?: unknown } = Object(await response.json());
    return String(token);
  }
}
