import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { build, type Plugin } from 'vite';
import { assetFile, assetScript } from '../../../build/vite/widget.ts';
import { repositoryRoot } from '../../support/repository.ts';

/** For bare pdf.js. */
const BARE_WORKER = path.join(repositoryRoot, 'node_modules/pdfjs-dist/legacy/build/pdf.worker.min.mjs');

const folder = path.join(repositoryRoot, '.data/bench/pdf');

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

const STYLE = `body { margin: 0 } .frame { height: 860px; width: 900px } .bare { position: relative; width: 834px }
  .words { inset: 0; position: absolute } .words span { color: transparent; position: absolute; white-space: pre }`;

const PAGE = `<!doctype html><title>bench</title><link rel="stylesheet" href="/bench.css">
  <body><script type="module" src="/bench-page.js"></script>`;

/** The widget's documented policy, with the worker's script on another origin. */
function strictPolicy(assetsOrigin: string): string {
  return [
    `script-src 'self' ${assetsOrigin}`,
    "style-src 'self'",
    'worker-src blob:',
    `connect-src 'self' ${assetsOrigin}`,
    "require-trusted-types-for 'script'",
    "trusted-types lit-html sign-session 'allow-duplicates'",
  ].join('; ');
}

export interface BenchServer {
  readonly origin: string;
  close(): void;
}

/**
 * Gives bare pdf.js a chunk of its own. Shared, the pane would wait for one more file than it has to anywhere else:
 * in the widget pdf.js is alone with what keeps it apart from the host page.
 */
function pdfjsOfItsOwn(): Plugin {
  return {
    name: 'pdfjs-of-its-own',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!source.startsWith('pdfjs-dist/') || importer?.endsWith('bare-reader.ts') !== true) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found === null ? null : `${found.id}?bare`;
    },
  };
}

/** Builds the bench page from the sources, minified as the widget is. */
export async function buildBenchPage(): Promise<void> {
  await build({
    configFile: false,
    root: repositoryRoot,
    logLevel: 'warn',
    publicDir: false,
    plugins: [pdfjsOfItsOwn()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: {
        input: path.join(import.meta.dirname, 'bench-page.ts'),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

/**
 * Serves the page, its script and pdf.js's files on a free port, isolated from other origins so that the page may
 * measure memory, and its files open to other origins.
 *
 * @param strictFor the origin of the assets; the page then comes with the widget's policy.
 */
export async function startBenchServer(strictFor?: string): Promise<BenchServer> {
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    if (strictFor !== undefined) response.setHeader('Content-Security-Policy', strictPolicy(strictFor));
    void answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No TCP port was given.');
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/') return void response.setHeader('Content-Type', 'text/html').end(PAGE);
  if (pathname === '/bench.css') return void response.setHeader('Content-Type', 'text/css').end(STYLE);
  const place = pathname.split('/assets/')[1] ?? '';
  const script = await assetScript(place);
  if (script !== undefined) return void response.setHeader('Content-Type', 'text/javascript').end(script);
  if (pathname === '/assets/pdfjs/pdf.worker.min.mjs') {
    return void response.setHeader('Content-Type', 'text/javascript').end(await readFile(BARE_WORKER));
  }
  const file = assetFile(place) ?? path.join(folder, path.basename(pathname));
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined) return void response.writeHead(404).end();
  response.setHeader('Content-Type', TYPES[path.extname(file)] ?? 'application/octet-stream').end(bytes);
}
