import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import { Turns } from '../support/turns.ts';

/** The picture cannot be decoded, though its outline is a JPEG's. */
export class UndecodablePhotoError extends Error {
  override readonly name = 'UndecodablePhotoError';
}

const lightSchema = z.object({ mean: z.number(), deviation: z.number() });

/** Of a photo's pixels, from 0 (black) to 255: their mean, and their standard deviation, which is its contrast. */
export type PhotoLight = z.infer<typeof lightSchema>;

/** A decoded photo takes up to 200 MB. */
const turns = new Turns({ atOnce: 1, waiting: 8 });

/**
 * @param photo JPEG of at most 24 million pixels
 * @throws UndecodablePhotoError, TooBusyError, the signal's reason
 */
export function measureLight(photo: Uint8Array, signal: AbortSignal): Promise<PhotoLight> {
  return turns.run(async () => {
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
