import { stat } from 'node:fs/promises';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';

/**
 * Names that contain a content hash, so their content never changes. Only the types that the builds name so: a
 * character map such as `KSCms-UHC-HW-H.bcmap` looks the same.
 */
const HASHED_NAME = /-[\w-]{8}\.(js|css|svg|png|woff2)$/;

/** Hono refuses paths that lead out of the folder. This also refuses dot files and names that no build uses. */
const PLAIN_PATH = /^(\/[\w@+-][\w@+.-]*)+$/;

export interface StaticFilesOptions {
  /** Maps the request's path to the file's, below the folder. */
  readonly rewriteRequestPath?: (path: string) => string;
  /** Whether a path never changes its content, in addition to names that contain a hash. */
  readonly isImmutable?: (path: string) => boolean;
  /** Further headers of each response. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers 304 to clients that have the file already. Place it before `staticFiles`. */
export const revalidation = etag({
  retainedHeaders: [
    ...RETAINED_304_HEADERS,
    'Access-Control-Allow-Origin',
    'Cross-Origin-Resource-Policy',
    'X-Content-Type-Options',
  ],
});

/** Serves the files of a folder, compressed if the build did so and the browser accepts it. */
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
        // The ETag of the compressed file, if that is sent. Without it, `etag` would hash the content each time.
        ETag: `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`,
        Vary: 'Accept-Encoding',
        'X-Content-Type-Options': 'nosniff',
      };
      // The response exists already, so set the headers on it.
      for (const [name, value] of Object.entries(all)) res.headers.set(name, value);
    },
  });
  return async (c, next) => {
    if (!PLAIN_PATH.test(c.req.path)) return next();
    // Serve whole files only: Hono would answer ranges without checking If-Range.
    c.req.raw.headers.delete('Range');
    return serve(c, next);
  };
}

/** Serves one file of a folder for any path. */
export const staticFile = (folder: string, name: string): MiddlewareHandler =>
  serveStatic({ root: folder, path: name, precompressed: true });
