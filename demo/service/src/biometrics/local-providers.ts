import { setTimeout as delay } from 'node:timers/promises';
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

/** Checks for development and tests: they look at no picture, and say so by their name. */
export const localProviders: BiometricProviders = {
  faces: {
    async detect() {
      return 0.99;
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
