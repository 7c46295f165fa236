import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '../domain/problem.ts';
import { ownAnswer } from './own-answer.ts';

/** For the answer to be read: to destroy the connection at once may take it from under the reader. */
const READ_MS = 1000;

/** What Node's parser could not make a request of. */
function problemOf(error: Error): Problem {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('payload-too-large', 'The headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Problem('service-unavailable', 'The request took too long to arrive.', {
      headers: { 'Retry-After': '1' },
    });
  }
  return new Problem('validation-error', 'This is no request that could be read.');
}

/** An answer as it goes over the wire, the last on its connection. */
async function onWire(answer: Response): Promise<string> {
  const body = await answer.text();
  const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`);
  const { status } = answer;
  const lines = [`HTTP/1.1 ${status} `, ...headers, `content-length: ${Buffer.byteLength(body)}`];
  return `${[...lines, 'connection: close'].join('\r\n')}\r\n\r\n${body}`;
}

/**
 * Answers what is no request with a problem object, where Node would send a bare status line: a page of another
 * origin could not even read that.
 */
export function answerUnreadable(server: Server): void {
  /** Connections on which an answer is under way: words put into the middle of it would be part of it. */
  const answering = new WeakSet<Socket>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    answering.add(socket);
    response.once('close', () => void answering.delete(socket));
  });
  async function refuse(error: Error, socket: Socket): Promise<void> {
    if (!socket.writable || answering.has(socket)) return void socket.destroy();
    const text = await onWire(ownAnswer(problemOf(error), '/'));
    socket.end(text);
    // A peer that never closes its own half would hold the descriptor for ever.
    const cut = setTimeout(() => socket.destroy(), READ_MS).unref();
    socket.once('close', () => clearTimeout(cut));
  }
  server.on('clientError', (error: Error, socket: Socket) => void refuse(error, socket));
}
