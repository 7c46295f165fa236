import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestRunnerConfig } from '@web/test-runner';
import {
  bundleCertificateWorker,
  bundleLandmarker,
  bundlePdfWorker,
  faceAsset,
  PDF_WORKER,
  pdfjsAsset,
} from '../../vite.config.ts';
import { sharedAssets } from './repository.ts';

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

/** pdf.js's worker, where the widget's sources look for it. */
export const servePdfWorker: Middleware = async (context, next) => {
  if (context.path !== `/src/document/assets/pdfjs/${PDF_WORKER}`) return next();
  context.type = 'text/javascript';
  context.body = await bundlePdfWorker();
};

/** What it loads, likewise. */
export const servePdfjsAssets = serveFolder('/src/document/assets/pdfjs/', segments =>
  pdfjsAsset(segments.join('/')),
);

let certificateWorker: Promise<string> | undefined;

/** The certificate worker, bundled once as the builds bundle it, where the widget's sources look for it. */
export const serveCertificateWorker: Middleware = async (context, next) => {
  if (context.path !== '/src/document/assets/certificate/worker.js') return next();
  context.type = 'text/javascript';
  context.body = await (certificateWorker ??= bundleCertificateWorker());
};

let landmarker: Promise<string> | undefined;

/** The face landmarker's script, likewise. */
export const serveLandmarker: Middleware = async (context, next) => {
  if (context.path !== '/src/document/assets/liveness/landmarker.js') return next();
  context.type = 'text/javascript';
  context.body = await (landmarker ??= bundleLandmarker());
};

/** What it loads; the model is missing (404) on a machine that has none. */
export const serveFaceAssets = serveFolder('/src/document/assets/liveness/', segments =>
  faceAsset(segments.join('/')),
);

/** The folder of test assets; every file of it is missing (404) on a machine without the folder. */
export const serveSharedAssets = serveFolder('/shared-assets/', segments =>
  path.join(sharedAssets, ...segments),
);
