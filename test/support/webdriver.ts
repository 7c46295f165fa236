import { z } from 'zod';

/** A driver that says nothing for so long hangs with its browser. */
const ANSWER_WITHIN_MS = 60_000;

const answerSchema = z.object({ value: z.unknown() });
const refusalSchema = z.object({ error: z.string(), message: z.string() });
const newSessionSchema = z.object({ sessionId: z.string() });

async function send(method: 'GET' | 'POST' | 'DELETE', address: string, body?: unknown): Promise<unknown> {
  const response = await fetch(address, {
    method,
    headers: { 'Content-Type': 'application/json' },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = answerSchema.parse(await response.json());
  if (response.ok) return value;
  const { error, message } = refusalSchema.parse(value);
  throw new Error(`WebDriver refused ${method} ${new URL(address).pathname}: ${error}. ${message}`);
}

async function untilReady(base: string, deadline: number): Promise<void> {
  for (;;) {
    try {
      await send('GET', `${base}/status`);
      return;
    } catch (cause) {
      if (Date.now() > deadline) throw new Error('The WebDriver server did not answer.', { cause });
      await new Promise(resolve => setTimeout(resolve, 25));
    }
  }
}

/** One session of the W3C WebDriver protocol (classic, over HTTP). */
export class WebDriver {
  readonly #session: string;

  private constructor(session: string) {
    this.#session = session;
  }

  /**
   * Waits for the server and opens a session.
   *
   * @param base address of the server, such as `http://127.0.0.1:4444`.
   * @param capabilities the protocol's `alwaysMatch` object.
   */
  static async open(base: string, capabilities: Record<string, unknown>): Promise<WebDriver> {
    await untilReady(base, Date.now() + 15_000);
    const answer = await send('POST', `${base}/session`, { capabilities: { alwaysMatch: capabilities } });
    return new WebDriver(`${base}/session/${newSessionSchema.parse(answer).sessionId}`);
  }

  get(path: string): Promise<unknown> {
    return send('GET', this.#session + path);
  }

  post(path: string, body: unknown = {}): Promise<unknown> {
    return send('POST', this.#session + path, body);
  }

  delete(path = ''): Promise<unknown> {
    return send('DELETE', this.#session + path);
  }

  /** Runs a function body in the page; a promise it returns is waited for. `args` are its `arguments`. */
  execute(body: string, ...args: unknown[]): Promise<unknown> {
    return this.post('/execute/sync', { script: body, args });
  }
}
