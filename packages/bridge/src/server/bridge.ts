/** The bridge as a server on loopback. */
import { MAX_MESSAGE_BYTES, USER_TIMEOUT_MS } from '@sign-session/bridge-protocol';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { BridgeParts } from './commands.ts';
import { Refusals, serve, SignerAttention } from './connection.ts';

/** Pages of this computer, which browsers treat as secure without https. */
const LOCAL_PAGE = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** May pages of this origin speak to the bridge? Only secure ones: others could be anybody's on the way. */
function isAllowedOrigin(origin: string | undefined): origin is string {
  if (origin === undefined) return false;
  if (LOCAL_PAGE.test(origin)) return true;
  if (!origin.startsWith('https://') || !URL.canParse(origin)) return false;
  // As browsers write it, and nothing else: no path, no default port, host names in ASCII.
  return new URL(origin).origin === origin;
}

/**
 * Was the bridge called by its own address? A name of somebody else's that leads to loopback would be DNS rebinding.
 */
function isOwnHost(host: string | undefined, port: number): boolean {
  return host !== undefined && ['127.0.0.1', '[::1]', 'localhost'].some(name => host === `${name}:${port}`);
}

/** More pages at once than anybody signs in. Sites that are not paired share one limit, so that paired ones get in. */
const MAX_CONNECTIONS = { ofSite: 8, ofUnpairedSites: 8 };

/** A connection may be without a request for longer than a signer thinks between two. */
const IDLE_MS = 10 * 60_000;

export interface BridgeOptions extends Omit<BridgeParts, 'userTimeoutMs'> {
  /** 0: any that is free. */
  readonly port: number;
  readonly userTimeoutMs?: number;
  /** How long a connection may be without a request. */
  readonly idleMs?: number;
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
  const { userTimeoutMs = USER_TIMEOUT_MS, idleMs = IDLE_MS, report = () => undefined } = options;
  const parts = { ...options, userTimeoutMs };
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
  });
  const shared = { attention: new SignerAttention(), refusals: new Refusals(), idleMs, report };
  const origins = new Map<WebSocket, string>();
  let port = options.port;
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { origin } = request.headers;
    if (!isAllowedOrigin(origin) || !isOwnHost(request.headers.host, port))
      return refuse(socket, '403 Forbidden');
    const admit = (paired: ReadonlySet<string>) => {
      if (isFull(origin, [...origins.values()], paired)) return refuse(socket, '503 Service Unavailable');
      sockets.handleUpgrade(request, socket, head, client => {
        origins.set(client, origin);
        client.on('close', () => origins.delete(client));
        serve(client, parts, { origin, ...shared });
      });
    };
    const fail = (error: unknown) => {
      report(error);
      refuse(socket, '503 Service Unavailable');
    };
    const destroy = () => socket.destroy();
    socket.on('error', destroy);
    pairedOrigins(options.pairings)
      .finally(() => socket.off('error', destroy))
      .then(admit)
      .catch(fail);
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

async function pairedOrigins(pairings: BridgeParts['pairings']): Promise<ReadonlySet<string>> {
  return new Set((await pairings.list()).map(({ origin }) => origin));
}

/** Does a site have as many connections as it may, or do all that are not paired? */
function isFull(origin: string, connected: readonly string[], paired: ReadonlySet<string>): boolean {
  const ofSite = connected.filter(other => other === origin);
  if (ofSite.length >= MAX_CONNECTIONS.ofSite) return true;
  if (paired.has(origin)) return false;
  return connected.filter(other => !paired.has(other)).length >= MAX_CONNECTIONS.ofUnpairedSites;
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
