/**
 * What both builds of the widget have in common: the files and scripts that it loads at run time, its workers, and how
 * the files of a build are named. The development server and tests take these files and scripts from here, too.
 */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, type BuildOptions, type Plugin, transformWithOxc } from 'vite';
import { lacksBuiltIns } from '../../src/document/pdf/lacks-built-ins.ts';

export const root = path.resolve(import.meta.dirname, '../..');
const resolve = createRequire(import.meta.url).resolve;
export const pdfjs = path.dirname(resolve('pdfjs-dist/package.json'));

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
export const LACKS_BUILT_INS = `(${lacksBuiltIns.toString()})()`;

/** pdf.js's worker for new browsers. Others load what they lack first: nobody posts a message before the worker does. */
async function pdfWorker(): Promise<string> {
  return `if (${LACKS_BUILT_INS}) await import('./built-ins.mjs');\n${await barePdfWorker()}`;
}

export function barePdfWorker(): Promise<string> {
  return readFile(path.join(pdfjs, 'build/pdf.worker.min.mjs'), 'utf8');
}

export async function bundleBuiltIns(): Promise<string> {
  const code = await bundleWorker(BUILT_INS);
  if (/^(import|export)\b/m.test(code)) throw new Error(`${BUILT_INS} has imports or exports left.`);
  return code;
}

/** core-js in one piece: as modules of a chunk, it would bring a bundler's helper for CommonJS into everybody's first script. */
export const builtInsInOnePiece: Plugin = {
  name: 'built-ins-in-one-piece',
  apply: 'build',
  enforce: 'pre',
  load: id => (id === path.join(root, BUILT_INS) ? bundleBuiltIns() : null),
};

/**
 * pdf.js without its branches for Node. No browser takes them, but bundlers see the names in them: Parcel stops at its first start to
 * install polyfills for `process` and `Buffer`, and every bundler writes an address of the build machine for `import.meta.url`.
 */
export const pdfjsForBrowsers: Plugin = {
  name: 'pdfjs-for-browsers',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    id === path.join(pdfjs, 'build/pdf.mjs')
      ? transformWithOxc(code, id, {
          define: { process: 'undefined', Buffer: 'undefined', 'import.meta.url': 'undefined' },
        })
      : null,
};

/** Nothing in a PDF may run, so the engine for its scripts does not come along; wasm is not used (open-pdf.ts). */
const isShipped = (file: string): boolean =>
  !path.basename(file).toLowerCase().includes('quickjs') &&
  !(file.startsWith(pdfjs) && file.endsWith('.wasm'));

/**
 * Puts all that the widget loads beside the bundle, into the `assets` of the folder that the build goes to.
 * @param then is called when the folder, which it gets, is whole
 */
export function writeAssets(
  withFile: (place: string) => boolean,
  then?: (folder: string, sourcemap: BuildOptions['sourcemap']) => Promise<void>,
): Plugin {
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
      await then?.(path.dirname(assets), sourcemap);
    },
  };
}

/**
 * A script that workers run, with all it needs. It is bundled by itself: a chunk shared with the page would bring
 * Lit and the DOM into the worker.
 */
export async function bundleWorker(input: string): Promise<string> {
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
export async function otherModules(): Promise<string[]> {
  const workers = ['src/certificate/a1/worker.ts', 'src/face/landmarker/landmarker.ts', BUILT_INS];
  const chunks = await Promise.all(workers.map(workerChunk));
  return [path.join(pdfjs, 'package.json'), ...chunks.flatMap(({ moduleIds }) => moduleIds)];
}

/** How the files of a build are named. */
export const widgetOutput = {
  format: 'es',
  entryFileNames: '[name].js',
  // Flat, so that `./assets/` means the same from every chunk.
  chunkFileNames: '[name]-[hash].js',
  // The names of chunks are in the first script, which compresses these better by some 60 bytes.
  hashCharacters: 'hex',
  assetFileNames: 'assets/[name]-[hash][extname]',
} as const;
