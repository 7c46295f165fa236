import { readJpegSize } from './photo.ts';
import { measureLight, UndecodablePhotoError } from './photo-light.ts';
import type { BiometricProviders, Similarity } from './providers.ts';

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
