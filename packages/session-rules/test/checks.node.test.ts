import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  documentPhotoInPlaceOf,
  fallsBackWithoutAnswer,
  PROFILES,
  refuseCheck,
  STEP_TYPES,
  type Profile,
} from '../src/index.ts';
import { step } from './support/steps.ts';

const CAMERA = step('BIOMETRIC_LIVENESS', { status: 'COMPLETED' });
const MATCH = step('BIOMETRIC_MATCH', { status: 'STARTED' });
const IDENTITY = step('SERPRO_IDENTITY_CHECK', { status: 'STARTED' });

const refuseMatch = (profile: Profile, attempts = 0, tries = 0) => {
  const match = { ...MATCH, attempts };
  return refuseCheck([{ ...CAMERA, attempts: tries }, match], match, 'match-failed', profile);
};

describe('a check that does not match', () => {
  test('opens the camera’s step again, and counts for both', () => {
    assert.deepEqual(refuseMatch('BIOMETRIC', 1, 1), {
      kind: 'retry',
      step: { ...MATCH, status: 'PENDING', attempts: 2, error: 'match-failed' },
      camera: { ...CAMERA, status: 'PENDING', attempts: 2, error: 'match-failed' },
    });
  });

  test('fails for good with its own last attempt, or the camera’s', () => {
    for (const [attempts, tries] of [
      [2, 0],
      [0, 2],
    ]) {
      const refused = refuseMatch('BIOMETRIC', attempts, tries);
      assert.equal(refused.kind, 'failed');
      assert.equal(refused.kind === 'failed' && refused.step.error, 'attempts-exhausted');
    }
  });

  test('fails for good at once where there is no camera to take another picture', () => {
    assert.equal(refuseCheck([IDENTITY], IDENTITY, 'identity-mismatch', 'CUSTOM').kind, 'failed');
  });

  test('gives way to a document’s photo after the last comparison, where the profile says so', () => {
    assert.equal(refuseMatch('BIOMETRIC_DOCUMENT_FALLBACK', 1).kind, 'retry');
    assert.equal(refuseMatch('BIOMETRIC_DOCUMENT_FALLBACK', 2).kind, 'document-photo');
  });

  test('gives way to a document’s photo at once where the government’s base is asked first', () => {
    const replaced = PROFILES.filter(
      profile =>
        refuseCheck([CAMERA, IDENTITY], IDENTITY, 'identity-mismatch', profile).kind === 'document-photo',
    );
    assert.deepEqual(replaced, ['BIOMETRIC_SERPRO_AUTO_FALLBACK']);
  });
});

test('a check that nobody answers gives way to a photo only where it would at once', () => {
  const found = PROFILES.flatMap(profile =>
    STEP_TYPES.filter(type => fallsBackWithoutAnswer(type, profile)).map(type => [profile, type]),
  );
  assert.deepEqual(found, [['BIOMETRIC_SERPRO_AUTO_FALLBACK', 'SERPRO_IDENTITY_CHECK']]);
});

test('a photo in place of a check begins anew, in its place', () => {
  const failed = { ...IDENTITY, attempts: 2, error: 'identity-mismatch' as const, order: 4 };
  assert.deepEqual(documentPhotoInPlaceOf(failed), {
    ...step('DOCUMENT_PHOTO_MATCH'),
    error: undefined,
    errorDetail: undefined,
    order: 4,
  });
});
