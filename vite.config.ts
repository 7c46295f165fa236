import { createReadStream } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, defineConfig, type Plugin, type UserConfig } from 'vite';

const root = import.meta.dirname;
const pdfjs = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** What the widget loads at run time from `assets/pdfjs/`, and where it comes from in pdfjs-dist. */
const PDFJS_ASSETS: Readonly<Record<string, string>> = {
  'pdf.worker.min.mjs': 'legacy/build/pdf.worker.min.mjs',
  cmaps: 'cmaps',
  standard_fonts: 'standard_fonts',
  iccs: 'iccs',
  wasm: 'wasm',
};

/** The file behind `assets/pdfjs/<name>`, where the sources are served as they are. */
export function pdfjsAsset(name: string): string | undefined {
  const [head = '', ...rest] = name.split('/');
  const from = PDFJS_ASSETS[head];
  return from === undefined || rest.includes('..') ? undefined : path.join(pdfjs, from, ...rest);
}

/** Nothing in a PDF may run: the engine for its scripts does not even come along. */
const isShipped = (file: string): boolean => !path.basename(file).toLowerCase().includes('quickjs');

/** Copies pdf.js's worker and data beside the bundle, as `assets/pdfjs/…`. */
function copyWidgetAssets(outDir: string): Plugin {
  return {
    name: 'copy-widget-assets',
    apply: 'build',
    async closeBundle() {
      await Promise.all(
        Object.entries(PDFJS_ASSETS).map(([to, from]) =>
          cp(path.join(pdfjs, from), path.join(root, outDir, 'assets/pdfjs', to), {
            recursive: true,
            filter: isShipped,
          }),
        ),
      );
    },
  };
}

/**
 * The worker that opens certificate files, with all it needs, as one script. It is bundled by itself: a chunk
 * shared with the page would bring Lit and the DOM into the worker.
 */
export async function bundleCertificateWorker(): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { input: 'src/certificate/a1/worker.ts' },
    },
  });
  const outputs = [result].flat().flatMap(part => ('output' in part ? part.output : []));
  const [script] = outputs.filter(output => output.type === 'chunk');
  if (script === undefined) throw new Error('The certificate worker came out empty.');
  return script.code;
}

/** Puts the certificate worker beside the bundle, as `assets/certificate/worker.js`. */
function writeCertificateWorker(outDir: string): Plugin {
  return {
    name: 'write-certificate-worker',
    apply: 'build',
    async closeBundle() {
      const folder = path.join(root, outDir, 'assets/certificate');
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, 'worker.js'), await bundleCertificateWorker());
    },
  };
}

/**
 * The development server's stand-in for the service's pages: `/s/…` and `/verify/…` are the hosted pages,
 * `/sign-session/…` is the widget from its sources.
 */
function serveSources(): Plugin {
  return {
    name: 'serve-sources',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const asset = pdfjsAsset(pathname.split('/src/document/assets/pdfjs/')[1] ?? '');
        if (pathname.startsWith('/s/')) request.url = '/hosted/index.html';
        else if (pathname.startsWith('/verify/')) request.url = '/hosted/verify.html';
        else if (pathname.endsWith('/src/document/assets/certificate/worker.js')) {
          response.setHeader('Content-Type', 'text/javascript');
          bundleCertificateWorker().then(code => response.end(code), next);
          return;
        } else if (pathname === '/sign-session/sign-session.js') {
          response.setHeader('Content-Type', 'text/javascript');
          response.end(`export * from '/@fs${root}/src/index.ts';`);
          return;
        } else if (asset !== undefined) {
          if (asset.endsWith('.mjs')) response.setHeader('Content-Type', 'text/javascript');
          createReadStream(asset).on('error', next).pipe(response);
          return;
        }
        next();
      });
    },
  };
}

const widgetOutput = {
  format: 'es',
  entryFileNames: '[name].js',
  // Flat, so that `./assets/` means the same from every chunk.
  chunkFileNames: '[name]-[hash].js',
  assetFileNames: 'assets/[name]-[hash][extname]',
} as const;

/** The bundle behind `<script type="module" src="…/sign-session.js">`: everything inside, minified. */
const scriptTag: UserConfig = {
  root,
  base: './',
  publicDir: false,
  plugins: [copyWidgetAssets('dist/script-tag'), writeCertificateWorker('dist/script-tag')],
  build: {
    outDir: 'dist/script-tag',
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    sourcemap: true,
    reportCompressedSize: false,
    // `npm run size` judges sizes.
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    rolldownOptions: {
      input: { 'sign-session': 'src/index.ts' },
      // What lazy chunks share with the first script (Lit above all) stays in it: a file of its own would be one
      // more for the first screen to wait for.
      preserveEntrySignatures: 'allow-extension',
      output: widgetOutput,
    },
  },
};

/** The package's modules: readable, with lit and zod left to the integrator's bundler; pdf.js inside. */
const npm: UserConfig = {
  root,
  base: './',
  publicDir: false,
  plugins: [copyWidgetAssets('dist/npm'), writeCertificateWorker('dist/npm')],
  build: {
    outDir: 'dist/npm',
    target: 'es2022',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    lib: { entry: { index: 'src/index.ts', pure: 'src/pure.ts' }, formats: ['es'] },
    rolldownOptions: {
      external: [/^lit(\/.*)?$/, /^zod(\/.*)?$/, /^uqr$/],
      output: { ...widgetOutput, chunkFileNames: '[name].js' },
    },
  },
};

/** The QA console, the hosted signing page and the verifier page, and the development server for them. */
const pages: UserConfig = {
  root: path.join(root, 'demo'),
  publicDir: false,
  plugins: [serveSources()],
  server: {
    fs: { allow: [root] },
    proxy: Object.fromEntries(
      ['/v1', '/oauth2', '/_local', '/health', '/openapi.json'].map(prefix => [
        prefix,
        { target: process.env['SERVICE_URL'] ?? 'http://127.0.0.1:4010' },
      ]),
    ),
  },
  build: {
    outDir: path.join(root, 'dist/pages'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'hosted/index.html', 'hosted/verify.html'].map(page =>
        path.join(root, 'demo', page),
      ),
      external: ['/sign-session/sign-session.js'],
    },
  },
};

/** `vite build --mode script-tag | npm | pages`; `vite` alone is the development server of the pages. */
export default defineConfig(({ mode }) => {
  switch (mode) {
    case 'script-tag':
      return scriptTag;
    case 'npm':
      return npm;
    default:
      return pages;
  }
});
