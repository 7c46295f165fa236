import assert from 'node:assert/strict';

/** A session as the integrator gets it. */
export interface IntegratorSession {
  readonly sessionId: string;
  readonly transactionId: string;
  readonly clientSecret: string;
  /** The link that the signer gets. */
  readonly link: string;
}

/** Who asks the service for access. */
interface Client {
  readonly id: string;
  readonly secret: string;
}

/** An integrator's server: creates sessions and reads what became of them, over real HTTP. */
export class Integrator {
  readonly #base: string;
  readonly #client: Client;
  #token: string | undefined;
  /** By how many seconds the service's clock was moved. */
  #moved = 0;

  /** @param client by default the local service's own */
  constructor(base: string, client: Client = { id: 'local', secret: 'local-secret' }) {
    this.#base = base;
    this.#client = client;
  }

  /** Makes a session for a PDF; `changes` go over the request's fields. */
  async createSession(
    pdf: Uint8Array,
    changes: Readonly<Record<string, unknown>> = {},
  ): Promise<IntegratorSession> {
    return this.#create('/v1/signing-sessions', {
      purpose: 'DOCUMENT_SIGNATURE',
      policy: { profile: 'CLICK_ONLY' },
      signer: { name: 'Maria da Silva', cpf: '529.982.247-25', email: 'maria@exemplo.com.br' },
      document: { content: Buffer.from(pdf).toString('base64'), filename: 'contrato.pdf' },
      appearance: { companyName: 'Acme Crédito' },
      ...changes,
    });
  }

  /** Makes a trust session, which confirms an action; `changes` go over the request's fields. */
  createTrustSession(changes: Readonly<Record<string, unknown>> = {}): Promise<IntegratorSession> {
    return this.#create('/v1/trust-sessions', {
      action: { type: 'wire_transfer', description: 'Transferência de R$ 1.250,00', reference: 'TED 42' },
      policy: { profile: 'CLICK_PLUS_OTP' },
      signer: { name: 'Maria da Silva', cpf: '529.982.247-25', email: 'maria@exemplo.com.br' },
      appearance: { companyName: 'Acme Crédito' },
      ...changes,
    });
  }

  /** The newest one-time code that was sent to an address, out of the local service's inbox. */
  async codeFor(address: string): Promise<string> {
    const texts = await this.messagesTo(address);
    const codes = texts.flatMap(text => /\b\d{6}\b/.exec(text)?.[0] ?? []);
    assert(codes[0] !== undefined, `no code came to ${address}`);
    return codes[0];
  }

  /** The texts of the messages to an address, the newest first, out of the local service's inbox. */
  async messagesTo(address: string): Promise<readonly string[]> {
    const messages: unknown = await (await fetch(`${this.#base}/_local/messages`)).json();
    assert(Array.isArray(messages));
    return messages
      .map(message => Object.fromEntries(Object.entries(Object(message))))
      .filter(({ to }) => to === address)
      .toSorted((a, b) => String(b['at']).localeCompare(String(a['at'])))
      .map(({ text }) => String(text));
  }

  async #create(path: string, body: unknown): Promise<IntegratorSession> {
    const session = await this.#post(path, body);
    const { sessionId, transactionId, clientSecret, url } = session;
    assert(typeof sessionId === 'string' && typeof transactionId === 'string');
    assert(typeof clientSecret === 'string' && typeof url === 'string');
    return { sessionId, transactionId, clientSecret, link: `${url}?cs=${encodeURIComponent(clientSecret)}` };
  }

  async status(sessionId: string): Promise<Readonly<Record<string, unknown>>> {
    return this.#json(`/v1/signing-sessions/${sessionId}/status`);
  }

  async cancel(sessionId: string): Promise<void> {
    await this.#post(`/v1/signing-sessions/${sessionId}/cancel`, {});
  }

  /** The signed documents of a completed session, in order. */
  async signedDocuments(sessionId: string): Promise<Uint8Array[]> {
    const { documents } = await this.#json(`/v1/signing-sessions/${sessionId}/documents`);
    assert(Array.isArray(documents));
    return Promise.all(documents.map(document => bytesOf(String(Object(document).downloadUrl))));
  }

  /** The evidence pack (`.p7m`) and the signed document of a completed session. */
  async results(transactionId: string): Promise<{ pack: Uint8Array; signed: Uint8Array }> {
    const { downloadUrl } = await this.#json(`/v1/transactions/${transactionId}/evidence`);
    const { signedUrl } = await this.#json(`/v1/transactions/${transactionId}/download`);
    assert(typeof downloadUrl === 'string' && typeof signedUrl === 'string');
    const [pack, signed] = await Promise.all([bytesOf(downloadUrl), bytesOf(signedUrl)]);
    return { pack, signed };
  }

  /** What anybody may read of a completed session's evidence. */
  async evidence(sessionId: string): Promise<Readonly<Record<string, unknown>>> {
    const { status, evidenceId } = await this.status(sessionId);
    assert.equal(status, 'COMPLETED');
    return record(await fetch(`${this.#base}/v1/verify/${String(evidenceId)}`));
  }

  /** Moves the local service's clock, until {@link restoreClock}. */
  async advanceClock(seconds: number): Promise<void> {
    const response = await fetch(`${this.#base}/_local/clock`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ advanceSeconds: seconds }),
    });
    assert(response.ok, `the clock answers ${response.status}`);
    this.#moved += seconds;
    // A token is good for 15 minutes of that clock.
    this.#token = undefined;
  }

  /** Takes back what was moved. */
  async restoreClock(): Promise<void> {
    if (this.#moved !== 0) await this.advanceClock(-this.#moved);
  }

  async #authorization(): Promise<string> {
    if (this.#token === undefined) {
      const response = await fetch(`${this.#base}/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: this.#client.id,
          client_secret: this.#client.secret,
          scope: 'transactions:read transactions:write evidence:read',
        }),
      });
      const { access_token: token } = await record(response);
      assert(typeof token === 'string');
      this.#token = token;
    }
    return `Bearer ${this.#token}`;
  }

  async #json(path: string): Promise<Readonly<Record<string, unknown>>> {
    return record(
      await fetch(this.#base + path, { headers: { Authorization: await this.#authorization() } }),
    );
  }

  async #post(path: string, body: unknown): Promise<Readonly<Record<string, unknown>>> {
    const response = await fetch(this.#base + path, {
      method: 'POST',
      headers: { Authorization: await this.#authorization(), 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return record(response);
  }
}

async function record(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const text = await response.text();
  assert(response.ok, `${response.url} answers ${response.status}: ${text}`);
  const value: unknown = JSON.parse(text);
  assert(typeof value === 'object' && value !== null);
  return Object.fromEntries(Object.entries(value));
}

async function bytesOf(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  assert(response.ok, `a download answers ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
