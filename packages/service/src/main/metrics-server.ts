import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { sha256 } from '../domain/sha256.ts';
import { readUrl } from '../http/trusted-urls.ts';
import { closeServer, listen, urlOf } from './node-server.ts';
import type { MeasuredService } from './service.ts';

/** Where Prometheus reads `/metrics`: a port of its own, which the proxy for signers does not reach. */
export interface MetricsSettings {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** Expected as `Authorization: Bearer`. Undefined: whoever reaches the port may read. */
  readonly token: string | undefined;
}

export interface MetricsServer {
  /** `http://127.0.0.1:9464/metrics`, with the actual port. */
  readonly address: string;
  /** Starts to answer with what this service measures; until then the server answers 503. */
  serve(service: Pick<MeasuredService, 'measurements'>): void;
  close(): Promise<void>;
}

function isAllowed({ headers }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return true;
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return given !== undefined && timingSafeEqual(sha256(given), sha256(token));
}

/**
 * Whether it was asked for by an address or `localhost`. Without a token, a web page could otherwise read the metrics by a
 * name of its own that it made resolve here.
 */
function isAskedByAddress({ headers: { host = '' } }: IncomingMessage): boolean {
  const url = readUrl(`http://${host}`);
  if (url === undefined) return false;
  return url.hostname === 'localhost' || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0;
}

function end(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers }).end(text);
}

/**
 * Serves `GET /metrics` on a port of its own. Takes the port at once, so that one in use is reported early.
 * @throws the system's error, for example EADDRINUSE
 */
export async function openMetricsServer({ host, port, token }: MetricsSettings): Promise<MetricsServer> {
  let service: Pick<MeasuredService, 'measurements'> | undefined;
  const processMetrics = new Registry();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'GET' || request.url !== '/metrics') return end(response, 404, 'Not found.\n');
    if (token === undefined && !isAskedByAddress(request))
      return end(response, 403, 'Without METRICS_TOKEN, ask by an address or localhost.\n');
    if (!isAllowed(request, token))
      return end(response, 401, 'METRICS_TOKEN is required.\n', { 'WWW-Authenticate': 'Bearer' });
    if (service === undefined) return end(response, 503, 'Starting.\n', { 'Retry-After': '1' });
    const measured = await service.measurements.read();
    end(response, 200, `${measured}${await processMetrics.metrics()}`, {
      'Content-Type': processMetrics.contentType,
    });
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => end(response, 500, 'The metrics could not be read.\n'));
  });
  const taken = await listen(server, host, port);
  return {
    address: `${urlOf(host, taken.port)}/metrics`,
    serve(ready) {
      collectDefaultMetrics({ register: processMetrics });
      service = ready;
    },
    close: () => closeServer(server),
  };
}
