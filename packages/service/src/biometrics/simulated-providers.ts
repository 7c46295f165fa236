import { setTimeout as delay } from 'node:timers/promises';
import { readJpegSize } from './jpeg.ts';
import { measureLight, UndecodablePhotoError } from './photo-light.ts';
import {
  ProviderUnavailableError,
  type BiometricProviders,
  type Similarity,
  type Subject,
} from './providers.ts';

/** Test CPFs that trigger particular results. Every other CPF matches everywhere. */
export const TRIGGER_CPFS = {
  /** The face does not match the reference photo. */
  faceMismatch: '11144477735',
  /** The government database has another face. */
  identityMismatch: '12345678909',
  /** The government database is unreachable. */
  identityUnavailable: '98765432100',
  /** The government database answers after some seconds. */
  identitySlow: '00000000191',
  /** The face on the identity document does not match; neither does the government database. */
  documentPhotoMismatch: '22233344405',
} as const;

const SLOW_MS = 6000;
const SAME: Similarity = { similarity: 0.97, threshold: 0.8, provider: 'local' };
const OTHER: Similarity = { similarity: 0.31, threshold: 0.8, provider: 'local' };

const is = ({ cpf }: Subject, ...triggers: readonly (keyof typeof TRIGGER_CPFS)[]): boolean =>
  triggers.some(trigger => TRIGGER_CPFS[trigger] === cpf);

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

/** Providers for development and tests. They cannot recognise faces; their name and `basis` say so. */
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
