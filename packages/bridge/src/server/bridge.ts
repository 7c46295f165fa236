import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { MAX_MESSAGE_BYTES, USER_TIMEOUT_MS } from '@sign-session/bridge-protocol';
import { WebSocketServer } from 'ws';
import type { BridgeParts } from './commands.ts';
import { serve, SignerAttention } from './connection.ts';
import { isAllowedOrigin, isOwnHost } from './origins.ts';

/** More pages at once than anybody signs in. */
const MAX_CONNECTIONS = 16;

export interface BridgeOptions extends Omit<BridgeParts, 'userTimeoutMs'> {
  /** 0: any that is free. */
  readonly port: number;
  readonly userTimeoutMs?: number;
  /** Told of errors that are not the page's. */
  readonly report?: (error: unknown) => void;
}

export interface RunningBridge {
  readonly port: number;
  /** Ends connections, questions and what tokens are doing. */
  close(): Promise<void>;
}

/**
 * Listens on loopback alone, by IPv4 and, where there is one, IPv6.
 * @throws Error with `code` `EADDRINUSE` when the port is taken
 */
export async function startBridge(options: BridgeOptions): Promise<RunningBridge> {
  const { userTimeoutMs = USER_TIMEOUT_MS, report = () => undefined } = options;
  const parts = { ...options, userTimeoutMs };
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
  });
  const attention = new SignerAttention();
  let port = options.port;
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { origin } = request.headers;
    if (!isAllowedOrigin(origin) || !isOwnHost(request.headers.host, port))
      return refuse(socket, '403 Forbidden');
    if (sockets.clients.size >= MAX_CONNECTIONS) return refuse(socket, '503 Service Unavailable');
    sockets.handleUpgrade(request, socket, head, client =>
      serve(client, parts, { origin, attention, report }),
    );
  };
  const first = await listen('127.0.0.1', port, upgrade);
  const address = first.address();
  if (typeof address === 'object' && address !== null) ({ port } = address);
  const servers = [first];
  try {
    servers.push(await listen('::1', port, upgrade));
  } catch (error) {
    // Not every computer has IPv6; another program on the port is told.
    if (isInUse(error)) {
      first.close();
      throw error;
    }
  }
  return { port, close: () => close(sockets, servers) };
}

/** Is it the error of a port that is taken? */
export function isInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

async function listen(host: string, port: number, upgrade: Upgrade): Promise<Server> {
  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000 }, answerHttp);
  server.on('upgrade', upgrade);
  server.listen(port, host);
  // Rejects on an error.
  await once(server, 'listening');
  return server;
}

/** There is nothing but the WebSocket; a browser may ask first whether it may reach it. */
function answerHttp(request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers;
  request.resume();
  if (request.method !== 'OPTIONS' || !isAllowedOrigin(origin)) {
    response.writeHead(426, { Upgrade: 'websocket', Connection: 'Upgrade' }).end();
    return;
  }
  response
    .writeHead(204, {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Private-Network': 'true',
      Vary: 'Origin',
    })
    .end();
}

function refuse(socket: Duplex, status: string): void {
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

async function close(sockets: WebSocketServer, servers: readonly Server[]): Promise<void> {
  const closing = servers.map(server => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    return closed;
  });
  for (const client of sockets.clients) client.terminate();
  sockets.close();
  await Promise.all(closing);
}
