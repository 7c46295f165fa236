import { stat } from 'node:fs/promises';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';

/**
 * Names that hold a hash of the content never come back with another. Only types that the builds name so: a
 * character map such as `KSCms-UHC-HW-H.bcmap` looks just like it.
 */
const HASHED_NAME = /-[\w-]{8}\.(js|css|svg|png|woff2)$/;

/** Hono refuses what would lead out of the folder; here also dot files and whatever else no build names so. */
const PLAIN_PATH = /^(\/[\w@+-][\w@+.-]*)+$/;

export interface StaticFilesOptions {
  /** From the request's path to the file's, below the folder. */
  readonly rewriteRequestPath?: (path: string) => string;
  /** Whether a path never comes back with another content, besides those whose name holds a hash. */
  readonly isImmutable?: (path: string) => boolean;
  /** Further headers of each answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers 304 to whoever has the file already. Goes before `staticFiles`. */
export const revalidation = etag({
  retainedHeaders: [
    ...RETAINED_304_HEADERS,
    'Access-Control-Allow-Origin',
    'Cross-Origin-Resource-Policy',
    'X-Content-Type-Options',
  ],
});

/** Serves the files of a folder, compressed where the build did it and the browser takes it. */
export function staticFiles(
  folder: string,
  { rewriteRequestPath = path => path, isImmutable = () => false, headers = {} }: StaticFilesOptions = {},
): MiddlewareHandler {
  const serve = serveStatic({
    root: folder,
    precompressed: true,
    rewriteRequestPath,
    async onFound(file, { req, res }) {
      const { size, mtimeMs } = await stat(file);
      const isKept = HASHED_NAME.test(req.path) || isImmutable(req.path);
      const all = {
        ...headers,
        'Cache-Control': isKept ? 'public, max-age=31536000, immutable' : 'no-cache',
        // Of the compressed file, where that is sent. Without this, `etag` would hash the content each time.
        ETag: `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`,
        Vary: 'Accept-Encoding',
        'X-Content-Type-Options': 'nosniff',
      };
      // The answer is made already: it takes over what is set here.
      for (const [name, value] of Object.entries(all)) res.headers.set(name, value);
    },
  });
  return async (c, next) => {
    if (!PLAIN_PATH.test(c.req.path)) return next();
    // Whole files only: Hono would answer a part without looking at If-Range.
    c.req.raw.headers.delete('Range');
    return serve(c, next);
  };
}

/** Serves one file of a folder, whatever the path. */
export const staticFile = (folder: string, name: string): MiddlewareHandler =>
  serveStatic({ root: folder, path: name, precompressed: true });
