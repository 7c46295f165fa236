import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { serveFolder } from './serve-folder.ts';
import { policyOf } from './strict-policy.ts';

/** What the shop's page told its server of the end of a session. */
export interface ToldEnd {
  readonly sessionId?: string;
  readonly receipt?: string;
  /** The code of a SigningError. */
  readonly error?: string;
  /** When it came, ms since 1970. */
  readonly at: number;
}

/** What the page gets of the order's session. */
type OrderSession = Readonly<Record<'clientSecret' | 'link', string>>;

export interface ShopOptions {
  readonly port: number;
  /** The files of its page. */
  readonly folder: string;
  /** The signing service's origin. */
  readonly service: string;
}

/** An integrator's server: its page under COOP and the narrowest policy that signs, and what the page asks of it. */
export class Shop {
  /** Not `127.0.0.1`, where the service is: for browsers another site, so that its frames have storage apart. */
  readonly url: string;
  /** What its page has told of the order. */
  readonly ends: ToldEnd[] = [];
  /** What browsers reported of the page's policy. */
  readonly reports: string[] = [];
  #session: OrderSession | undefined;
  readonly #stops: (() => Promise<void>)[] = [];

  private constructor({ port }: ShopOptions) {
    this.url = `http://localhost:${String(port)}`;
  }

  static async open(options: ShopOptions): Promise<Shop> {
    const shop = new Shop(options);
    const files = await serveFolder(options.folder);
    const { service } = options;
    const policyFor = (pathname: string): string =>
      policyOf({
        workers: 'blob:',
        servers: [service],
        frames: [service],
        ...(pathname === '/script.html' && { scripts: [service] }),
      });
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '', shop.url);
      response.setHeader('Content-Security-Policy', `${policyFor(pathname)}; report-uri /reports`);
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
      response.setHeader('Referrer-Policy', 'no-referrer');
      shop.#answer(request, response, files.url).catch(() => response.destroy());
    });
    server.listen(options.port, '127.0.0.1');
    await once(server, 'listening');
    const stop = async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
    };
    shop.#stops.push(stop, () => files.stop());
    return shop;
  }

  /** A new order, of which nothing is told yet. */
  takes(session: OrderSession): void {
    this.#session = session;
    this.ends.length = 0;
    this.reports.length = 0;
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) await stop();
  }

  async #answer(request: IncomingMessage, response: ServerResponse, files: string): Promise<void> {
    const { pathname } = new URL(request.url ?? '', this.url);
    if (pathname === '/session') {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(this.#session));
    } else if (pathname === '/end') {
      this.ends.push({ ...JSON.parse(await text(request)), at: Date.now() });
      response.end();
    } else if (pathname === '/reports') {
      this.reports.push(await text(request));
      response.end();
    } else {
      const file = await fetch(files + pathname);
      response.statusCode = file.status;
      response.setHeader('Content-Type', file.headers.get('Content-Type') ?? '');
      response.end(Buffer.from(await file.arrayBuffer()));
    }
  }
}
