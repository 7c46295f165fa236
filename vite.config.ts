import { createReadStream } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, defineConfig, type Plugin, type UserConfig } from 'vite';

const root = import.meta.dirname;
const resolve = createRequire(import.meta.url).resolve;
const pdfjs = path.dirname(resolve('pdfjs-dist/package.json'));

/** What the widget loads at run time, by its place in `assets/`, and the file or folder that it is. */
const ASSET_FILES: Readonly<Record<string, string>> = {
  'pdfjs/cmaps': path.join(pdfjs, 'cmaps'),
  'pdfjs/standard_fonts': path.join(pdfjs, 'standard_fonts'),
  'pdfjs/iccs': path.join(pdfjs, 'iccs'),
  'pdfjs/wasm': path.join(pdfjs, 'wasm'),
  'liveness/vision_wasm_module_internal.wasm': resolve(
    '@mediapipe/tasks-vision/vision_wasm_module_internal.wasm',
  ),
};

/** What is made for it, likewise. */
const ASSET_SCRIPTS: Readonly<Record<string, () => Promise<string>>> = {
  'pdfjs/pdf-worker.mjs': bundlePdfWorker,
  'certificate/worker.js': () => bundleWorker('src/certificate/a1/worker.ts'),
  'liveness/landmarker.js': () => bundleWorker('src/face/landmarker/landmarker.ts'),
};

/** The face landmarker's model with its licence, likewise. Not in the npm build: 3.7 MB that few integrators need. */
const FACE_MODEL_FILES: Readonly<Record<string, string>> = {
  'liveness/face_landmarker.task': path.join(root, 'assets/face_landmarker.task'),
  'liveness/face_landmarker.NOTICE.txt': path.join(root, 'assets/face_landmarker.NOTICE.txt'),
  'liveness/Apache-2.0.txt': path.join(root, 'assets/Apache-2.0.txt'),
};

/** The script at `assets/<place>` that is made, where the sources are served as they are. */
export function assetScript(place: string): Promise<string> | undefined {
  return Object.hasOwn(ASSET_SCRIPTS, place) ? ASSET_SCRIPTS[place]?.() : undefined;
}

/** The file behind `assets/<place>`, likewise. */
export function assetFile(place: string): string | undefined {
  const [folder = '', name = '', ...rest] = place.split('/');
  const from = { ...ASSET_FILES, ...FACE_MODEL_FILES }[`${folder}/${name}`];
  return from === undefined || rest.includes('..') ? undefined : path.join(from, ...rest);
}

/**
 * pdf.js's worker behind what older browsers lack. In one file: a second would be one more way to the network before
 * the first page.
 */
async function bundlePdfWorker(): Promise<string> {
  const missing = await readFile(path.join(root, 'src/document/pdf/missing-built-ins.mjs'), 'utf8');
  const worker = await readFile(path.join(pdfjs, 'legacy/build/pdf.worker.min.mjs'), 'utf8');
  // Each has names of its own.
  return `{\n${missing}}\n${worker}`;
}

/** Nothing in a PDF may run: the engine for its scripts does not even come along. */
const isShipped = (file: string): boolean => !path.basename(file).toLowerCase().includes('quickjs');

/** Puts all that the widget loads beside the bundle, into the `assets` of the folder that the build goes to. */
function writeAssets({ withModel }: { withModel: boolean }): Plugin {
  let assets = '';
  return {
    name: 'write-assets',
    apply: 'build',
    configResolved(config) {
      assets = path.resolve(config.root, config.build.outDir, 'assets');
    },
    async closeBundle() {
      const files = withModel ? { ...ASSET_FILES, ...FACE_MODEL_FILES } : ASSET_FILES;
      await Promise.all([
        ...Object.entries(files).map(([place, from]) =>
          cp(from, path.join(assets, place), { recursive: true, filter: isShipped }),
        ),
        ...Object.entries(ASSET_SCRIPTS).map(async ([place, make]) => {
          const file = path.join(assets, place);
          await mkdir(path.dirname(file), { recursive: true });
          await writeFile(file, await make());
        }),
      ]);
    },
  };
}

/**
 * A script that workers run, with all it needs. It is bundled by itself: a chunk shared with the page would bring
 * Lit and the DOM into the worker.
 */
async function bundleWorker(input: string): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    // Emscripten's loader has a branch for Node, which a bundler warns of and no browser takes.
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { input, preserveEntrySignatures: 'strict', output: { codeSplitting: false } },
    },
  });
  const outputs = [result].flat().flatMap(part => ('output' in part ? part.output : []));
  const [script] = outputs.filter(output => output.type === 'chunk');
  if (script === undefined) throw new Error(`${input} came out empty.`);
  return script.code;
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
        const place = pathname.split('/src/document/assets/')[1] ?? '';
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
        if (pathname.startsWith('/s/')) request.url = '/hosted/index.html';
        else if (pathname.startsWith('/verify/')) request.url = '/hosted/verify.html';
        next();
      });
    },
  };
}

/**
 * The chunks bring no styles and nothing is preloaded, so that of Vite's helper around each `import()` only the
 * import is of use: the rest would be 3 KB in everybody's first script.
 */
function plainDynamicImports(): Plugin {
  return {
    name: 'plain-dynamic-imports',
    apply: 'build',
    enforce: 'pre',
    load: id =>
      id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = load => load();' : null,
  };
}

/**
 * Lit's templates and styles come through the minifier as they were written. The indentation in them means nothing:
 * no template of ours stands where white space is kept, and it would be 1 % of everybody's first script. Lines stay
 * as they are, for the source map.
 */
function unindentTemplates(): Plugin {
  const sources = `${path.join(root, 'src')}${path.sep}`;
  return {
    name: 'unindent-templates',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      id.startsWith(sources) && id.endsWith('.ts')
        ? { code: code.replaceAll(/\n[ \t]+/g, '\n'), map: null }
        : null,
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
  plugins: [plainDynamicImports(), unindentTemplates(), writeAssets({ withModel: true })],
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
  plugins: [writeAssets({ withModel: false })],
  build: {
    outDir: 'dist/npm',
    target: 'es2022',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    lib: { entry: { index: 'src/index.ts', pure: 'src/pure.ts' }, formats: ['es'] },
    rolldownOptions: {
      external: [/^lit(\/.*)?$/, /^zod(\/.*)?$/, /^lean-qr(\/.*)?$/],
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
