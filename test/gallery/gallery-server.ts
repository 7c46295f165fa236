import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { context, type BuildContext } from 'esbuild';
import { assetFile, assetScript } from '../../build/vite/widget.ts';
import { repositoryRoot, testAssets } from '../support/repository.ts';

const HERE = import.meta.dirname;
const OUTPUT = path.join(repositoryRoot, '.data/gallery');

const FILES: Readonly<Record<string, string>> = {
  '/': path.join(HERE, 'page.html'),
  '/gallery.css': path.join(HERE, 'gallery.css'),
  '/hosted.css': path.join(repositoryRoot, 'packages/service/pages/hosted/hosted.css'),
};

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.jpg': 'image/jpeg',
};

/** The policy that the widget has to work under, and what the page of the gallery itself needs. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' blob: data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "media-src 'self' blob:",
  "frame-src 'self'",
  "form-action 'self'",
].join('; ');

export interface GalleryServer {
  /** Without a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

export interface GalleryOptions {
  /** 0, which is the default, takes a free one. */
  readonly port?: number;
  /** For people: the code is built anew whenever a page is opened, with source maps. Default: built once, without. */
  readonly rebuilds?: boolean;
}

/** The page's code from the sources, with the widget in it. */
function bundler(withMaps: boolean): Promise<BuildContext<{ write: false }>> {
  return context({
    absWorkingDir: repositoryRoot,
    entryPoints: { page: path.join(HERE, 'page.ts') },
    outdir: OUTPUT,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['browser'],
    sourcemap: withMaps ? 'linked' : false,
    minify: !withMaps,
    logLevel: 'warning',
  });
}

/** Serves the gallery on this computer only. */
export async function startGallery({
  port = 0,
  rebuilds = false,
}: GalleryOptions = {}): Promise<GalleryServer> {
  const build = await bundler(rebuilds);
  const scripts = new Map<string, Uint8Array>();

  async function rebuild(): Promise<void> {
    const { outputFiles } = await build.rebuild();
    // Names of chunks hold a hash: frames that are open keep theirs.
    for (const { path: file, contents } of outputFiles)
      scripts.set(`/${path.relative(OUTPUT, file).split(path.sep).join('/')}`, contents);
  }

  async function contentAt(place: string): Promise<Uint8Array | string> {
    const script = scripts.get(place);
    if (script !== undefined) return script;
    const [, asset] = /^\/(?:chunks\/)?assets\/((?:pdfjs|certificate|liveness)\/.+)$/.exec(place) ?? [];
    if (asset !== undefined) return assetAt(asset);
    const [, testFile] = /^\/test\/assets\/([\w./-]+)$/.exec(place) ?? [];
    const file =
      testFile === undefined || testFile.includes('..') ? FILES[place] : path.join(testAssets, testFile);
    if (file === undefined) throw new Error(`${place} is not there.`);
    return readFile(file);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    // Not for the frames of the page: they come with it, and all at once.
    if (rebuilds && request.headers['sec-fetch-dest'] === 'document') await rebuild();
    const content = await contentAt(decodeURIComponent(pathname));
    response.writeHead(200, {
      'Content-Type': TYPES[path.extname(FILES[pathname] ?? pathname)] ?? 'application/octet-stream',
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-store',
    });
    response.end(content);
  }

  await rebuild();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(404, { 'Content-Type': 'text/plain' });
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const taken = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${taken}`,
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
      await build.dispose();
    },
  };
}

const made = new Map<string, Promise<string>>();

/** What the widget loads at run time: a script that is made, once, or a file. */
async function assetAt(place: string): Promise<Uint8Array | string> {
  const script = made.get(place) ?? assetScript(place);
  if (script !== undefined) {
    made.set(place, script);
    return script;
  }
  const file = assetFile(place);
  if (file === undefined) throw new Error(`assets/${place} is not there.`);
  return readFile(file);
}
