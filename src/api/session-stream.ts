import { safeParse } from 'zod/mini';
import { AnswerError, NetworkError, StatusError } from './errors.ts';
import { parseJson } from './json.ts';
import { bootstrap, type Bootstrap } from './schemas.ts';

/** The service sends something every 15 s; after so long without a byte the line is dead, in ms. */
const DEAD_AFTER = 40_000;

export interface FollowOptions {
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
  readonly changed: (session: Bootstrap) => void;
}

/**
 * Reads server-sent events (WHATWG HTML, section 9.2) by fetch: EventSource can't send the secret in a header.
 * Resolves when the service ends the stream; throws NetworkError, StatusError or AnswerError, and the signal's
 * reason when it aborts.
 */
export async function followSession(
  url: URL,
  authorization: Readonly<Record<string, string>>,
  { signal, fetch: send, changed }: FollowOptions,
): Promise<void> {
  const line = new AbortController();
  const cut = () => line.abort();
  signal.throwIfAborted();
  let timer = setTimeout(cut, DEAD_AFTER);
  signal.addEventListener('abort', cut);
  try {
    const response = await send(url, {
      headers: { ...authorization, Accept: 'text/event-stream' },
      signal: line.signal,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    });
    requireStream(response);
    await readEvents(
      response,
      data => changed(readSession(data)),
      () => {
        clearTimeout(timer);
        timer = setTimeout(cut, DEAD_AFTER);
      },
    );
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof StatusError || cause instanceof AnswerError) throw cause;
    throw new NetworkError('The line to the service broke', { cause });
  } finally {
    clearTimeout(timer);
    cut();
    signal.removeEventListener('abort', cut);
  }
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
    // Said below: what it holds may be a signer's data, so it is not quoted.
  }
  throw new AnswerError('The service sent an event that cannot be read');
}
