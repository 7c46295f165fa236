import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, Handler, MiddlewareHandler } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { join } from 'node:path';
import { acceptedEncodings } from '../http/compress-answers.ts';
import { findPacked, PackedFiles } from './packed-files.ts';

/**
 * Names that contain a content hash, so their content never changes. Only the types that the builds name so: a
 * character map such as `KSCms-UHC-HW-H.bcmap` looks the same.
 */
const HASHED_NAME = /-[\w-]{8}\.(js|css|svg|png|woff2)$/;

/** Hono refuses paths that lead out of the folder. This also refuses dot files and names that no build uses. */
const PLAIN_PATH = /^(\/[\w@+-][\w@+.-]*)+\/?$/;

/**
 * For the script that pages load by a fixed name. A browser that has it uses it at once and asks for a newer one
 * meanwhile, for ten minutes only: its chunks are gone once another version is served.
 */
const ENTRY_CACHING = 'public, max-age=0, stale-while-revalidate=600';

interface StaticFilesOptions {
  /** Maps the request's path to the file's, below the folder. */
  readonly rewriteRequestPath?: (path: string) => string;
  /** Whether a path never changes its content, in addition to names that contain a hash. */
  readonly isImmutable?: (path: string) => boolean;
  /** Whether a path is the script that loads all others, see `ENTRY_CACHING`. */
  readonly isEntry?: (path: string) => boolean;
  /** Further headers of each response. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers 304 to clients that have the file already. Place it before `staticFiles`. */
export const revalidation = etag({
  retainedHeaders: [
    ...RETAINED_304_HEADERS,
    'Access-Control-Allow-Origin',
    'Cross-Origin-Resource-Policy',
    'Cross-Origin-Embedder-Policy',
    'X-Content-Type-Options',
  ],
});

/**
 * Gives ETags by content, which is read once for each change of a file. Times alone don't do: npm gives all files of a
 * package the same one, and two versions of a script can have the same length.
 */
function contentTags(): (file: string) => Promise<string> {
  const known = new Map<string, { changed: string; tag: string }>();
  return async file => {
    const { size, mtimeMs } = await stat(file);
    const changed = `${size} ${mtimeMs}`;
    const last = known.get(file);
    if (last?.changed === changed) return last.tag;
    const tag = `"${createHash('sha256')
      .update(await readFile(file))
      .digest('base64url')}"`;
    known.set(file, { changed, tag });
    return tag;
  };
}

/** Lets `serveStatic` choose a compressed file: it takes names of codings only, without weights. */
function chooseEncodings(headers: Headers): void {
  const accepted = acceptedEncodings(headers.get('Accept-Encoding') ?? undefined, ['br', 'gzip']);
  headers.set('Accept-Encoding', accepted.join(', '));
}

/** Serves the files of a folder, compressed if the build did so and the browser accepts it. */
export function staticFiles(
  folder: string,
  {
    rewriteRequestPath = path => path,
    isImmutable = () => false,
    isEntry = () => false,
    headers = {},
  }: StaticFilesOptions = {},
): MiddlewareHandler {
  const tagOf = contentTags();
  const caching = (address: string): string => {
    if (HASHED_NAME.test(address) || isImmutable(address)) return 'public, max-age=31536000, immutable';
    return isEntry(address) ? ENTRY_CACHING : 'no-cache';
  };
  const allHeaders = (address: string) => ({
    ...headers,
    'Cache-Control': caching(address),
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
  });
  const serve = serveStatic({
    root: folder,
    precompressed: true,
    rewriteRequestPath,
    async onFound(file, { req, res }) {
      // The ETag of the compressed file, if that is sent. Without it, `etag` would hash the content each time.
      const all = { ...allHeaders(req.path), ETag: await tagOf(file) };
      // The response exists already, so set the headers on it.
      for (const [name, value] of Object.entries(all)) res.headers.set(name, value);
    },
  });
  const servePacked = packedFiles(tagOf);
  return async (c, next) => {
    if (!PLAIN_PATH.test(c.req.path)) return next();
    // Serve whole files only: Hono would answer ranges without checking If-Range.
    c.req.raw.headers.delete('Range');
    const packed = await servePacked(c, join(folder, rewriteRequestPath(c.req.path)));
    if (packed !== undefined) {
      for (const [name, value] of Object.entries(allHeaders(c.req.path))) packed.headers.set(name, value);
    } else chooseEncodings(c.req.raw.headers);
    const response = packed ?? (await serve(c, next));
    // Hono does not know it, and of what `onFound` sets it drops the type.
    if (response instanceof Response && c.req.path.endsWith('.md'))
      response.headers.set('Content-Type', 'text/markdown; charset=utf-8');
    return response;
  };
}

/** Answers with a file of which there is the brotli form alone; undefined for all others. */
function packedFiles(
  tagOf: (file: string) => Promise<string>,
): (c: Context, file: string) => Promise<Response | undefined> {
  const files = new PackedFiles();
  return async (c, file) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return undefined;
    const packed = await findPacked(file);
    return packed && files.answer(c, packed, await tagOf(packed.file));
  };
}

/** For a page whose file is missing. */
export const notBuilt: Handler = c => c.text('This page has not been built: run npm run build.\n', 503);

/** Serves one file of a folder for any path. */
export function staticFile(folder: string, name: string): MiddlewareHandler {
  const serve = serveStatic({
    root: folder,
    path: name,
    precompressed: true,
    onFound: (_file, { res }) => res.headers.set('Vary', 'Accept-Encoding'),
  });
  const servePacked = packedFiles(contentTags());
  return async (c, next) => {
    c.req.raw.headers.delete('Range');
    const packed = await servePacked(c, join(folder, name));
    if (packed !== undefined) {
      // As for a page that is there as it is.
      packed.headers.delete('ETag');
      return packed;
    }
    chooseEncodings(c.req.raw.headers);
    return serve(c, next);
  };
}
