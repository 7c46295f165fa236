import { z } from 'zod';

/** WebDriver refused a command; the message names the command and the protocol's error code. */
export class WebDriverError extends Error {
  override readonly name: string = 'WebDriverError';
}

/** The protocol's "unknown error": the driver can't say what went wrong. */
class UnknownWebDriverError extends WebDriverError {}

/** What the message of a {@link LostSessionError} begins with: across processes, its class is lost too. */
export const LOST_SESSION = 'The browser was lost';

/**
 * The browser or its driver has gone, and no later command of this session can succeed.
 *
 * WebKitWebDriver says "session deleted because of page crash or hang" as soon as its connection to the browser
 * is closed (`findSessionOrCompleteWithError` in WebKit's Source/WebDriver/WebDriverService.cpp). The browser
 * closes it when its web or network process has ended; no timer is involved, so a busy machine is no reason: a web
 * process held by SIGSTOP for 25 s went on as before.
 */
export class LostSessionError extends WebDriverError {
  override readonly name = 'LostSessionError';

  constructor(command: string, reason: string, cause?: unknown) {
    super(`${LOST_SESSION}. ${command}: ${reason}`, { cause });
  }
}

/** Longer than the protocol's 30 s for a script: a driver that says nothing for so long hangs with its browser. */
const ANSWER_WITHIN_MS = 60_000;
const CLOSED_WITHIN_MS = 5_000;

const answerSchema = z.object({ value: z.unknown() });
const refusalSchema = z.object({ error: z.string(), message: z.string() });
const newSessionSchema = z.object({ sessionId: z.string() });

type Method = 'GET' | 'POST' | 'DELETE';

interface Command {
  method: Method;
  path: string;
  body?: unknown;
  /** In milliseconds. */
  timeout?: number;
}

async function send(base: string, { method, path, body, timeout = ANSWER_WITHIN_MS }: Command) {
  const command = `${method} ${path.replace(/^\/session\/[^/]+/, '')}`;
  const response = await fetch(base + path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    signal: AbortSignal.timeout(timeout),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new LostSessionError(command, 'its driver does not answer.', cause);
  });
  const { value } = answerSchema.parse(await response.json());
  if (response.ok) return value;
  const { error, message } = refusalSchema.parse(value);
  if (error === 'invalid session id') throw new LostSessionError(command, `${error}. ${message}`);
  const Refusal = error === 'unknown error' ? UnknownWebDriverError : WebDriverError;
  throw new Refusal(`${command}: ${error}. ${message}`);
}

async function untilReady(base: string, deadline: number): Promise<void> {
  try {
    await send(base, { method: 'GET', path: '/status' });
  } catch (cause) {
    if (Date.now() > deadline) throw new WebDriverError('The WebDriver server did not answer.', { cause });
    await new Promise(resolve => setTimeout(resolve, 25));
    await untilReady(base, deadline);
  }
}

/** One session of the W3C WebDriver protocol (classic, over HTTP). */
export class WebDriverSession {
  readonly #base: string;
  readonly #path: string;

  private constructor(base: string, id: string) {
    this.#base = base;
    this.#path = `/session/${id}`;
  }

  /**
   * Waits for the server and opens a session.
   *
   * @param base address of the server, such as `http://127.0.0.1:4444`.
   * @param capabilities the protocol's `alwaysMatch` object.
   */
  static async open(base: string, capabilities: Record<string, unknown>): Promise<WebDriverSession> {
    await untilReady(base, Date.now() + 15_000);
    const value = await send(base, {
      method: 'POST',
      path: '/session',
      body: { capabilities: { alwaysMatch: capabilities } },
    });
    return new WebDriverSession(base, newSessionSchema.parse(value).sessionId);
  }

  get(path: string): Promise<unknown> {
    return this.#send({ method: 'GET', path: this.#path + path });
  }

  post(path: string, body: unknown = {}): Promise<unknown> {
    return this.#send({ method: 'POST', path: this.#path + path, body });
  }

  /** The command during which a browser dies gets an "unknown error"; only the next is told the truth. */
  async #send(command: Command): Promise<unknown> {
    try {
      return await send(this.#base, command);
    } catch (error) {
      if (error instanceof UnknownWebDriverError) await this.#checkAlive(error);
      throw error;
    }
  }

  async #checkAlive(doubt: UnknownWebDriverError): Promise<void> {
    await send(this.#base, { method: 'GET', path: `${this.#path}/url` }).catch((error: unknown) => {
      throw error instanceof UnknownWebDriverError ? new LostSessionError('GET /url', doubt.message) : error;
    });
  }

  /** Runs a function body in the page; a promise it returns is waited for. `args` are its `arguments`. */
  execute(body: string, ...args: unknown[]): Promise<unknown> {
    return this.post('/execute/sync', { script: body, args });
  }

  /** Lets go of all pressed keys and buttons. */
  async releaseActions(): Promise<void> {
    await send(this.#base, { method: 'DELETE', path: `${this.#path}/actions` });
  }

  async close(): Promise<void> {
    await send(this.#base, { method: 'DELETE', path: this.#path, timeout: CLOSED_WITHIN_MS });
  }
}
