import type * as z from 'zod/mini';
import { postJson, requestJson, send } from './answer.ts';
import type { Credentials } from './credentials.ts';
import { ServiceProblem, ServiceUnreachableError } from './service-errors.ts';
import {
  createdSessionShape,
  downloadsShape,
  evidenceShape,
  publicViewShape,
  sessionPageShape,
  sessionStateShape,
  stepsShape,
  tokenShape,
  type CreatedSession,
  type Downloads,
  type EvidenceRecord,
  type SessionPage,
} from './shapes.ts';

const SCOPES = 'transactions:read transactions:write evidence:read webhooks:write verification:write';

/**
 * The integrator's side of the interface, as one API client. The access token stays in this object and is
 * asked for again when the service no longer takes it (its clock can be moved). All methods throw
 * `ServiceProblem`, `ServiceUnreachableError` or `UnexpectedAnswerError`.
 */
export class ServiceClient {
  readonly #credentials: Credentials;
  #token: string | undefined;
  /** A creation whose answer never came: sent again it must not make a second session. */
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
  createSession(subject: 'document' | 'action', request: unknown): Promise<CreatedSession> {
    const path = subject === 'document' ? '/v1/signing-sessions' : '/v1/trust-sessions';
    return this.create(createdSessionShape, path, request);
  }

  /** Makes something, once: the same again, after no answer came, is the same to the service too. */
  async create<Shape extends z.ZodMiniType>(
    shape: Shape,
    path: string,
    request: unknown,
  ): Promise<z.output<Shape>> {
    const init = postJson(request);
    const body = `${path} ${init.body}`;
    const key = this.#unanswered?.body === body ? this.#unanswered.key : crypto.randomUUID();
    this.#unanswered = undefined;
    try {
      return await this.ask(shape, path, withHeader(init, 'X-Idempotency-Key', key));
    } catch (error) {
      if (error instanceof ServiceUnreachableError) this.#unanswered = { body, key };
      throw error;
    }
  }

  /** @returns the status that it has now */
  async cancelSession(sessionId: string): Promise<string> {
    const init = withHeader(postJson({}), 'X-Idempotency-Key', crypto.randomUUID());
    const path = `/v1/signing-sessions/${encodeURIComponent(sessionId)}/cancel`;
    return (await this.ask(sessionStateShape, path, init)).status;
  }

  /** `ACTIVE`, `COMPLETED`, `CANCELLED`, `EXPIRED` or `FAILED`. */
  async sessionStatus(sessionId: string, signal: AbortSignal): Promise<string> {
    const path = `/v1/signing-sessions/${encodeURIComponent(sessionId)}/status`;
    return (await this.ask(sessionStateShape, path, { signal })).status;
  }

  /** Why the last try of each step did not pass it, of steps that have not been passed. */
  async stepErrors(transactionId: string, signal: AbortSignal): Promise<readonly string[]> {
    const path = `/v1/transactions/${encodeURIComponent(transactionId)}/steps`;
    const { steps } = await this.ask(stepsShape, path, { signal });
    return steps.flatMap(({ error }) => error ?? []);
  }

  /** One page of this client's sessions, newest first. */
  listSessions(signal: AbortSignal, cursor?: string): Promise<SessionPage> {
    const query = new URLSearchParams({ limit: '20', ...(cursor === undefined ? {} : { cursor }) });
    return this.ask(sessionPageShape, `/v1/signing-sessions?${query}`, { signal });
  }

  evidence(transactionId: string, signal: AbortSignal): Promise<EvidenceRecord> {
    return this.ask(evidenceShape, `/v1/transactions/${encodeURIComponent(transactionId)}/evidence`, {
      signal,
    });
  }

  /** Where pack and documents can be fetched for an hour, and what their files are called. */
  async downloads(evidenceId: string, signal: AbortSignal): Promise<Downloads> {
    const path = `/v1/verify/${encodeURIComponent(evidenceId)}/downloads`;
    return (await this.ask(downloadsShape, path, { signal })).downloads;
  }

  /** Sends a request as this client and reads its JSON. */
  ask<Shape extends z.ZodMiniType>(shape: Shape, path: string, init: RequestInit): Promise<z.output<Shape>> {
    return this.#authorised(init, authorised => requestJson(shape, path, authorised));
  }

  /** Sends a request as this client, whose answer nobody reads. */
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
    return (await requestJson(tokenShape, '/oauth2/token', { method: 'POST', body })).access_token;
  }
}

function withHeader(init: RequestInit, name: string, value: string): RequestInit {
  const headers = new Headers(init.headers);
  headers.set(name, value);
  return { ...init, headers };
}

/** What anybody with the evidence id may read. */
export function readPublicView(evidenceId: string, signal: AbortSignal): Promise<Record<string, unknown>> {
  return requestJson(publicViewShape, `/v1/verify/${encodeURIComponent(evidenceId)}`, { signal });
}
