import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Problem, unavailable } from '../domain/problem.ts';
import { ownAnswer } from './own-answer.ts';

/** Time for the client to read the response: destroying the connection at once may lose it. */
const READ_MS = 1000;

/** The problem for a request that Node could not parse. */
function problemOf(error: Error): Problem {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('payload-too-large', 'The headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return unavailable('The request took too long to arrive.', 1);
  }
  return new Problem('validation-error', 'Malformed HTTP request.');
}

/** Serialises a response as the last one on its connection. */
async function onWire(answer: Response): Promise<string> {
  const body = await answer.text();
  const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`);
  const { status } = answer;
  const lines = [`HTTP/1.1 ${status} `, ...headers, `content-length: ${Buffer.byteLength(body)}`];
  return `${[...lines, 'connection: close'].join('\r\n')}\r\n\r\n${body}`;
}

/**
 * Answers malformed requests with a problem object. Node would send only a status line, which a page of another
 * origin cannot read.
 */
export function answerUnreadable(server: Server): void {
  /** Connections with a response in progress. Writing an error into it would corrupt it. */
  const answering = new WeakSet<Socket>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    answering.add(socket);
    response.once('close', () => void answering.delete(socket));
  });
  async function refuse(error: Error, socket: Socket): Promise<void> {
    if (!socket.writable || answering.has(socket)) return void socket.destroy();
    const text = await onWire(ownAnswer(problemOf(error), '/'));
    socket.end(text);
    // A peer that never closes its half would keep the descriptor open forever.
    const cut = setTimeout(() => socket.destroy(), READ_MS).unref();
    socket.once('close', () => clearTimeout(cut));
  }
  server.on('clientError', (error: Error, socket: Socket) => void refuse(error, socket));
}
