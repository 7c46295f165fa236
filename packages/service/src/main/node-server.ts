import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { getRequestListener, RequestError, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { plainAddress } from '../http/client-address.ts';
import { answerUnreadable, ownAnswer } from '../http/error-answers.ts';
import { Problem } from '../domain/problem.ts';
import type { Service } from './service.ts';
import { describeError, type Log } from '../support/logs.ts';

/**
 * Time limits for receiving a request, and how often they are checked, in milliseconds. The largest body of a
 * signer, a photo of 5.6 MB, needs 0.4 Mbit/s. Responses and event streams have no limit.
 */
const ARRIVAL: ArrivalLimits = { headersMs: 20_000, requestMs: 120_000, checkMs: 5000 };

interface ArrivalLimits {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly checkMs: number;
}

interface NodeServerOptions {
  /** Default: 20 s for the headers, 120 s for the request. */
  readonly arrival?: ArrivalLimits;
  /** Gets errors for which no response could be made. Default: standard error. */
  readonly reportError?: Log;
}

/**
 * How long a connection stays open for the next request, in milliseconds: longer than the 60 s for which proxies and load
 * balancers keep theirs, so that they never send a request into a connection that is being closed. Node's own is 5 s.
 */
const KEEP_ALIVE_MS = 65_000;

/** How long running requests may take to end when the server closes. */
const GRACE_MS = 1500;

export interface NodeServer {
  /** `http://127.0.0.1:4010`, with the actual port. */
  readonly address: string;
  /** Starts passing requests to the service; until then the server answers 503. */
  serve(service: Service): void;
  /** Accepts no more requests, waits for the running ones, and cuts off those that take too long. */
  close(): Promise<void>;
}

const starting = (): Problem =>
  new Problem('service-unavailable', 'The service is starting.', { headers: { 'Retry-After': '1' } });

/** A malformed Host header or URL makes it impossible to build a Request. */
const unreadable = (error: unknown): Problem =>
  error instanceof RequestError
    ? new Problem('validation-error', 'This is no request that could be read.', { cause: error })
    : new Problem('internal', 'The request could not be answered.', { cause: error });

/**
 * Whether another program on the way may take it for a request to another host: an absolute target, which beats the
 * Host header, or two such headers (RFC 9112, 3.2). Only proxies need the first, and this is none.
 */
function isAmbiguous({ url = '', rawHeaders }: { url?: string | undefined; rawHeaders: string[] }): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  return hosts.length > 1 || !/^[/*]/.test(url);
}

const ambiguous = (): Problem =>
  new Problem('validation-error', 'This request names its host in more than one way.');

/** How long the sender of a body that is refused may go on until it reads the answer, in milliseconds. */
const LAST_ANSWER_MS = 1000;

/**
 * The last answer on a connection whose request has not arrived in full. Node would close it as soon as the answer is
 * sent, and with bytes that nobody read the system resets it: the sender would lose the answer. So the answer goes out
 * whole, and ends when the rest has arrived or its sender has had time to read.
 */
async function lastAnswer(answer: Response, incoming: Readable): Promise<Response> {
  const over = new Promise<void>(resolve => {
    const timer = setTimeout(resolve, LAST_ANSWER_MS);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    incoming.once('end', end).once('close', end);
  });
  // Whoever was reading the body would hold it up.
  incoming.removeAllListeners('data').resume();
  const whole = new Uint8Array(await answer.arrayBuffer());
  const body = new ReadableStream<Uint8Array>({
    start: controller => controller.enqueue(whole),
    async pull(controller) {
      await over;
      controller.close();
    },
  });
  const { status } = answer;
  const headers = new Headers(answer.headers);
  headers.set('Connection', 'close');
  headers.set('Content-Length', String(whole.length));
  return new Response(body, { status, headers });
}

/**
 * Whether an answer must be the last on its connection: it says so, or its request asks for another protocol and has not
 * arrived in full. The service speaks no other, and then Node drops without a word what it reads together with the end of
 * the request: the next one, if the answer was there first. Java's client asks so for HTTP/2.
 */
const isLast = (answer: Response, { headers }: { headers: IncomingHttpHeaders }): boolean =>
  headers.upgrade !== undefined || answer.headers.get('Connection') === 'close';

/** Listens. @throws the system's error, for example EADDRINUSE */
export function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('The server has no port.'));
      else resolve(address);
    });
  });
}

/** Waits for running requests, and cuts off those that take too long. */
export function closeServer(server: Server): Promise<void> {
  return new Promise(resolve => {
    const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** `http://127.0.0.1:4010` */
export function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Takes the port first, so that a port in use is reported before the database is opened.
 * @param port 0 for any free one
 * @throws the system's error, for example EADDRINUSE
 */
export async function openNodeServer(
  host: string,
  port: number,
  options: NodeServerOptions = {},
): Promise<NodeServer> {
  const { arrival = ARRIVAL, reportError = line => process.stderr.write(`${line}\n`) } = options;
  let service: Service | undefined;
  const answer = async (
    request: Request,
    { incoming, outgoing }: HttpBindings | Http2Bindings,
  ): Promise<Response> => {
    if (isAmbiguous(incoming)) return ownAnswer(ambiguous(), '/');
    if (service === undefined) return ownAnswer(starting(), new URL(request.url).pathname);
    const { socket } = incoming;
    const left = new AbortController();
    outgoing.once('close', () => left.abort());
    return service.fetch(request, {
      remoteAddress: plainAddress(socket.remoteAddress ?? ''),
      cut: () => void socket.destroy(),
      left: left.signal,
    });
  };
  const listener = getRequestListener(
    async (request, exchange) => {
      const answered = await answer(request, exchange);
      const { incoming } = exchange;
      return !incoming.complete && isLast(answered, incoming) ? lastAnswer(answered, incoming) : answered;
    },
    {
      errorHandler(error) {
        const problem = unreadable(error);
        if (problem.kind === 'internal') reportError(describeError(error));
        return ownAnswer(problem, '/');
      },
    },
  );
  const limits = {
    headersTimeout: arrival.headersMs,
    requestTimeout: arrival.requestMs,
    connectionsCheckingInterval: arrival.checkMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
  };
  const server = createServer(limits, (request, response) => void listener(request, response));
  answerUnreadable(server);
  const taken = await listen(server, host, port);
  return {
    address: urlOf(host, taken.port),
    serve(ready) {
      service = ready;
    },
    close: () => closeServer(server),
  };
}
