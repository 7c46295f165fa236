/** Requests to the service, with the answers and errors of them. */
import type { Answers, CreatedSession, Downloads, EvidenceRecord, SessionPage } from './service-types.ts';

/** Sends a request as `fetch` does. */
type Transport = (path: string, init: RequestInit) => Promise<Response>;

let transport: Transport = (path, init) => fetch(path, init);

/**
 * Sets how the console's own requests are sent: on the page without the widget's simulated network, in tests to a
 * service in the same process.
 */
export function setTransport(own: Transport): void {
  transport = own;
}

/** Sends one of the console's own requests. */
const sendOwn: Transport = (path, init) => transport(path, init);

/** The error of one value; `pointer` is a JSON Pointer (RFC 6901) into the request's body. */
interface ProblemDetail {
  readonly pointer: string;
  readonly detail: string;
}

interface ProblemWords {
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly ProblemDetail[];
}

/** The service refused the request with a problem object (RFC 9457). */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';
  readonly status: number;
  readonly title: string;
  readonly errors: readonly ProblemDetail[];

  constructor(status: number, { title, detail, errors }: ProblemWords) {
    super(detail);
    this.status = status;
    this.title = title;
    this.errors = errors;
  }
}

/** The request got no answer. */
class ServiceUnreachableError extends Error {
  override readonly name = 'ServiceUnreachableError';

  constructor(options: ErrorOptions) {
    super('The service does not answer. Is it still running?', options);
  }
}

/** The answer does not match the interface. */
class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';

  constructor(path: string, options: ErrorOptions) {
    super(`The answer of ${path.split('?')[0]} is not what the interface says.`, options);
  }
}

/** The error as a sentence. */
export function explain(error: unknown): string {
  if (error instanceof ServiceProblem)
    return [error.title, error.message].filter(Boolean).join('. ') + ` (${error.status})`;
  return error instanceof Error ? error.message : String(error);
}

async function toProblem(response: Response): Promise<ServiceProblem> {
  // Another server may have answered, such as a proxy.
  const body: { title?: string; detail?: string; errors?: ProblemDetail[] } | null = await response
    .json()
    .catch(() => null);
  const { title = `The service answered ${response.status}`, detail = '', errors } = body ?? {};
  return new ServiceProblem(response.status, { title, detail, errors: Array.isArray(errors) ? errors : [] });
}

/**
 * Sends a request and reads the JSON of its answer.
 *
 * @throws ServiceProblem when the service refuses
 * @throws ServiceUnreachableError when no answer comes
 * @throws UnexpectedAnswerError when the answer is no JSON
 */
export async function requestJson<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await send(path, init);
  try {
    return await response.json();
  } catch (cause) {
    throw new UnexpectedAnswerError(path, { cause });
  }
}

/** Sends a request, for callers that ignore the body. Throws as {@link requestJson} does. */
export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await sendOwn(path, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new ServiceUnreachableError({ cause: error });
  }
  if (!response.ok) throw await toProblem(response);
  return response;
}

/** A POST with a JSON body. */
export function postJson(body: unknown): RequestInit & { body: string } {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

/** An API client of the local service. Its secret is printed in the service's own documentation. */
interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly label: string;
  /** The tenant that it belongs to. */
  readonly tenantId: string;
}

/** The two clients that the service creates at its first start. */
export const LOCAL_CLIENTS = [
  { clientId: 'local', clientSecret: 'local-secret', label: 'local · sandbox', tenantId: 'tenant_local' },
  {
    clientId: 'limited',
    clientSecret: 'limited-secret',
    label: 'limited · 2 a month',
    tenantId: 'tenant_limited',
  },
] as const satisfies readonly Credentials[];

const SCOPES = 'transactions:read transactions:write evidence:read webhooks:write verification:write';

/**
 * The integrator's interface, as one API client. The access token is kept in this object, and another one is
 * requested when the service no longer accepts it (its clock can be moved). All methods throw
 * `ServiceProblem`, `ServiceUnreachableError` or `UnexpectedAnswerError`.
 */
export class ServiceClient {
  readonly #credentials: Credentials;
  #token: string | undefined;
  /** The last creation that was not answered: sent again, it must not create a second session. */
  #unanswered: { body: string; key: string } | undefined;

  constructor(credentials: Credentials) {
    this.#credentials = credentials;
  }

  get clientId(): string {
    return this.#credentials.clientId;
  }

  get tenantId(): string {
    return this.#credentials.tenantId;
  }

  /** @param request the body of POST /v1/signing-sessions, of POST /v1/trust-sessions for an action */
  createSession(subject: 'document' | 'batch' | 'action', request: unknown): Promise<CreatedSession> {
    const path = subject === 'action' ? '/v1/trust-sessions' : '/v1/signing-sessions';
    return this.create(path, request);
  }

  /** Creates something once: a retry after a lost answer has the same idempotency key. */
  async create<Answer>(path: string, request: unknown): Promise<Answer> {
    const init = postJson(request);
    const body = `${path} ${init.body}`;
    const key = this.#unanswered?.body === body ? this.#unanswered.key : crypto.randomUUID();
    this.#unanswered = undefined;
    try {
      return await this.ask(path, withHeader(init, 'X-Idempotency-Key', key));
    } catch (error) {
      if (error instanceof ServiceUnreachableError) this.#unanswered = { body, key };
      throw error;
    }
  }

  /** @returns the new status */
  async cancelSession(sessionId: string): Promise<string> {
    const init = withHeader(postJson({}), 'X-Idempotency-Key', crypto.randomUUID());
    const path = `/v1/signing-sessions/${encodeURIComponent(sessionId)}/cancel`;
    return (await this.ask<Answers['Cancelled']>(path, init)).status;
  }

  /** `ACTIVE`, `COMPLETED`, `CANCELLED`, `EXPIRED` or `FAILED`. */
  async sessionStatus(sessionId: string, signal: AbortSignal): Promise<string> {
    const path = `/v1/signing-sessions/${encodeURIComponent(sessionId)}/status`;
    return (await this.ask<Answers['SessionStatus']>(path, { signal })).status;
  }

  /** The error of the last attempt at each step that is not completed. */
  async stepErrors(transactionId: string, signal: AbortSignal): Promise<readonly string[]> {
    const path = `/v1/transactions/${encodeURIComponent(transactionId)}/steps`;
    const { steps } = await this.ask<Answers['TransactionSteps']>(path, { signal });
    return steps.flatMap(({ error }) => error ?? []);
  }

  /** One page of this client's sessions, newest first. */
  listSessions(signal: AbortSignal, cursor?: string): Promise<SessionPage> {
    const query = new URLSearchParams({ limit: '20', ...(cursor === undefined ? {} : { cursor }) });
    return this.ask(`/v1/signing-sessions?${query}`, { signal });
  }

  evidence(transactionId: string, signal: AbortSignal): Promise<EvidenceRecord> {
    return this.ask(`/v1/transactions/${encodeURIComponent(transactionId)}/evidence`, {
      signal,
    });
  }

  /** The addresses of the evidence pack and the documents, valid for an hour, and their file names. */
  async downloads(evidenceId: string, signal: AbortSignal): Promise<Downloads> {
    const path = `/v1/verify/${encodeURIComponent(evidenceId)}/downloads`;
    return (await this.ask<Answers['VerifyDownloads']>(path, { signal })).downloads;
  }

  /** Sends a request as this client and reads its JSON. */
  ask<Answer>(path: string, init: RequestInit): Promise<Answer> {
    return this.#authorised(init, authorised => requestJson(path, authorised));
  }

  /** Sends a request as this client and ignores the response body. */
  async send(path: string, init: RequestInit): Promise<void> {
    await this.#authorised(init, authorised => send(path, authorised));
  }

  async #authorised<Answer>(
    init: RequestInit,
    work: (authorised: RequestInit) => Promise<Answer>,
  ): Promise<Answer> {
    const token = (this.#token ??= await this.#newToken());
    try {
      return await work(withHeader(init, 'Authorization', `Bearer ${token}`));
    } catch (error) {
      if (!(error instanceof ServiceProblem && error.status === 401)) throw error;
      this.#token = await this.#newToken();
      return work(withHeader(init, 'Authorization', `Bearer ${this.#token}`));
    }
  }

  async #newToken(): Promise<string> {
    const { clientId, clientSecret } = this.#credentials;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: SCOPES,
    });
    return (await requestJson<Answers['AccessToken']>('/oauth2/token', { method: 'POST', body }))
      .access_token;
  }
}

function withHeader(init: RequestInit, name: string, value: string): RequestInit {
  const headers = new Headers(init.headers);
  headers.set(name, value);
  return { ...init, headers };
}

/** The public view of an evidence record. */
export function readPublicView(evidenceId: string, signal: AbortSignal): Promise<Record<string, unknown>> {
  return requestJson(`/v1/verify/${encodeURIComponent(evidenceId)}`, { signal });
}
