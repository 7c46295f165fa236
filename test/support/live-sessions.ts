import { onePagePdf } from './small-pdf.ts';
import type { ServiceAnswer, ServiceRequest } from './runner-commands.ts';
import { serviceRequest } from './runner-page.ts';

/** A session of the live service, from outside the page: what an integrator and a tester may do to it. */
export class LiveSession {
  readonly sessionId: string;
  readonly secret: string;
  readonly email: string;
  readonly #service: LiveServiceClient;
  /** How the path of the requests begins that were made to go wrong. */
  #armed = '';

  private constructor(
    service: LiveServiceClient,
    { sessionId, clientSecret, email }: { sessionId: string; clientSecret: string; email: string },
  ) {
    this.#service = service;
    this.sessionId = sessionId;
    this.secret = clientSecret;
    this.email = email;
  }

  /**
   * A session that confirms an action, or signs a document, by a signer whose mailbox nobody else has.
   *
   * @param options.faces of the service that asks for real faces.
   */
  static async create(
    policy: Readonly<Record<string, unknown>>,
    { content = 'action', faces = false }: SessionOptions = {},
  ): Promise<LiveSession> {
    const service = new LiveServiceClient(faces);
    const email = `${crypto.randomUUID()}@exemplo.com.br`;
    const body = {
      ...CONTENTS[content],
      policy,
      signer: { name: 'Maria da Silva', cpf: '52998224725', email },
      locale: 'en',
    };
    const created = await service.post('/v1/signing-sessions', body, await service.integratorToken());
    const { sessionId, clientSecret } = created;
    return new LiveSession(service, {
      sessionId: String(sessionId),
      clientSecret: String(clientSecret),
      email,
    });
  }

  /** An action of the signer, without the widget. @returns the service's answer. */
  advance(body: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> {
    return this.#service.post(`/v1/signing-sessions/${this.sessionId}/advance`, body, this.secret);
  }

  /** What the service holds. */
  async state(): Promise<Readonly<Record<string, unknown>>> {
    const path = `/v1/signing-sessions/${this.sessionId}`;
    const headers = { Authorization: `Bearer ${this.secret}` };
    return record(await this.#service.request({ path, headers }));
  }

  /** A step of what the service holds, by its type. */
  async step(type: string): Promise<Readonly<Record<string, unknown>>> {
    const { steps } = await this.state();
    const found = (Array.isArray(steps) ? steps : []).find(step => Object(step).type === type);
    return Object.fromEntries(Object.entries(Object(found)));
  }

  /** The messages that went to the signer. */
  async messages(): Promise<readonly string[]> {
    const answer = await this.#service.request({ path: '/_local/messages' });
    const parsed: unknown = JSON.parse(answer.body);
    const all: unknown[] = Array.isArray(parsed) ? parsed : [];
    return all
      .filter(message => Object(message).to === this.email)
      .map(message => String(Object(message).text));
  }

  /** Where its document is, as the path of an address. */
  async documentPath(): Promise<string> {
    const { document } = await this.state();
    return new URL(String(Object(document).presignedUrl)).pathname;
  }

  /** Makes requests of this session go wrong; `path` within it, or from the root on, and `action` narrow them down. */
  async arm(
    { path = '', root, ...match }: { method?: string; path?: string; root?: string; action?: string },
    fault: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    this.#armed = root ?? `/v1/signing-sessions/${this.sessionId}${path}`;
    await this.#service.post('/_local/faults', { ...fault, match: { ...match, path: this.#armed } });
  }

  /** Waits until no fault is left for it. Answers false when one still is, after a minute: the machine may be busy. */
  async isSpared(): Promise<boolean> {
    const end = performance.now() + 60_000;
    for (;;) {
      const { body } = await this.#service.request({ path: '/_local/faults' });
      if (this.#armed === '' || !body.includes(this.#armed)) return true;
      if (performance.now() > end) return false;
    }
  }
}

const CONTENTS = {
  action: {
    purpose: 'ACTION_AUTHENTICATION',
    action: { type: 'wire_transfer', description: 'Transfer R$ 1.250,00 to João' },
  },
  document: {
    purpose: 'DOCUMENT_SIGNATURE',
    document: { content: btoa(String.fromCharCode(...onePagePdf('Contrato'))), filename: 'contrato.pdf' },
  },
} as const;

export interface SessionOptions {
  readonly content?: keyof typeof CONTENTS;
  readonly faces?: boolean;
}

/** One of the two live services, as an integrator and a tester ask it. */
export class LiveServiceClient {
  /** Access tokens, by whether the service asks for faces. */
  static readonly #tokens = new Map<boolean, Promise<string>>();
  readonly #faces: boolean;

  constructor(faces = false) {
    this.#faces = faces;
  }

  request(request: Omit<ServiceRequest, 'faces'> & { path: string }): Promise<ServiceAnswer> {
    return serviceRequest({ ...request, faces: this.#faces });
  }

  async post(path: string, body: unknown, bearer?: string): Promise<Readonly<Record<string, unknown>>> {
    const authorization = bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` };
    return record(
      await this.request({
        path,
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...authorization },
        body: JSON.stringify(body),
      }),
    );
  }

  integratorToken(): Promise<string> {
    const known = LiveServiceClient.#tokens.get(this.#faces);
    if (known !== undefined) return known;
    const token = this.request({
      path: '/oauth2/token',
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials&client_id=local&client_secret=local-secret&scope=transactions:read transactions:write',
    }).then(answer => String(record(answer)['access_token']));
    LiveServiceClient.#tokens.set(this.#faces, token);
    return token;
  }

  /** Moves its clock. */
  async advanceClock(seconds: number): Promise<void> {
    await this.post('/_local/clock', { advanceSeconds: seconds });
  }
}

function record({ status, body }: ServiceAnswer): Readonly<Record<string, unknown>> {
  if (status >= 300) throw new Error(`The service answers ${status}: ${body}`);
  return body === '' ? {} : Object.fromEntries(Object.entries(Object(JSON.parse(body))));
}
