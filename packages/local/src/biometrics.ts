/** Lets testers choose by the signer's CPF what the simulated checks of faces and identities answer. */
import { setTimeout as delay } from 'node:timers/promises';
import type { BiometricProviders, Similarity, Subject } from '../../service/src/biometrics/providers.ts';

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
const OTHER: Similarity = { similarity: 0.31, threshold: 0.8, provider: 'local' };

const is = ({ cpf }: Subject, ...triggers: readonly (keyof typeof TRIGGER_CPFS)[]): boolean =>
  triggers.some(trigger => TRIGGER_CPFS[trigger] === cpf);

/**
 * The simulated providers, with other results for the test CPFs.
 * @param unavailable the error of a provider that cannot answer
 */
export function withTriggers(
  simulated: BiometricProviders,
  unavailable: (detail: string) => Error,
): BiometricProviders {
  const { faces, government, documentPhotos } = simulated;
  return {
    faces: {
      detect: (photo, signal) => faces.detect(photo, signal),
      match: async (subject, ...rest) =>
        is(subject, 'faceMismatch', 'documentPhotoMismatch') ? OTHER : faces.match(subject, ...rest),
    },
    government: {
      async check(subject, signal) {
        if (is(subject, 'identityUnavailable')) throw unavailable('The base does not answer.');
        if (is(subject, 'identitySlow')) await delay(SLOW_MS, undefined, { signal });
        const answer = await government.check(subject, signal);
        if (!is(subject, 'identityMismatch', 'documentPhotoMismatch')) return answer;
        return { ...answer, valid: false, biometricMatch: false, biometricConfidence: OTHER.similarity };
      },
    },
    documentPhotos: {
      match: async (subject, ...rest) =>
        is(subject, 'documentPhotoMismatch') ? OTHER : documentPhotos.match(subject, ...rest),
    },
  };
}
