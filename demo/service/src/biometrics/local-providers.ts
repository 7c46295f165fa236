import { setTimeout as delay } from 'node:timers/promises';
import { readJpegSize } from './jpeg.ts';
import { measureLight, UndecodablePhotoError } from './photo-light.ts';
import {
  ProviderUnavailableError,
  type BiometricProviders,
  type Similarity,
  type Subject,
} from './providers.ts';

/** Test CPFs and what the local checks then answer. Every other CPF matches everywhere. */
export const TRIGGER_CPFS = {
  /** The face is not that of the reference photo. */
  faceMismatch: '11144477735',
  /** The government's base knows another face. */
  identityMismatch: '12345678909',
  /** The government's base cannot be reached. */
  identityUnavailable: '98765432100',
  /** The government's base answers after some seconds. */
  identitySlow: '00000000191',
  /** The face on the identity document is another one; the base does not know the signer either. */
  documentPhotoMismatch: '22233344405',
} as const;

const SLOW_MS = 6000;
const SAME: Similarity = { similarity: 0.97, threshold: 0.8, provider: 'local' };
const OTHER: Similarity = { similarity: 0.31, threshold: 0.8, provider: 'local' };

const is = ({ cpf }: Subject, ...triggers: readonly (keyof typeof TRIGGER_CPFS)[]): boolean =>
  triggers.some(trigger => TRIGGER_CPFS[trigger] === cpf);

/** From here on a photo's light, contrast and size are as good as it gets. */
const GOOD = { light: 60, contrast: 40, side: 600 } as const;

/** From 0 to 1: how near the picture is to being dark, blown out, blank or tiny, whichever it is nearest. */
async function usabilityOf(photo: Uint8Array, signal: AbortSignal): Promise<number> {
  try {
    const { width, height } = readJpegSize(photo);
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

/** Checks for development and tests. They know no face, and say so by their name and by what they go by. */
export const localProviders: BiometricProviders = {
  faces: {
    async detect(photo, signal) {
      return { confidence: await usabilityOf(photo, signal), basis: 'PICTURE', provider: 'local' };
    },
    async match(subject) {
      return is(subject, 'faceMismatch', 'documentPhotoMismatch') ? OTHER : SAME;
    },
  },
  government: {
    async check(subject, signal) {
      if (is(subject, 'identityUnavailable')) throw new ProviderUnavailableError('The base does not answer.');
      if (is(subject, 'identitySlow')) await delay(SLOW_MS, undefined, { signal });
      const valid = !is(subject, 'identityMismatch', 'documentPhotoMismatch');
      return {
        valid,
        provider: 'local',
        nameMatch: true,
        birthDateMatch: true,
        biometricMatch: valid,
        biometricConfidence: (valid ? SAME : OTHER).similarity,
      };
    },
  },
  documentPhotos: {
    async match(subject) {
      return is(subject, 'documentPhotoMismatch') ? OTHER : SAME;
    },
  },
};
