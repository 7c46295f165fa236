import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** The types of everything the builds hold. A wrong one for wasm or a module script fails silently in browsers. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Names that hold a hash of the content never come back with another. Only types that the builds name so: a
 * character map such as `KSCms-UHC-HW-H.bcmap` looks just like it.
 */
const HASHED_NAME = /-[\w-]{8}\.(js|css|svg|png|woff2)$/;

/** For what never changes under its address. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** The file's path inside the folder, or undefined for what would lead out of it or to a dot file. */
function resolveInside(folder: string, name: string): string | undefined {
  let decoded;
  try {
    decoded = decodeURIComponent(name);
  } catch {
    return undefined;
  }
  const segments = decoded.split('/');
  const safe = segments.every(segment => /^[\w@+-][\w@+.-]*$/.test(segment));
  return safe ? path.join(folder, ...segments) : undefined;
}

async function sizeAndTime(file: string): Promise<{ size: number; time: number } | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() === true ? { size: found.size, time: Math.trunc(found.mtimeMs) } : undefined;
}

/** A compressed sibling that the build left beside the file and the browser takes; otherwise the file itself. */
async function bestVariant(file: string, accepted: string): Promise<{ file: string; encoding?: string }> {
  for (const [encoding, extension] of ENCODINGS) {
    const sibling = file + extension;
    if (accepted.includes(encoding) && (await sizeAndTime(sibling)) !== undefined) {
      return { file: sibling, encoding };
    }
  }
  return { file };
}

/**
 * A file of a folder as an answer, or undefined when there is none by that name.
 * @param name percent-encoded path below the folder, as in the request's address
 */
export async function serveFile(
  folder: string,
  name: string,
  request: Request,
): Promise<Response | undefined> {
  const file = resolveInside(folder, name);
  const found = file === undefined ? undefined : await sizeAndTime(file);
  if (file === undefined || found === undefined) return undefined;
  const variant = await bestVariant(file, request.headers.get('Accept-Encoding') ?? '');
  const etag = `"${found.size.toString(36)}-${found.time.toString(36)}-${variant.encoding ?? 'plain'}"`;
  const headers = new Headers({
    'Content-Type': MEDIA_TYPES[path.extname(file).toLowerCase()] ?? 'application/octet-stream',
    'Cache-Control': HASHED_NAME.test(file) ? IMMUTABLE : 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    ETag: etag,
    Vary: 'Accept-Encoding',
  });
  if (request.headers.get('If-None-Match') === etag) return new Response(null, { status: 304, headers });
  if (variant.encoding !== undefined) headers.set('Content-Encoding', variant.encoding);
  const bytes = await readFile(variant.file);
  headers.set('Content-Length', String(bytes.length));
  return new Response(new Uint8Array(bytes), { headers });
}
