import { ToolError } from './service-tool.ts';
import type { Settings } from './settings.ts';

/** The service looks into a file for 15 seconds at most; a deployment may be slower. */
const TIMEOUT_MS = 60_000;

/** A token is not used when it is about to expire. */
const TOKEN_MARGIN_MS = 60_000;

export interface ServiceRequest {
  readonly method: string;
  /** From the root of the service, with the query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A value for JSON. */
  readonly body?: unknown;
  /** Instead of the integrator's access token: a bearer credential, or null for none. */
  readonly bearer?: string | null;
  readonly signal?: AbortSignal;
}

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A problem object (RFC 9457) in plain words, and when to try again. */
function problemText(status: number, problem: unknown, retryAfter: string | null): string {
  const { title, detail, errors } = isJson(problem) ? problem : {};
  const said = [title, detail].filter(part => typeof part === 'string' && part !== '');
  const lines = [said.length > 0 ? said.join(': ') : `The service answered with the status ${status}.`];
  for (const error of Array.isArray(errors) ? errors : []) {
    if (isJson(error)) lines.push(`- ${String(error['pointer'])}: ${String(error['detail'])}`);
  }
  if (retryAfter !== null && /^\d+$/.test(retryAfter)) lines.push(`Try again in ${retryAfter} seconds.`);
  return lines.join('\n');
}

/** Calls the service for the integrator whose credentials the settings have. */
export class ServiceClient {
  readonly #settings: Settings;
  #token: { readonly value: string; readonly until: number } | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Its credentials as they are now, which no answer may contain. */
  get secrets(): readonly string[] {
    const { clientSecret } = this.#settings;
    return this.#token === undefined ? [clientSecret] : [clientSecret, this.#token.value];
  }

  /**
   * @returns the answer's JSON, undefined where it has none
   * @throws ToolError that says in plain words what the service has refused, or that it does not answer
   */
  async call(request: ServiceRequest): Promise<unknown> {
    const { bearer } = request;
    if (bearer !== undefined) return this.#answer(await this.#send(request, bearer));
    const response = await this.#send(request, await this.#accessToken(request.signal));
    if (response.status !== 401) return this.#answer(response);
    // The client's secret was replaced, or the service restarted with other keys.
    this.#token = undefined;
    return this.#answer(await this.#send(request, await this.#accessToken(request.signal)));
  }

  async #send(
    { method, path, headers, body, signal }: ServiceRequest,
    bearer: string | null,
  ): Promise<Response> {
    return this.#fetch(path, {
      method,
      headers: {
        Accept: 'application/json',
        ...(bearer !== null && { Authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    });
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const { serviceUrl } = this.#settings;
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    try {
      return await fetch(serviceUrl + path, { ...init, signal, redirect: 'error' });
    } catch {
      // What fetch says names addresses and codes of the system, and helps nobody here.
      throw new ToolError(
        timeout.aborted
          ? `The service at ${serviceUrl} did not answer within ${TIMEOUT_MS / 1000} seconds.`
          : `The service at ${serviceUrl} could not be reached. Is it running, and is SIGN_SERVICE_URL right?`,
      );
    }
  }

  async #answer(response: Response): Promise<unknown> {
    const value = parsed(await response.text().catch(() => ''));
    if (response.ok) return value;
    throw new ToolError(problemText(response.status, value, response.headers.get('Retry-After')));
  }

  /** With all scopes that the client has. */
  async #accessToken(signal: AbortSignal | undefined): Promise<string> {
    if (this.#token !== undefined && Date.now() < this.#token.until) return this.#token.value;
    const { clientId, clientSecret } = this.#settings;
    const response = await this.#fetch('/oauth2/token', {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
      ...(signal !== undefined && { signal }),
    });
    if (response.status === 400 || response.status === 401) {
      await response.body?.cancel();
      throw new ToolError(
        'The service refuses the credentials of this program: SIGN_CLIENT_ID and SIGN_CLIENT_SECRET.',
      );
    }
    const answer = await this.#answer(response);
    const { access_token: value, expires_in: seconds } = isJson(answer) ? answer : {};
    if (typeof value !== 'string' || typeof seconds !== 'number')
      throw new ToolError('The service’s answer to the request for a token is not understood.');
    this.#token = { value, until: Date.now() + seconds * 1000 - TOKEN_MARGIN_MS };
    return value;
  }
}
