import { createReadStream } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, defineConfig, type BuildOptions, type Plugin, type UserConfig } from 'vite';
import { buildOpenScript } from './build/open-script.ts';
import { pageBuiltIns } from './build/page-built-ins.ts';
import { writeIntegrity } from './build/integrity.ts';
import { thirdPartyLicenses } from './build/third-party-licenses.ts';
import { lacksBuiltIns } from './src/document/pdf/lacks-built-ins.ts';
import { pdfDataGroup } from './src/assets/pdf-data-groups.ts';

const root = import.meta.dirname;
const resolve = createRequire(import.meta.url).resolve;
const pdfjs = path.dirname(resolve('pdfjs-dist/package.json'));

const BUILT_INS = 'src/document/pdf/built-ins.ts';

/** What the widget loads at run time, by its place in `assets/`, and the file or folder that it is. */
const ASSET_FILES: Readonly<Record<string, string>> = {
  'pdfjs/cmaps': path.join(pdfjs, 'cmaps'),
  'pdfjs/standard_fonts': path.join(pdfjs, 'standard_fonts'),
  'pdfjs/wasm': path.join(pdfjs, 'wasm'),
  'liveness/vision_wasm_module_internal.wasm': resolve(
    '@mediapipe/tasks-vision/vision_wasm_module_internal.wasm',
  ),
  // The face landmarker's model with its licence.
  'liveness/face_landmarker.task': path.join(root, 'assets/face_landmarker.task'),
  'liveness/face_landmarker.NOTICE.txt': path.join(root, 'assets/face_landmarker.NOTICE.txt'),
  'liveness/Apache-2.0.txt': path.join(root, 'assets/Apache-2.0.txt'),
};

/** What is made for it, likewise. */
const ASSET_SCRIPTS: Readonly<Record<string, () => Promise<string>>> = {
  'pdfjs/pdf-worker.mjs': pdfWorker,
  'pdfjs/built-ins.mjs': bundleBuiltIns,
  'certificate/worker.js': () => bundleWorker('src/certificate/a1/worker.ts'),
  'liveness/landmarker.js': () => bundleWorker('src/face/landmarker/landmarker.ts'),
};

/** The script at `assets/<place>` that is made, where the sources are served as they are. */
export function assetScript(place: string): Promise<string> | undefined {
  return Object.hasOwn(ASSET_SCRIPTS, place) ? ASSET_SCRIPTS[place]?.() : undefined;
}

/** The file behind `assets/<place>`, likewise. */
export function assetFile(place: string): string | undefined {
  const [folder = '', name = '', ...rest] = place.split('/');
  const from = ASSET_FILES[`${folder}/${name}`];
  return from === undefined || rest.includes('..') ? undefined : path.join(from, ...rest);
}

/** The page's own check, for its worker, which looks for itself: a page may have brought what it lacks. */
const LACKS_BUILT_INS = `(${lacksBuiltIns.toString()})()`;

/** pdf.js's worker for new browsers. Others load what they lack first: nobody posts a message before the worker does. */
async function pdfWorker(): Promise<string> {
  return `if (${LACKS_BUILT_INS}) await import('./built-ins.mjs');\n${await barePdfWorker()}`;
}

function barePdfWorker(): Promise<string> {
  return readFile(path.join(pdfjs, 'build/pdf.worker.min.mjs'), 'utf8');
}

async function bundleBuiltIns(): Promise<string> {
  const code = await bundleWorker(BUILT_INS);
  if (/^(import|export)\b/m.test(code)) throw new Error(`${BUILT_INS} has imports or exports left.`);
  return code;
}

/** core-js in one piece: as modules of a chunk, it would bring a bundler's helper for CommonJS into everybody's first script. */
const builtInsInOnePiece: Plugin = {
  name: 'built-ins-in-one-piece',
  apply: 'build',
  enforce: 'pre',
  load: id => (id === path.join(root, BUILT_INS) ? bundleBuiltIns() : null),
};

/** Nothing in a PDF may run, so the engine for its scripts does not come along; wasm is not used (open-pdf.ts). */
const isShipped = (file: string): boolean =>
  !path.basename(file).toLowerCase().includes('quickjs') &&
  !(file.startsWith(pdfjs) && file.endsWith('.wasm'));

/** Puts all that the widget loads beside the bundle, into the `assets` of the folder that the build goes to. */
function writeAssets(withFile: (place: string) => boolean, { withIntegrity = false } = {}): Plugin {
  let assets = '';
  let sourcemap: BuildOptions['sourcemap'] = false;
  return {
    name: 'write-assets',
    apply: 'build',
    configResolved(config) {
      assets = path.resolve(config.root, config.build.outDir, 'assets');
      ({ sourcemap } = config.build);
    },
    async closeBundle() {
      const files = Object.entries(ASSET_FILES).filter(([place]) => withFile(place));
      await Promise.all([
        ...files.map(([place, from]) =>
          cp(from, path.join(assets, place), { recursive: true, filter: isShipped }),
        ),
        ...Object.entries(ASSET_SCRIPTS).map(async ([place, make]) => {
          const file = path.join(assets, place);
          await mkdir(path.dirname(file), { recursive: true });
          await writeFile(file, await make());
        }),
      ]);
      if (!withIntegrity) return;
      const plugins = [pageBuiltIns(root), plainDynamicImports()];
      await buildOpenScript(root, path.dirname(assets), { plugins, sourcemap });
      await writeIntegrity(path.dirname(assets));
    },
  };
}

/**
 * pdf.js's worker for a blob, beside which there is no file: what older browsers lack is in it, in a function, since both have
 * short names at their top.
 */
async function embeddedPdfWorker(): Promise<string> {
  return `if (${LACKS_BUILT_INS}) (() => {
${await bundleBuiltIns()}
})();
${await barePdfWorker()}`;
}

/** The assets as modules of the npm build, by their names behind `embedded:`. */
const EMBEDDED_SCRIPTS: Readonly<Record<string, () => Promise<string>>> = {
  'pdf-worker': embeddedPdfWorker,
  'image-decoders': () => bundleWorker('src/document/pdf/image-decoders.ts'),
  'certificate-worker': () => bundleWorker('src/certificate/a1/worker.ts'),
  landmarker: () => bundleWorker('src/face/landmarker/landmarker.ts'),
};

/** pdf.js's data files of a group, in base64 by their names. */
async function embeddedPdfData(group: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const kind of ['cmaps', 'standard_fonts'] as const) {
    for (const name of await readdir(path.join(pdfjs, kind))) {
      if (name.startsWith('LICENSE') || pdfDataGroup(kind, name) !== group) continue;
      files[name] = await readFile(path.join(pdfjs, kind, name), 'base64');
    }
  }
  return files;
}

/**
 * For the npm build: the assets are modules, which any bundler takes along. A host has nothing to copy; `assets-url`
 * names a folder of files all the same, for pages whose policy forbids workers from blobs.
 */
function embedAssets(): Plugin {
  const prefix = '\0embedded:';
  return {
    name: 'embed-assets',
    apply: 'build',
    enforce: 'pre',
    resolveId(id) {
      if (id.startsWith('embedded:')) return `\0${id}`;
      return id.endsWith('/default-assets.ts') ? path.join(root, 'src/assets/embedded-assets.ts') : null;
    },
    async load(id) {
      if (!id.startsWith(prefix)) return null;
      const name = id.slice(prefix.length);
      const content = await (EMBEDDED_SCRIPTS[name]?.() ?? embeddedPdfData(name));
      return `export default ${JSON.stringify(content)};\n`;
    },
  };
}

/**
 * A script that workers run, with all it needs. It is bundled by itself: a chunk shared with the page would bring
 * Lit and the DOM into the worker.
 */
async function bundleWorker(input: string): Promise<string> {
  return (await workerChunk(input)).code;
}

interface WorkerChunk {
  readonly code: string;
  readonly moduleIds: readonly string[];
}

const workerChunks = new Map<string, Promise<WorkerChunk>>();

function workerChunk(input: string): Promise<WorkerChunk> {
  const known = workerChunks.get(input) ?? makeWorkerChunk(input);
  workerChunks.set(input, known);
  return known;
}

async function makeWorkerChunk(input: string): Promise<WorkerChunk> {
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
  return script;
}

/** What is in both builds beside their modules: the scripts of the workers, and files of pdf.js and MediaPipe. */
async function otherModules(): Promise<string[]> {
  const workers = ['src/certificate/a1/worker.ts', 'src/face/landmarker/landmarker.ts', BUILT_INS];
  const chunks = await Promise.all(workers.map(workerChunk));
  return [path.join(pdfjs, 'package.json'), ...chunks.flatMap(({ moduleIds }) => moduleIds)];
}

/** The QA console's source: it is built by itself, for local mode alone shows it. */
const CONSOLE = { 'index.html': 'demo/index.html' };

/** The pages' sources, by their places in the build. */
const PAGES = {
  'hosted/index.html': 'packages/service/pages/hosted/index.html',
  'verifier/index.html': 'packages/service/pages/verifier/index.html',
  'reference/index.html': 'packages/service/pages/reference/index.html',
};

/** The source of the page that the service shows at a path. */
function pageAt(pathname: string): string | undefined {
  if (pathname === '/') return CONSOLE['index.html'];
  if (pathname.startsWith('/s/')) return PAGES['hosted/index.html'];
  if (/^\/verify(\/|$)/.test(pathname)) return PAGES['verifier/index.html'];
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

/** Vite's helper around an `import()`, as it stands before the minifier; a part of the module may be named. */
const PRELOAD =
  /__vitePreload\((?:async )?\(\) => (?:\{\s*const \{[^}]*\} = await (import\([^)]*\));\s*return \{[^}]*\};\s*\}|(import\([^)]*\))), [^,()]*, import\.meta\.url\)/g;

/**
 * The chunks bring no styles and nothing is preloaded, so that of Vite's helper around each `import()` only the
 * import is of use: the rest would be 3 KB in everybody's first script. Lines stay what they are, for the source maps.
 */
function plainDynamicImports(): Plugin {
  return {
    name: 'plain-dynamic-imports',
    apply: 'build',
    enforce: 'pre',
    load: id =>
      id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = load => load();' : null,
    renderChunk: code => ({
      code: code.replaceAll(PRELOAD, (all, named?: string, whole?: string) => {
        const plain = named ?? whole ?? all;
        return plain + '\n'.repeat(all.split('\n').length - plain.split('\n').length);
      }),
      map: null,
    }),
  };
}

/**
 * Lit's templates and styles come through the minifier as they were written. White space means nothing in them (no
 * template of ours stands where it is kept), and in style sheets neither do comments: together 3 % of everybody's first
 * script.
 */
function minifyTemplates(): Plugin {
  const sources = `${path.join(root, 'src')}${path.sep}`;
  return {
    name: 'minify-templates',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      id.startsWith(sources) && id.endsWith('.ts')
        ? { code: code.replaceAll(/\bcss`[^`]*`/g, minifyCss).replaceAll(/\n[ \t]+/g, '\n'), map: null }
        : null,
  };
}

/** A `css` template without comments, and without the spaces that separate nothing. */
function minifyCss(template: string): string {
  return template
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};]) ?/g, '$1')
    .replaceAll(/([:,]) /g, '$1')
    .replaceAll(';}', '}');
}

const widgetOutput = {
  format: 'es',
  entryFileNames: '[name].js',
  // Flat, so that `./assets/` means the same from every chunk.
  chunkFileNames: '[name]-[hash].js',
  // The names of chunks are in the first script, which compresses these better by some 60 bytes.
  hashCharacters: 'hex',
  assetFileNames: 'assets/[name]-[hash][extname]',
} as const;

/** The bundle behind `<script type="module" src="…/sign-session.js">`: everything inside, minified. */
const scriptTag: UserConfig = {
  root,
  base: './',
  publicDir: false,
  plugins: [
    pageBuiltIns(root),
    builtInsInOnePiece,
    plainDynamicImports(),
    minifyTemplates(),
    thirdPartyLicenses(root, otherModules),
    writeAssets(() => true, { withIntegrity: true }),
  ],
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

/** The package's modules: readable, with lit left to the integrator's bundler; pdf.js inside. */
const npm: UserConfig = {
  root,
  // Only pdf.js's part for Node asks for it, and a bundler would put the address of its own machine there.
  define: { 'import.meta.url': 'undefined' },
  base: './',
  publicDir: false,
  plugins: [
    pageBuiltIns(root),
    builtInsInOnePiece,
    embedAssets(),
    thirdPartyLicenses(root, otherModules),
    writeAssets(place => place === 'pdfjs/wasm'),
  ],
  build: {
    outDir: 'dist/npm',
    target: 'es2022',
    minify: false,
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    reportCompressedSize: false,
    lib: {
      entry: {
        index: 'src/index.ts',
        pure: 'src/pure.ts',
        react: 'src/react.ts',
        open: 'src/open/index.ts',
        server: 'src/server/index.ts',
        testing: 'packages/testing/src/index.ts',
        'testing-cypress': 'packages/testing/src/cypress.ts',
        'testing-node': 'packages/testing/src/node.ts',
        'testing-playwright': 'packages/testing/src/playwright.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: {
      external: [/^lit(\/.*)?$/, /^lean-qr(\/.*)?$/, 'react', 'jose', '@playwright/test', /^node:/],
      output: {
        ...widgetOutput,
        // Next.js leaves the component out of its server components by this.
        banner: ({ name }) => (name === 'react' ? "'use client';" : ''),
        chunkFileNames: ({ name }) => `chunks/${name.replace('_embedded_', 'embedded-')}.js`,
      },
    },
  },
};

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

/** The hosted signing page, the verifier page and the reference, or the QA console; and the development server for all. */
const pages = (sources: Readonly<Record<string, string>>, outDir: string): UserConfig => ({
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

/** `vite build --mode script-tag | npm | pages | console`; `vite` alone is the development server of the pages. */
export default defineConfig(({ mode }) => {
  switch (mode) {
    case 'script-tag':
      return scriptTag;
    case 'npm':
      return npm;
    case 'console':
      return pages(CONSOLE, 'dist/console');
    default:
      return pages(PAGES, 'dist/pages');
  }
});
