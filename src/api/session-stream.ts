import { safeParse } from 'zod/mini';
import { AnswerError, StatusError } from './errors.ts';
import { exchange, type RequestOptions } from './request.ts';
import { bootstrap, parseJson, type Bootstrap } from './schemas.ts';

/** ms without a byte after which the connection is closed. The service sends something every 15 s. */
const TIMEOUT_MS = 40_000;

/**
 * Reads server-sent events (WHATWG HTML, section 9.2) by fetch: EventSource can't send the secret in a header.
 * Resolves when the service ends the stream; throws NetworkError, TimeoutError, StatusError or AnswerError, and the
 * signal's reason when it aborts.
 */
export async function followSession(
  url: URL,
  options: RequestOptions,
  changed: (session: Bootstrap) => void,
): Promise<void> {
  const headers = { ...options.headers, Accept: 'text/event-stream' };
  await exchange(url, { ...options, headers, timeout: TIMEOUT_MS }, async (response, alive) => {
    requireStream(response);
    await readEvents(response, data => changed(readSession(data)), alive);
  });
}

function requireStream({ status, ok, headers }: Response): void {
  if (!ok) throw new StatusError(status, '');
  if (!headers.get('Content-Type')?.startsWith('text/event-stream')) {
    throw new AnswerError('The service does not send events');
  }
}

/** Calls `session` with the data of each `session` event, and `alive` with every chunk. */
async function readEvents(
  response: Response,
  session: (data: string) => void,
  alive: () => void,
): Promise<void> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let rest = '';
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    alive();
    const blocks = (rest + decoder.decode(part.value, { stream: true })).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split(/\r?\n/);
      if (fieldOf(lines, 'event') === 'session') session(fieldOf(lines, 'data'));
    }
  }
}

function fieldOf(lines: readonly string[], name: string): string {
  return lines
    .filter(line => line.startsWith(`${name}:`))
    .map(line => line.slice(name.length + 1).replace(/^ /, ''))
    .join('\n');
}

function readSession(data: string): Bootstrap {
  try {
    const parsed = safeParse(bootstrap, parseJson(data));
    if (parsed.success) return parsed.data;
  } catch {
    // Thrown below without quoting it: it may hold a signer's data.
  }
  throw new AnswerError('The service sent an event that cannot be read');
}
