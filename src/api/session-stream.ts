import { AnswerError, StatusError } from './errors.ts';
import { bootstrap, parseJson, type Bootstrap } from './schemas.ts';

/**
 * Reads server-sent events (WHATWG HTML, section 9.2) from a response: EventSource can't send the secret in a header.
 * Resolves when the service ends the stream.
 *
 * @param alive called with every chunk.
 * @throws StatusError or AnswerError when the service sends no events, or one that is no session.
 */
export async function readSessions(
  response: Response,
  changed: (session: Bootstrap) => void,
  alive: () => void,
): Promise<void> {
  requireStream(response);
  await readEvents(response, data => changed(readSession(data)), alive);
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
    return bootstrap(parseJson(data));
  } catch {
    // Without the cause, which may quote a signer's data.
    throw new AnswerError('The service sent an event that cannot be read');
  }
}
