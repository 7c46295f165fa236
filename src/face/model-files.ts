import { sha256Hex } from '../support/hex.ts';
import { TrackerError } from './face-tracker.ts';

/**
 * Google's Face Landmarker (`float16/1`, Apache 2.0). All limits here were measured with this model.
 * https://storage.googleapis.com/mediapipe-models/face_landmarker/face_landmarker/float16/1/face_landmarker.task
 */
export const MODEL = {
  path: 'liveness/face_landmarker.task',
  bytes: 3_758_596,
  sha256: '64184e229b263107bc2b804c6625db1341ff2bb731874b0bcc2fe6544e0bc9ff',
} as const;

/** The wasm file of tasks-vision 0.10.35. */
export const WASM = { path: 'liveness/vision_wasm_module_internal.wasm', bytes: 11_153_641 } as const;

type Bytes = Uint8Array<ArrayBuffer>;

export interface LoadOptions {
  readonly signal: AbortSignal;
  /** Called with the loaded fraction of both files, 0 to 1. */
  readonly progress?: ((part: number) => void) | undefined;
}

export interface ModelFiles {
  readonly module: WebAssembly.Module;
  readonly model: Bytes;
}

/**
 * Loads the files that the landmarker needs; the browser caches them.
 *
 * @param assetsUrl absolute, with a slash at the end.
 * @throws TrackerError `load`, `wasm`, `model`; when `signal` aborts, its reason.
 */
export async function loadModelFiles(
  assetsUrl: string,
  { signal, progress }: LoadOptions,
): Promise<ModelFiles> {
  let loaded = 0;
  const count = (bytes: number) => {
    loaded += bytes;
    progress?.(Math.min(1, loaded / (MODEL.bytes + WASM.bytes)));
  };
  const load = (path: string, cache?: RequestCache) => fetchBytes(assetsUrl + path, count, signal, cache);
  const [module, model] = await Promise.all([
    load(WASM.path).then(compile),
    loadModel(cache => load(MODEL.path, cache)),
  ]);
  signal.throwIfAborted();
  return { module, model };
}

/** The browser's cached copy may be damaged: fetches another one, once. */
async function loadModel(load: (cache?: RequestCache) => Promise<Bytes>): Promise<Bytes> {
  const kept = await load();
  if (await isModel(kept)) return kept;
  const fresh = await load('reload');
  if (await isModel(fresh)) return fresh;
  throw new TrackerError('model');
}

async function isModel(bytes: Bytes): Promise<boolean> {
  return bytes.length === MODEL.bytes && (await sha256Hex(bytes)) === MODEL.sha256;
}

/** Compiles from bytes, so that a wrong content type of the server does not matter. */
async function compile(bytes: Bytes): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    // Damaged, or the page's policy lacks 'wasm-unsafe-eval'.
    throw new TrackerError('wasm', { cause });
  }
}

async function fetchBytes(
  url: string,
  count: (bytes: number) => void,
  signal: AbortSignal,
  cache: RequestCache = 'default',
): Promise<Bytes> {
  try {
    const response = await fetch(url, { signal, cache, credentials: 'omit' });
    if (!response.ok || response.body === null) throw new Error(`HTTP ${response.status}`);
    return await readAll(response.body.getReader(), count);
  } catch (cause) {
    signal.throwIfAborted();
    throw new TrackerError('load', { cause });
  }
}

async function readAll(
  reader: ReadableStreamDefaultReader<Bytes>,
  count: (bytes: number) => void,
): Promise<Bytes> {
  const chunks: Bytes[] = [];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    count(part.value.length);
    chunks.push(part.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
