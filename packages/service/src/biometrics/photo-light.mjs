// Decodes a photo and measures its light, in a thread of its own: a large one takes most of a second.
// Plain JavaScript: Node 20 doesn't hand the TypeScript loader on to worker threads.
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import decode, { init } from '@jsquash/jpeg/decode.js';

/** Enough pixels to tell light from dark. */
const SAMPLES = 100_000;

const decoder = import.meta.resolve('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm');
// Its messages about a damaged photo would go to the log.
const silent = { print: () => undefined, printErr: () => undefined };
await init(await WebAssembly.compile(await readFile(new URL(decoder))), silent);
const { width, height, data } = await decode(workerData);

const pixels = width * height;
const step = Math.max(1, Math.floor(pixels / SAMPLES));
let count = 0;
let sum = 0;
let squares = 0;
for (let pixel = 0; pixel < pixels; pixel += step) {
  const at = pixel * 4;
  // ITU-R BT.601.
  const light = 0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2];
  count += 1;
  sum += light;
  squares += light * light;
}
const mean = sum / count;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage({ mean, deviation: Math.sqrt(Math.max(0, squares / count - mean * mean)) });
