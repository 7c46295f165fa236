/** The simulated providers of biometrics and identity that every sandbox has, and the light of a photo, measured in a thread. */
import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import { Limiter } from '../support/limiter.ts';
import { readJpegSize } from './photo.ts';
import type { BiometricProviders, Similarity } from './providers.ts';

/** The picture cannot be decoded, although its segments are those of a JPEG. */
class UndecodablePhotoError extends Error {
  override readonly name = 'UndecodablePhotoError';
}

const lightSchema = z.object({ mean: z.number(), deviation: z.number() });

/** Mean brightness of a photo's pixels, from 0 (black) to 255, and their standard deviation as the contrast. */
type PhotoLight = z.infer<typeof lightSchema>;

/** One at a time: a decoded photo takes up to 200 MB. */
const limiter = new Limiter({ atOnce: 1, waiting: 8 });

/**
 * @param photo JPEG of at most 24 million pixels
 * @throws UndecodablePhotoError, TooBusyError, the signal's reason
 */
function measureLight(photo: Uint8Array, signal: AbortSignal): Promise<PhotoLight> {
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

const SAME: Similarity = { similarity: 0.97, threshold: 0.8, provider: 'local' };

/** A larger photo is not decoded: it would take too much memory. */
const MOST_PIXELS = 24_000_000;

/** A photo at least this good gets the full score. */
const GOOD = { light: 60, contrast: 40, side: 600 } as const;

/**
 * From 0 to 1: the worst of the photo's brightness, contrast and size scores. Dark, blown out, blank or tiny
 * pictures score low.
 */
async function usabilityOf(photo: Uint8Array, signal: AbortSignal): Promise<number> {
  try {
    const { width, height } = readJpegSize(photo);
    if (width * height > MOST_PIXELS) return 0;
    const { mean, deviation } = await measureLight(photo, signal);
    const parts = [
      Math.min(mean, 255 - mean) / GOOD.light,
      deviation / GOOD.contrast,
      Math.min(width, height) / GOOD.side,
    ];
    return Math.floor(Math.min(1, ...parts) * 100) / 100;
  } catch (error) {
    if (error instanceof UndecodablePhotoError) return 0;
    throw error;
  }
}

/**
 * Providers for sandboxes. They cannot recognise faces, and every face, identity and document photo matches; their name
 * and `basis` say so.
 */
export const simulatedProviders: BiometricProviders = {
  faces: {
    async detect(photo, signal) {
      return { confidence: await usabilityOf(photo, signal), basis: 'PICTURE', provider: 'local' };
    },
    match: async () => SAME,
  },
  government: {
    check: async () => ({
      valid: true,
      provider: 'local',
      nameMatch: true,
      birthDateMatch: true,
      biometricMatch: true,
      biometricConfidence: SAME.similarity,
    }),
  },
  documentPhotos: { match: async () => SAME },
};
