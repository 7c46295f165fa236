import { postJson, requestJson, send } from './answer.ts';
import type { Credentials } from './credentials.ts';
import { ServiceProblem, ServiceUnreachableError } from './service-errors.ts';
import type { Answers, CreatedSession, Downloads, EvidenceRecord, SessionPage } from './service-types.ts';

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
