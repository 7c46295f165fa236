/** Compression of answers, by what the client accepts. */
import { createMiddleware } from 'hono/factory';
import { parseAccept } from 'hono/utils/accept';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ServiceEnv } from './environment.ts';

/**
 * The codings that an Accept-Encoding header takes, of those offered, in the order offered (RFC 9110, 12.5.3). Empty
 * without the header. `identity;q=0` is not looked at: a server may send the content as it is rather than refuse.
 */
export function acceptedEncodings<Coding extends string>(
  header: string | undefined,
  offered: readonly Coding[],
): Coding[] {
  if (header === undefined) return [];
  const accepted = new Map(parseAccept(header).map(({ type, q }) => [type.toLowerCase(), q]));
  return offered.filter(coding => (accepted.get(coding) ?? accepted.get('*') ?? 0) > 0);
}

const gzipped = promisify(gzip);

/** Smaller answers fit into one packet anyway. In bytes. */
const SMALLEST = 1024;

/** Not event streams, which must arrive at once, and not documents, which are compressed inside. */
const COMPRESSIBLE = /^application\/(?:[\w.-]+\+)?json\b/;

/**
 * Compresses JSON answers to GET on the fly.
 *
 * The length of a compressed answer tells how alike its parts are, so that who chooses one part, sees lengths and may
 * repeat the request can guess a secret beside it (BREACH). Answers to other methods create secrets beside texts from
 * requests (client secrets, tokens), so they are never compressed. Answers to GET can't be attacked so: they are opened
 * by an Authorization header, which browsers do not add to a stranger's requests, and the one secret in them, the
 * signature of a presigned URL, is another one each second. What may not be changed on the way (`no-transform`: the
 * inbox of local mode, with links and codes as they were sent) is left out.
 */
export const compressAnswers = createMiddleware<ServiceEnv>(async (c, next) => {
  await next();
  const { headers, status } = c.res;
  if (c.req.method !== 'GET' || status !== 200) return;
  if (/\bno-transform\b/.test(headers.get('Cache-Control') ?? '')) return;
  // Files, which have an ETag, come compressed from the build.
  if (headers.has('Content-Encoding') || headers.has('ETag')) return;
  if (!COMPRESSIBLE.test(headers.get('Content-Type') ?? '')) return;
  headers.append('Vary', 'Accept-Encoding');
  if (acceptedEncodings(c.req.header('Accept-Encoding'), ['gzip']).length === 0) return;
  const content = new Uint8Array(await c.res.arrayBuffer());
  const isLarge = content.length >= SMALLEST;
  const sent = isLarge ? await gzipped(content) : content;
  const answer = new Response(new Uint8Array(sent), { status, headers });
  if (isLarge) answer.headers.set('Content-Encoding', 'gzip');
  answer.headers.set('Content-Length', String(sent.length));
  // Cleared first: Hono would merge the headers of both.
  c.res = undefined;
  c.res = answer;
});
