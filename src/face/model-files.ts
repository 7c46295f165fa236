import type { LivenessFiles } from '../assets/liveness-files.ts';
import { isUnavailable } from '../assets/asset-watch.ts';
import { sha256Hex } from '../support/hex.ts';
import { TrackerError } from './face-reading.ts';

interface ExpectedFile {
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/**
 * Google's Face Landmarker (`float16/1`, Apache 2.0). All limits here were measured with this model.
 * https://storage.googleapis.com/mediapipe-models/face_landmarker/face_landmarker/float16/1/face_landmarker.task
 */
export const MODEL: ExpectedFile = {
  bytes: 3_758_596,
  sha256: '64184e229b263107bc2b804c6625db1341ff2bb731874b0bcc2fe6544e0bc9ff',
};

/** The wasm file of tasks-vision 0.10.35. */
export const WASM: ExpectedFile = {
  bytes: 11_153_641,
  sha256: '617b8e0248dbd27e9d7ece4218004eae4cefb499196d1bb4fa0e3fef21708756',
};

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
 * Loads what the landmarker needs; the browser keeps it for the next time. Each file comes from the first place that has
 * it: one that is not there, that is another version or a page of HTML is passed over.
 *
 * @throws TrackerError `load`, `assets`, `wasm`, `model`; when `signal` aborts, its reason.
 */
export async function loadModelFiles(
  places: readonly LivenessFiles[],
  { signal, progress }: LoadOptions,
): Promise<ModelFiles> {
  const loaded = { wasm: 0, model: 0 };
  const count = (name: keyof LivenessFiles) => (bytes: number) => {
    // Another place's file may be on its way by now: what was counted once stays.
    loaded[name] = Math.max(loaded[name], bytes);
    progress?.(Math.min(1, (loaded.wasm + loaded.model) / (MODEL.bytes + WASM.bytes)));
  };
  const load = (name: keyof LivenessFiles, expected: ExpectedFile) =>
    loadFirst(
      places.map(place => place[name]),
      expected,
      count(name),
      signal,
    );
  // Compiled while the model is still on its way.
  const compiled = load('wasm', WASM).then(wasm => (wasm === 'other' ? wasm : compile(wasm)));
  const [module, model] = await Promise.all([compiled, load('model', MODEL)]);
  signal.throwIfAborted();
  if (module === 'other') throw new TrackerError('wasm');
  if (model === 'other') throw new TrackerError('model');
  return { module, model };
}

/** @returns `other` where files came, none of them the expected one. @throws TrackerError `load` or `assets` when none came. */
async function loadFirst(
  urls: readonly string[],
  expected: ExpectedFile,
  count: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Bytes | 'other'> {
  const failures: unknown[] = [];
  let found: 'other' | undefined;
  for (const url of urls) {
    // A copy that the browser keeps may be damaged: another one is fetched once.
    for (const cache of ['default', 'reload'] as const) {
      try {
        const bytes = await fetchBytes(url, count, signal, cache);
        if (await isExpected(bytes, expected)) return bytes;
        if (bytes.length > 0) found = 'other';
      } catch (error) {
        signal.throwIfAborted();
        failures.push(error);
        break;
      }
    }
  }
  if (found !== undefined) return found;
  const cause = failures.length > 1 ? new AggregateError(failures) : failures[0];
  const [first] = urls;
  const isForGood = first !== undefined && (await isUnavailable(first));
  throw new TrackerError(isForGood ? 'assets' : 'load', { cause });
}

async function isExpected(bytes: Bytes, { bytes: length, sha256 }: ExpectedFile): Promise<boolean> {
  return bytes.length === length && (await sha256Hex(bytes)) === sha256;
}

/** Compiles from bytes, so that a wrong content type of the server does not matter. */
async function compile(bytes: Bytes): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    // The page's policy lacks 'wasm-unsafe-eval'.
    throw new TrackerError('wasm', { cause });
  }
}

async function fetchBytes(
  url: string,
  count: (bytes: number) => void,
  signal: AbortSignal,
  cache: RequestCache,
): Promise<Bytes> {
  const response = await fetch(url, { signal, cache, credentials: 'omit' });
  if (!response.ok || response.body === null) throw new Error(`${url} answered ${response.status}.`);
  // A server with a page for every address; the files' own types are of no account.
  if (response.headers.get('Content-Type')?.startsWith('text/html') === true) {
    throw new Error(`${url} answered with HTML.`);
  }
  return readAll(response.body.getReader(), count);
}

async function readAll(
  reader: ReadableStreamDefaultReader<Bytes>,
  count: (bytes: number) => void,
): Promise<Bytes> {
  const chunks: Bytes[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    count(length);
    chunks.push(part.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
