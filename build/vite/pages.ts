/**
 * `vite build --mode pages` and `--mode console`: the hosted signing page, the verifier page, the reference and the page about
 * tokens, and apart from them the QA console. `vite` alone is the development server of all of them.
 */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Plugin, UserConfig } from 'vite';
import { thirdPartyLicenses } from '../third-party-licenses.ts';
import { assetFile, assetScript, root } from './widget.ts';

/** The QA console's source: it is built by itself, for local mode alone shows it. */
const CONSOLE = { 'index.html': 'demo/index.html' };

/** The pages' sources, by their places in the build. */
const PAGES = {
  'hosted/index.html': 'packages/service/pages/hosted/index.html',
  'verifier/index.html': 'packages/service/pages/verifier/index.html',
  'reference/index.html': 'packages/service/pages/reference/index.html',
  'token-bridge/index.html': 'packages/service/pages/token-bridge/index.html',
};

/** The source of the page that the service shows at a path. */
function pageAt(pathname: string): string | undefined {
  if (pathname === '/') return CONSOLE['index.html'];
  if (pathname.startsWith('/s/')) return PAGES['hosted/index.html'];
  if (/^\/verify(\/|$)/.test(pathname)) return PAGES['verifier/index.html'];
  if (pathname === '/token-bridge') return PAGES['token-bridge/index.html'];
  return pathname === '/docs' ? PAGES['reference/index.html'] : undefined;
}

/** Vite puts a page where its source is below the root; the service serves it from a place of its own. */
const placePages = (sources: Readonly<Record<string, string>>): Plugin => ({
  name: 'place-pages',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const [place, source] of Object.entries(sources)) {
        const page = bundle[source];
        if (page === undefined) throw new Error(`${source} was not built.`);
        page.fileName = place;
      }
    },
  },
});

/**
 * The development server's stand-in for the service's pages: the console at `/`, the hosted page at `/s/…`, the verifier
 * at `/verify/…`, the reference at `/docs`, and at `/sign-session/…` the widget from its sources.
 */
function serveSources(): Plugin {
  return {
    name: 'serve-sources',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const place = pathname.split(/\/(?:src\/assets|sign-session)\/assets\//)[1] ?? '';
        const script = assetScript(place);
        const file = assetFile(place);
        if (script !== undefined) {
          response.setHeader('Content-Type', 'text/javascript');
          script.then(code => response.end(code), next);
          return;
        }
        if (file !== undefined) {
          if (/\.m?js$/.test(file)) response.setHeader('Content-Type', 'text/javascript');
          createReadStream(file).on('error', next).pipe(response);
          return;
        }
        if (pathname === '/sign-session/sign-session.js') {
          response.setHeader('Content-Type', 'text/javascript');
          response.end(`export * from '/@fs${root}/src/index.ts';`);
          return;
        }
        const page = pageAt(pathname);
        if (page !== undefined) request.url = `/${page}`;
        next();
      });
    },
  };
}

/** The modules of the pages' workers, which are bundled apart and before the pages. */
const pageWorkerModules = new Set<string>();

const collectWorkerModules: Plugin = {
  name: 'collect-worker-modules',
  generateBundle(_options, bundle) {
    for (const output of Object.values(bundle)) {
      if (output.type === 'chunk') output.moduleIds.forEach(id => pageWorkerModules.add(id));
    }
  },
};

/** A build of pages, and the development server for all of them. */
const pageBuild = (sources: Readonly<Record<string, string>>, outDir: string): UserConfig => ({
  root,
  publicDir: false,
  plugins: [serveSources(), placePages(sources), thirdPartyLicenses(root, async () => pageWorkerModules)],
  worker: { format: 'es', plugins: () => [collectWorkerModules] },
  optimizeDeps: { entries: Object.values({ ...CONSOLE, ...PAGES }) },
  server: {
    watch: { ignored: ['.data', 'coverage', 'dist'].map(folder => path.join(root, folder, '**')) },
    proxy: Object.fromEntries(
      ['/v1', '/oauth2', '/_local', '/health', '/openapi.json', '/manual'].map(prefix => [
        prefix,
        { target: process.env['SERVICE_URL'] ?? 'http://127.0.0.1:4010' },
      ]),
    ),
  },
  build: {
    outDir: path.join(root, outDir),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Swagger UI is one module.
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    rolldownOptions: {
      input: Object.values(sources).map(page => path.join(root, page)),
      external: ['/sign-session/sign-session.js'],
    },
  },
});

export const pages = pageBuild(PAGES, 'dist/pages');
export const consolePage = pageBuild(CONSOLE, 'dist/console');
