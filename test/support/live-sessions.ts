import type { ServiceAnswer } from './runner-commands.ts';
import { liveService, serviceRequest } from './runner-page.ts';

/** A session of the live service, from outside the page: what an integrator and a tester may do to it. */
export class LiveSession {
  readonly sessionId: string;
  readonly secret: string;
  readonly email: string;

  private constructor(sessionId: string, secret: string, email: string) {
    this.sessionId = sessionId;
    this.secret = secret;
    this.email = email;
  }

  /** A session that confirms an action, by a signer whose mailbox nobody else has. */
  static async create(policy: Readonly<Record<string, unknown>>): Promise<LiveSession> {
    const email = `${crypto.randomUUID()}@exemplo.com.br`;
    const body = {
      purpose: 'ACTION_AUTHENTICATION',
      action: { type: 'wire_transfer', description: 'Transfer R$ 1.250,00 to João' },
      policy,
      signer: { name: 'Maria da Silva', cpf: '52998224725', email },
      locale: 'en',
    };
    const created = await post('/v1/signing-sessions', body, await integratorToken());
    return new LiveSession(String(created['sessionId']), String(created['clientSecret']), email);
  }

  /** An action of the signer, without the widget. */
  async advance(body: Readonly<Record<string, unknown>>): Promise<void> {
    await post(`/v1/signing-sessions/${this.sessionId}/advance`, body, this.secret);
  }

  /** What the service holds. */
  async state(): Promise<Readonly<Record<string, unknown>>> {
    const path = `/v1/signing-sessions/${this.sessionId}`;
    return record(await serviceRequest({ path, headers: { Authorization: `Bearer ${this.secret}` } }));
  }

  /** A step of what the service holds, by its type. */
  async step(type: string): Promise<Readonly<Record<string, unknown>>> {
    const { steps } = await this.state();
    const found = (Array.isArray(steps) ? steps : []).find(step => Object(step).type === type);
    return Object.fromEntries(Object.entries(Object(found)));
  }

  /** The messages that went to the signer. */
  async messages(): Promise<readonly string[]> {
    const answer = await serviceRequest({ path: '/_local/messages' });
    const parsed: unknown = JSON.parse(answer.body);
    const all: unknown[] = Array.isArray(parsed) ? parsed : [];
    return all
      .filter(message => Object(message).to === this.email)
      .map(message => String(Object(message).text));
  }

  /** Makes requests of this session go wrong; `path` and `action` narrow them down. */
  async arm(
    { path = '', ...match }: { method?: string; path?: string; action?: string },
    fault: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    await post('/_local/faults', {
      ...fault,
      match: { ...match, path: `/v1/signing-sessions/${this.sessionId}${path}` },
    });
  }

  /** Waits until no fault is left for it. Answers false when one still is, after 10 s. */
  async isSpared(): Promise<boolean> {
    const end = performance.now() + 10_000;
    for (;;) {
      const { body } = await serviceRequest({ path: '/_local/faults' });
      if (!body.includes(this.sessionId)) return true;
      if (performance.now() > end) return false;
    }
  }
}

let token: Promise<string> | undefined;

async function integratorToken(): Promise<string> {
  await liveService();
  token ??= serviceRequest({
    path: '/oauth2/token',
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials&client_id=local&client_secret=local-secret&scope=transactions:read transactions:write',
  }).then(answer => String(record(answer)['access_token']));
  return token;
}

/** Moves the clock of the live service. */
export async function advanceClock(seconds: number): Promise<void> {
  await post('/_local/clock', { advanceSeconds: seconds });
}

/** Lets nothing go wrong any more. */
export async function clearFaults(): Promise<void> {
  await serviceRequest({ path: '/_local/faults', method: 'DELETE' });
}

async function post(
  path: string,
  body: unknown,
  bearer?: string,
): Promise<Readonly<Record<string, unknown>>> {
  return record(
    await serviceRequest({
      path,
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
      },
      body: JSON.stringify(body),
    }),
  );
}

function record({ status, body }: ServiceAnswer): Readonly<Record<string, unknown>> {
  if (status >= 300) throw new Error(`The service answers ${status}: ${body}`);
  return body === '' ? {} : Object.fromEntries(Object.entries(Object(JSON.parse(body))));
}
