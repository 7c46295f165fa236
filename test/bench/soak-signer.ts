import { onePagePdf } from '../support/small-pdf.ts';

/** An answer that is neither a success nor what a busy service may say. */
export class SoakError extends Error {
  override readonly name = 'SoakError';
}

interface Session {
  readonly sessionId: string;
  readonly transactionId: string;
  readonly clientSecret: string;
}

interface Call {
  readonly as?: string;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
}

const SIGNER = { name: 'Maria da Silva', cpf: '52998224725' };
const DOCUMENT = {
  content: Buffer.from(onePagePdf('Contrato')).toString('base64'),
  filename: 'contrato.pdf',
};
const RETRIES = 20;

/** An integrator and its signers, over HTTP; what they asked and how long it took is in `took` and `busy`. */
export class SoakSigner {
  readonly #url: string;
  #token = { text: '', until: 0 };
  /** Milliseconds of each request by its kind, since they were last taken out. */
  readonly took = new Map<string, number[]>();
  #signers = 0;
  /** Answers 503 and 429, which were asked for again. */
  busy = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * A whole signing of one of five kinds.
   * @returns the transactions that are completed now
   * @throws SoakError
   */
  async sign(kind: number): Promise<string[]> {
    switch (kind % 5) {
      case 1:
        return this.#code();
      case 2:
        return this.#action();
      case 3:
        return this.#envelope();
      default:
        return this.#document();
    }
  }

  /** @throws SoakError */
  async register(url: string, events: readonly string[]): Promise<void> {
    await this.#call('webhook', '/v1/webhooks', { as: await this.#bearer(), json: { url, events } });
  }

  async #document(): Promise<string[]> {
    const session = await this.#create({ document: DOCUMENT });
    await this.#read(session);
    await this.#act(session, { action: 'accept' });
    await this.#verify(session);
    return [session.transactionId];
  }

  async #code(): Promise<string[]> {
    const session = await this.#create({ document: DOCUMENT, policy: { profile: 'CLICK_PLUS_OTP' } });
    await this.#read(session);
    const { sandbox } = await this.#act(session, { action: 'accept' });
    await this.#act(session, { action: 'verify_otp', otpCode: String(Object(sandbox).otpCode) });
    await this.#verify(session);
    return [session.transactionId];
  }

  async #action(): Promise<string[]> {
    const action = { type: 'soak', description: 'To be confirmed' };
    const session = await this.#create({ purpose: 'ACTION_AUTHENTICATION', action });
    await this.#act(session, { action: 'accept' });
    return [session.transactionId];
  }

  async #envelope(): Promise<string[]> {
    const as = await this.#bearer();
    const json = { signingMode: 'PARALLEL', totalSigners: 2, document: DOCUMENT };
    const { envelopeId } = await this.#call('create envelope', '/v1/envelopes', { as, json });
    const signed: string[] = [];
    for (const [index, cpf] of ['52998224725', '11144477735'].entries()) {
      const body = {
        signerIndex: index + 1,
        signer: { ...this.#signer(), cpf, userExternalId: `user-${index + 1}` },
        policy: { profile: 'CLICK_ONLY' },
      };
      const place = `/v1/envelopes/${String(envelopeId)}/sessions`;
      const session = sessionIn(await this.#call('add to envelope', place, { as, json: body }));
      await this.#read(session);
      await this.#act(session, { action: 'accept' });
      signed.push(session.transactionId);
    }
    return signed;
  }

  /** Each at an address of their own: the service sends few codes to one. */
  #signer() {
    this.#signers += 1;
    return { ...SIGNER, email: `maria-${this.#signers}@example.com` };
  }

  async #create(changes: Readonly<Record<string, unknown>>): Promise<Session> {
    const json = { policy: { profile: 'CLICK_ONLY' }, signer: this.#signer(), ...changes };
    return sessionIn(await this.#call('create', '/v1/signing-sessions', { as: await this.#bearer(), json }));
  }

  async #read({ sessionId, clientSecret: as }: Session): Promise<void> {
    const { document } = await this.#call('bootstrap', `/v1/signing-sessions/${sessionId}`, { as });
    const url = new URL(String(Object(document).presignedUrl));
    await this.#call('document', url.pathname + url.search, {});
  }

  #act({ sessionId, clientSecret: as }: Session, json: Readonly<Record<string, unknown>>) {
    return this.#call(String(json['action']), `/v1/signing-sessions/${sessionId}/advance`, { as, json });
  }

  async #verify({ transactionId }: Session): Promise<void> {
    const as = await this.#bearer();
    const { evidenceId } = await this.#call('evidence', `/v1/transactions/${transactionId}/evidence`, { as });
    await this.#call('verify', `/v1/verify/${String(evidenceId)}`, {});
  }

  async #bearer(): Promise<string> {
    if (this.#token.until > Date.now()) return this.#token.text;
    const form = { grant_type: 'client_credentials', client_id: 'local', client_secret: 'local-secret' };
    const { access_token: text } = await this.#call('token', '/oauth2/token', { form });
    this.#token = { text: String(text), until: Date.now() + 60_000 };
    return this.#token.text;
  }

  async #call(kind: string, place: string, { as, json, form }: Call): Promise<Record<string, unknown>> {
    const body = json === undefined ? form && new URLSearchParams(form) : JSON.stringify(json);
    const headers = {
      ...(as === undefined ? {} : { Authorization: `Bearer ${as}` }),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    const method = body === undefined ? 'GET' : 'POST';
    const init = { method, headers, ...(body === undefined ? {} : { body }) };
    for (let tries = 1; ; tries += 1) {
      const start = performance.now();
      const answer = await fetch(this.#url + place, init);
      const bytes = Buffer.from(await answer.arrayBuffer());
      this.took.set(kind, [...(this.took.get(kind) ?? []), performance.now() - start]);
      const isJson = answer.headers.get('Content-Type')?.includes('json') === true;
      if (answer.ok) return isJson ? Object(JSON.parse(bytes.toString())) : {};
      if ((answer.status !== 503 && answer.status !== 429) || tries === RETRIES) {
        throw new SoakError(`${method} ${kind}: ${answer.status} ${bytes.toString().slice(0, 300)}`);
      }
      this.busy += 1;
      await new Promise(resolve =>
        setTimeout(resolve, 1000 * Number(answer.headers.get('Retry-After') ?? '1')),
      );
    }
  }
}

function sessionIn(body: Readonly<Record<string, unknown>>): Session {
  const { sessionId, transactionId, clientSecret } = body;
  return {
    sessionId: String(sessionId),
    transactionId: String(transactionId),
    clientSecret: String(clientSecret),
  };
}
