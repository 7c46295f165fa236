import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  isGenuine,
  openReceiver,
  type DeliveryBody,
  type WebhookReceiver,
} from '../../packages/service/test/support/webhook-receiver.ts';

/* An integrator's server, written from the interface specification and the signer API alone. */

type Json = Readonly<Record<string, unknown>>;

/** A signer's session, as adding it to an envelope answers. */
export interface MemberSession {
  readonly sessionId: string;
  readonly transactionId: string;
  readonly clientSecret: string;
}

/** The second signer's address: they confirm with a code besides. */
export const SECOND_SIGNER = `${randomUUID()}@exemplo.com.br`;

const SIGNERS = [
  { name: 'Maria da Silva', cpf: '52998224725', email: 'maria@exemplo.com.br', userExternalId: 'u-1' },
  { name: 'João Pereira', cpf: '11144477735', email: SECOND_SIGNER, userExternalId: 'u-2' },
  { name: 'Ana Souza', cpf: '12345678909', email: 'ana@exemplo.com.br', userExternalId: 'u-3' },
];

const PROFILES = ['CLICK_ONLY', 'CLICK_PLUS_OTP', 'CLICK_ONLY'];

const EVENTS = ['ENVELOPE.CREATED', 'ENVELOPE.ALL_SIGNED', 'TRANSACTION.CREATED', 'TRANSACTION.COMPLETED'];

export class EnvelopeIntegrator {
  readonly #base: string;
  readonly #token: string;
  readonly #receiver: WebhookReceiver;
  readonly #secret: string;
  readonly #webhookId: string;

  private constructor(base: string, token: string, receiver: WebhookReceiver, webhook: Json) {
    this.#base = base;
    this.#token = token;
    this.#receiver = receiver;
    this.#secret = String(webhook['secret']);
    this.#webhookId = String(webhook['webhookId']);
  }

  /** Gets a token and registers a webhook. @param base the service, which allows webhooks to this machine */
  static async open(base: string): Promise<EnvelopeIntegrator> {
    const scope = 'transactions:read transactions:write evidence:read webhooks:write';
    const form = {
      grant_type: 'client_credentials',
      client_id: 'local',
      client_secret: 'local-secret',
      scope,
    };
    const answer = await fetch(`${base}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
    const token = String((await read(answer))['access_token']);
    const receiver = await openReceiver();
    const webhook = await ask(`${base}/v1/webhooks`, token, { url: receiver.url, events: EVENTS });
    return new EnvelopeIntegrator(base, token, receiver, webhook);
  }

  async close(): Promise<void> {
    const headers = { Authorization: `Bearer ${this.#token}` };
    await fetch(`${this.#base}/v1/webhooks/${this.#webhookId}`, { method: 'DELETE', headers });
    await this.#receiver.close();
  }

  /** An envelope of three. */
  async create(signingMode: 'PARALLEL' | 'SEQUENTIAL', pdf: Uint8Array): Promise<string> {
    const document = { content: Buffer.from(pdf).toString('base64'), filename: 'contrato.pdf' };
    const body = { signingMode, totalSigners: 3, document, locale: 'en', metadata: { order: randomUUID() } };
    const { envelopeId, status } = await this.ask('/v1/envelopes', body);
    assert.equal(status, 'CREATED');
    return String(envelopeId);
  }

  /** Adds the third signer first: their order is what they are told, not when. */
  async addSigners(envelopeId: string): Promise<MemberSession[]> {
    const sessions: MemberSession[] = [];
    for (const index of [2, 0, 1]) {
      sessions[index] = await this.#add(envelopeId, index);
    }
    return sessions;
  }

  async #add(envelopeId: string, index: number): Promise<MemberSession> {
    const answer = await this.ask(`/v1/envelopes/${envelopeId}/sessions`, {
      signer: SIGNERS[index],
      policy: { profile: PROFILES[index] },
      signerIndex: index + 1,
    });
    const { sessionId, transactionId, clientSecret } = answer;
    assert.equal(answer['signerIndex'], index + 1);
    return {
      sessionId: String(sessionId),
      transactionId: String(transactionId),
      clientSecret: String(clientSecret),
    };
  }

  detail(envelopeId: string): Promise<Json> {
    return this.ask(`/v1/envelopes/${envelopeId}`);
  }

  /** The document with the evidence of all. */
  async combinedStamp(envelopeId: string): Promise<Uint8Array> {
    const answer = await this.ask(`/v1/envelopes/${envelopeId}/combined-stamp`, {});
    assert.deepEqual([answer['expiresIn'], answer['signerCount']], [3600, 3]);
    const file = await fetch(String(answer['downloadUrl']));
    assert.equal(file.status, 200);
    return new Uint8Array(await file.arrayBuffer());
  }

  /** Sends a request with this client's token; a POST where there is a body. */
  ask(path: string, body?: unknown): Promise<Json> {
    return ask(this.#base + path, this.#token, body);
  }

  /** The types of the events about an envelope that the webhook received, each verified, without repeats, sorted. */
  eventsOf(envelopeId: string): string[] {
    const events = this.#verified().filter(({ data }) => data['envelopeId'] === envelopeId);
    return events.map(({ eventType }) => eventType).toSorted();
  }

  #verified(): DeliveryBody[] {
    for (const one of this.#receiver.received) assert(isGenuine(one, this.#secret, new Date()));
    const byId = new Map(this.#receiver.bodies().map(body => [body.id, body]));
    return [...byId.values()];
  }
}

async function ask(url: string, bearer: string, body?: unknown): Promise<Json> {
  const headers = { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' };
  const init =
    body === undefined
      ? { headers }
      : {
          method: 'POST',
          headers: { ...headers, 'X-Idempotency-Key': randomUUID() },
          body: JSON.stringify(body),
        };
  return read(await fetch(url, init));
}

async function read(response: Response): Promise<Json> {
  const text = await response.text();
  assert(response.ok, `${new URL(response.url).pathname} answers ${response.status}: ${text}`);
  const value: unknown = JSON.parse(text);
  assert(typeof value === 'object' && value !== null);
  return Object.fromEntries(Object.entries(value));
}
