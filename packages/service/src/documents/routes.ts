/** Downloads of documents by their presigned addresses, whole or in ranges. */
import { z } from '@hono/zod-openapi';
import type { Core } from '../core/core.ts';
import type { StoredDocument } from '../domain/document.ts';
import { idSchema } from '../domain/ids.ts';
import { notFound, Problem } from '../domain/problem.ts';
import { hashOf } from '../domain/sha256.ts';
import type { ServiceApp } from '../http/app.ts';
import { openToAnyOrigin } from '../http/cors.ts';
import { declareRoute } from '../http/route.ts';
import type { ByteRange } from '../storage/document-store.ts';
import { findDocument } from './issued-documents.ts';
import { findPortalUpdate } from './portal-updates.ts';
import type { PresignedUrls } from './presigned-urls.ts';

/**
 * The one range that a `Range` header asks for (RFC 9110, 14.1.2). `whole` without a header, or for one that a
 * server may ignore: several ranges, another unit, bad syntax.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (match === null) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '') return readSuffix(last, size);
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start < size ? { start, end } : 'unsatisfiable';
}

/** `-500`: the last 500 bytes. */
function readSuffix(length: string, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  if (length === '') return 'whole';
  if (Number(length) === 0 || size === 0) return 'unsatisfiable';
  return { start: Math.max(0, size - Number(length)), end: size - 1 };
}

const file = { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } };

const downloadRoute = declareRoute({
  method: 'get',
  path: '/v1/documents/{documentId}',
  summary: 'The bytes behind a presigned address, whole or in part',
  request: {
    params: z.object({ documentId: idSchema }),
    query: z.object({
      key: z.string(),
      expires: z.string(),
      signature: z.string(),
      session: idSchema.optional().describe('In addresses of files for the gov.br portal.'),
    }),
  },
  answers: {
    200: { description: 'The whole file', content: file },
    206: { description: 'The requested range', content: file },
    304: { description: 'Not modified' },
    307: { description: 'The bytes are at another address for a minute. Not for requests by pages' },
  },
  problems: [403, 416],
});

/** `attachment` with the file name in ASCII and in full (RFC 6266). */
function disposition(filename: string): string {
  const plain = filename.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(filename).replaceAll(/['()*]/g, character => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}

/** The SHA-256 of the whole file, also for a partial response (RFC 9530, 3). */
function reprDigest(hash: string): string {
  return `sha-256=:${Buffer.from(hash.replace('sha256:', ''), 'hex').toString('base64')}:`;
}

function headersOf(document: StoredDocument): Record<string, string> {
  return {
    'Content-Type': document.mediaType,
    'Content-Disposition': disposition(document.filename),
    'Repr-Digest': reprDigest(document.hash),
    ETag: `"${document.hash.replace('sha256:', '')}"`,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-store',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
  };
}

/** Long enough to follow a redirect. */
const DIRECT_SECONDS = 60;

/** Its address is a credential. */
const REDIRECT = { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' };

/**
 * Whether the request may be sent elsewhere. A page could read an answer of the store only if the bucket's CORS rules
 * and the page's policy admitted it; a program, or a link that is followed, needs neither.
 */
function mayLeave({ method, headers }: Request): boolean {
  const mode = headers.get('Sec-Fetch-Mode') ?? 'navigate';
  return method === 'GET' && !headers.has('Origin') && mode === 'navigate';
}

/** A file to be sent. */
interface Whole {
  readonly document: StoredDocument;
  readonly content?: Uint8Array<ArrayBuffer>;
}

export function mountDocuments(
  app: ServiceApp,
  { database, documents }: Core,
  presigned: PresignedUrls,
): void {
  async function ownAddress(document: StoredDocument): Promise<string | undefined> {
    const { documentId, mediaType, filename } = document;
    const download = { mediaType, disposition: disposition(filename), seconds: DIRECT_SECONDS };
    return documents.address?.(documentId, download);
  }

  /** The document followed by what its session's signer signs behind it. */
  async function withUpdate(document: StoredDocument, sessionId: string): Promise<Whole> {
    const [bytes, appended] = await Promise.all([
      documents.read(document.documentId),
      findPortalUpdate(database, sessionId),
    ]);
    if (bytes === undefined || appended === undefined) throw notFound();
    const content = new Uint8Array(Buffer.concat([bytes, appended]));
    return { document: { ...document, hash: hashOf(content), sizeBytes: content.length }, content };
  }

  /** @param content what the store does not have as it is */
  async function answer({ document, content }: Whole, request: Request): Promise<Response> {
    const headers = headersOf(document);
    if (request.headers.get('If-None-Match') === headers['ETag']) {
      return new Response(null, { status: 304, headers });
    }
    const location = content === undefined && mayLeave(request) ? await ownAddress(document) : undefined;
    if (location !== undefined) {
      return new Response(null, { status: 307, headers: { ...REDIRECT, Location: location } });
    }
    const condition = request.headers.get('If-Range') ?? headers['ETag'];
    const wanted = condition === headers['ETag'] ? request.headers.get('Range') : null;
    const range = readRange(wanted ?? undefined, document.sizeBytes);
    if (range === 'unsatisfiable') {
      throw new Problem('range-not-satisfiable', 'The document is shorter than the requested range.', {
        headers: { 'Content-Range': `bytes */${document.sizeBytes}` },
      });
    }
    const whole = range === 'whole';
    const bytes =
      content === undefined
        ? await documents.read(document.documentId, whole ? undefined : range, document.hash)
        : content.slice(...(whole ? [] : [range.start, range.end + 1]));
    if (bytes === undefined) throw notFound();
    headers['Content-Length'] = String(bytes.length);
    if (!whole) headers['Content-Range'] = `bytes ${range.start}-${range.end}/${document.sizeBytes}`;
    return new Response(bytes, { status: whole ? 200 : 206, headers });
  }

  app.use('/v1/documents/*', openToAnyOrigin);
  app.openapi(downloadRoute, async c => {
    const { documentId } = c.req.valid('param');
    const { key: keyId, expires, signature, session } = c.req.valid('query');
    const verdict = await presigned.check(documentId, { keyId, expires, signature, session });
    if (verdict === 'forged') throw new Problem('forbidden', 'The signature of this address is invalid.');
    if (verdict === 'expired') throw new Problem('forbidden', 'This address has expired. Request a new one.');
    const document = await findDocument(database, documentId);
    if (document === undefined) throw notFound();
    const whole = session === undefined ? { document } : await withUpdate(document, session);
    return answer(whole, c.req.raw);
  });
}
