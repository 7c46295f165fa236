import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import { ConcurrencyLimiter } from '../support/concurrency-limiter.ts';

/** The picture cannot be decoded, although its segments are those of a JPEG. */
export class UndecodablePhotoError extends Error {
  override readonly name = 'UndecodablePhotoError';
}

const lightSchema = z.object({ mean: z.number(), deviation: z.number() });

/** Mean brightness of a photo's pixels, from 0 (black) to 255, and their standard deviation as the contrast. */
type PhotoLight = z.infer<typeof lightSchema>;

/** One at a time: a decoded photo takes up to 200 MB. */
const limiter = new ConcurrencyLimiter({ atOnce: 1, waiting: 8 });

/**
 * @param photo JPEG of at most 24 million pixels
 * @throws UndecodablePhotoError, TooBusyError, the signal's reason
 */
export function measureLight(photo: Uint8Array, signal: AbortSignal): Promise<PhotoLight> {
  return limiter.run(async () => {
    signal.throwIfAborted();
    const worker = new Worker(new URL('photo-light.mjs', import.meta.url), {
      workerData: photo,
      execArgv: [],
    });
    try {
      return await answerOf(worker, signal);
    } finally {
      await worker.terminate();
    }
  });
}

function answerOf(worker: Worker, signal: AbortSignal): Promise<PhotoLight> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.once('message', message => resolve(lightSchema.parse(message)));
    worker.once('error', cause =>
      reject(new UndecodablePhotoError('The photo cannot be decoded.', { cause })),
    );
  });
}
