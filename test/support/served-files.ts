import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestRunnerConfig } from '@web/test-runner';
import { assetFile, assetScript } from '../../build/vite/widget.ts';
import { testAssets } from './repository.ts';

type Middleware = NonNullable<TestRunnerConfig['middleware']>[number];

const TYPES: Readonly<Record<string, string>> = {
  '.mjs': 'text/javascript',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.pdf': 'application/pdf',
  '.json': 'application/json',
};

/** Answers addresses that begin with `prefix` with the files `locate` names; 404 for what is not there. */
function serveFolder(prefix: string, locate: (segments: string[]) => string | undefined): Middleware {
  return async (context, next) => {
    if (!context.path.startsWith(prefix)) return next();
    const segments = decodeURIComponent(context.path.slice(prefix.length)).split('/');
    const file = segments.includes('..') ? undefined : locate(segments);
    const bytes = file === undefined ? undefined : await readFile(file).catch(() => undefined);
    if (bytes === undefined) {
      context.status = 404;
      context.body = 'Not found';
      return;
    }
    context.type = TYPES[path.extname(file ?? '')] ?? 'application/octet-stream';
    context.body = bytes;
  };
}

/** Where the widget's sources look for what they load. */
const ASSETS = '/src/assets/assets/';

const scripts = new Map<string, Promise<string> | undefined>();

/** Made once. */
function scriptAt(place: string): Promise<string> | undefined {
  const script = scripts.get(place) ?? assetScript(place);
  scripts.set(place, script);
  return script;
}

/** core-js has no ES modules, so that a page of sources can't load what imports it. */
const BUILT_INS = '/src/document/pdf/built-ins.ts';

/** What is made for the widget to load, as the builds make it. */
export const serveAssetScripts: Middleware = async (context, next) => {
  const place = context.path === BUILT_INS ? 'pdfjs/built-ins.mjs' : context.path.split(ASSETS)[1];
  const script = place === undefined ? undefined : scriptAt(place);
  if (script === undefined) return next();
  context.type = 'text/javascript';
  context.body = await script;
};

/** What else it loads. */
export const serveAssetFiles = serveFolder(ASSETS, segments => assetFile(segments.join('/')));

/**
 * Files that tests read, byte for byte. The runner's own server would take those that begin with letters for text and
 * write them anew: a PDF may.
 */
export const serveTestAssets = serveFolder('/test/assets/', segments => path.join(testAssets, ...segments));
