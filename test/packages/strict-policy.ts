import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { freePort } from '../support/free-port.ts';
import type { Served } from './example.ts';

export interface StrictPolicy {
  /** Where the widget's workers come from: its own parts, or the folder of `assets-url`. */
  readonly workers: 'blob:' | "'self'";
  /** The service, and the page's own server. */
  readonly servers: readonly string[];
  /** Whose pages it has in frames. */
  readonly frames?: readonly string[];
  /** Where scripts come from besides the page's own server. */
  readonly scripts?: readonly string[];
  /** Hashes of inline styles that the framework's own script sets, which `withHashesOf` can't see. */
  readonly styles?: readonly string[];
  /** Trusted Types policies beside the widget's, which the framework or bundler makes; false: one of them has no policy of its own and sets what it may not. */
  readonly trustedTypes?: readonly string[] | false;
}

/** The narrowest policy that the README promises to be enough. */
export const policyOf = ({
  workers,
  servers,
  frames = [],
  scripts = [],
  styles = [],
  trustedTypes = [],
}: StrictPolicy): string =>
  [
    `default-src 'none'`,
    `script-src ${["'self'", ...scripts].join(' ')} 'wasm-unsafe-eval'`,
    `style-src ${["'self'", ...styles].join(' ')}`,
    `worker-src ${workers}`,
    `img-src 'self' data: blob:`,
    `media-src blob:`,
    `connect-src 'self' ${servers.join(' ')}`,
    ...(frames.length === 0 ? [] : [`frame-src ${frames.join(' ')}`]),
    ...(trustedTypes === false
      ? []
      : [
          `require-trusted-types-for 'script'`,
          `trusted-types ${['lit-html', 'sign-session', ...trustedTypes].join(' ')} 'allow-duplicates'`,
        ]),
  ].join('; ');

/** The policy with the hashes of the scripts and styles that the framework wrote into this page. */
function withHashesOf(html: string, header: string): string {
  const hashes = (tag: string): string =>
    [...html.matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))]
      .map(([, content = '']) => ` 'sha256-${createHash('sha256').update(content).digest('base64')}'`)
      .join('');
  return header
    .replace("script-src 'self'", `script-src 'self'${hashes('script')}`)
    .replace("style-src 'self'", `style-src 'self'${hashes('style')}`);
}

/** Serves what another server serves at an address of its own, the page under a policy. Workers from blobs inherit it. */
export async function restricted(app: Pick<Served, 'url'>, policy: StrictPolicy): Promise<Served> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isPage = request.url === '/';
    const original = await fetch(`${app.url}${request.url}`, {
      headers: { Accept: isPage ? 'text/html' : '*/*' },
    });
    const body = Buffer.from(await original.arrayBuffer());
    response.statusCode = original.status;
    response.setHeader('Content-Type', original.headers.get('Content-Type') ?? '');
    if (isPage)
      response.setHeader('Content-Security-Policy', withHashesOf(body.toString(), policyOf(policy)));
    response.end(body);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}
