/// <reference types="node" />
/** A fake session behind an HTTP server, for tests whose browser is another program. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createFakeSession, type FakeSession } from './fake-session.ts';
import type { FakeSessionOptions } from './fake-session-options.ts';

export interface ServedSession {
  readonly session: FakeSession;
  /** For the element's `base-url`: `http://127.0.0.1:PORT`. */
  readonly url: string;
  /**
   * How often its receipts' keys were read. 0 at the end of a test says that no server verified a receipt by this address:
   * `verifyReceipt` reads them once and keeps them.
   */
  readonly keyReads: number;
  /** Ends the server, open connections included. */
  close(): Promise<void>;
}

/**
 * Serves one fake session on a port of this machine, for pages of any origin. Its outcome can be set from the test meanwhile.
 *
 * @param options `port` is any free one by default
 * @throws the system's error, such as EADDRINUSE
 */
export async function serveFakeSession({
  port = 0,
  ...options
}: Omit<FakeSessionOptions, 'baseUrl'> & { readonly port?: number } = {}): Promise<ServedSession> {
  const server = createServer();
  const url = `http://127.0.0.1:${await listen(server, port)}`;
  const session = createFakeSession({ ...options, baseUrl: url });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // What the fake throws breaks the connection, too.
    answer(session, url, request, response).catch(() => response.destroy());
  });
  const close = (): Promise<void> =>
    new Promise(resolve => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    session,
    url,
    get keyReads() {
      return session.requests.filter(({ route }) => route === 'GET keys').length;
    },
    close,
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

async function answer(
  session: FakeSession,
  url: string,
  asked: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const chunks: Buffer[] = [];
  for await (const chunk of asked) chunks.push(Buffer.from(chunk));
  const { method = 'GET' } = asked;
  const request = new Request(new URL(asked.url ?? '/', url), {
    method,
    headers: Object.entries(asked.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    ),
    body: ['GET', 'HEAD', 'OPTIONS'].includes(method) ? null : Buffer.concat(chunks),
    signal: gone.signal,
  });
  const answered = await session.handle(request);
  if (answered.type === 'error') {
    response.destroy();
    return;
  }
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  if (answered.body !== null) for await (const part of answered.body) response.write(part);
  response.end();
}
