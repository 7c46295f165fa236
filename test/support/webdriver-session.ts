import { z } from 'zod';

/** WebDriver refused a command; the message names the command and the protocol's error code. */
export class WebDriverError extends Error {
  override readonly name = 'WebDriverError';
}

const answerSchema = z.object({ value: z.unknown() });
const refusalSchema = z.object({ error: z.string(), message: z.string() });
const newSessionSchema = z.object({ sessionId: z.string() });

type Method = 'GET' | 'POST' | 'DELETE';

async function send(base: string, method: Method, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(base + path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = answerSchema.parse(await response.json());
  if (response.ok) return value;
  const { error, message } = refusalSchema.parse(value);
  throw new WebDriverError(`${method} ${path}: ${error}. ${message}`);
}

async function untilReady(base: string, deadline: number): Promise<void> {
  try {
    await send(base, 'GET', '/status');
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
    const value = await send(base, 'POST', '/session', { capabilities: { alwaysMatch: capabilities } });
    return new WebDriverSession(base, newSessionSchema.parse(value).sessionId);
  }

  get(path: string): Promise<unknown> {
    return send(this.#base, 'GET', this.#path + path);
  }

  post(path: string, body: unknown = {}): Promise<unknown> {
    return send(this.#base, 'POST', this.#path + path, body);
  }

  /** Runs a function body in the page; a promise it returns is waited for. `args` are its `arguments`. */
  execute(body: string, ...args: unknown[]): Promise<unknown> {
    return this.post('/execute/sync', { script: body, args });
  }

  /** Lets go of all pressed keys and buttons. */
  async releaseActions(): Promise<void> {
    await send(this.#base, 'DELETE', `${this.#path}/actions`);
  }

  async close(): Promise<void> {
    await send(this.#base, 'DELETE', this.#path);
  }
}
