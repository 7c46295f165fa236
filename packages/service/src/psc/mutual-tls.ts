import { request as requestByHttps } from 'node:https';
import { Readable } from 'node:stream';
import type { SendRequest } from './psc-request.ts';

/** The certificate by which the operator is known to a provider (mutual TLS), and its key; both in PEM. */
export interface ClientCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** Answers that have no body (WHATWG Fetch, 2.2.3). */
const BODILESS = [204, 205, 304];

/** Sends requests as `fetch` does, but for redirects, which it does not follow, and shows the certificate. */
export function byMutualTls({ certificate: cert, key }: ClientCertificate): SendRequest {
  return (url, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const options = {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        cert,
        key,
        ...(signal && { signal }),
      };
      const outgoing = requestByHttps(url, options, answer => {
        const { statusCode: status = 0 } = answer;
        // There is no response of another status, and an error thrown here would end the service.
        if (status < 200 || status > 599) {
          answer.destroy();
          reject(new Error(`The provider answers ${status}.`));
          return;
        }
        const isEmpty = BODILESS.includes(status);
        if (isEmpty) answer.resume();
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same stream under Node's name for it
        const stream = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
        resolve(new Response(stream, { status }));
      });
      outgoing.on('error', reject).end(typeof body === 'string' ? body : undefined);
    });
}
