import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signatureKind } from '../../src/domain/signature-kind.ts';
import { maskName } from '../../src/domain/identifiers/masking.ts';

describe('the kind of a signature (Lei 14.063/2020)', () => {
  it('is simple by click alone, also where a purpose was acknowledged', () => {
    assert.equal(signatureKind(['CLICK_ACCEPT']), 'simple');
    assert.equal(signatureKind(['PURPOSE_DISCLOSURE', 'CLICK_ACCEPT']), 'simple');
  });

  it('is advanced with a factor that was verified, and not with one that was only asked for', () => {
    for (const factor of [
      'OTP_VERIFY',
      'BIOMETRIC_MATCH',
      'SERPRO_IDENTITY_CHECK',
      'DOCUMENT_PHOTO_MATCH',
    ] as const) {
      assert.equal(signatureKind(['CLICK_ACCEPT', factor]), 'advanced', factor);
    }
    assert.equal(signatureKind(['CLICK_ACCEPT', 'OTP_CHALLENGE']), 'simple');
    assert.equal(signatureKind(['CLICK_ACCEPT', 'BIOMETRIC_LIVENESS']), 'simple');
  });

  it('is qualified with a certificate, whatever else was verified', () => {
    assert.equal(signatureKind(['CLICK_ACCEPT', 'OTP_VERIFY', 'DIGITAL_SIGN_A1']), 'qualified');
  });
});

describe('a masked name', () => {
  it('keeps the first name and the first letters of the others', () => {
    assert.equal(maskName('Maria da Silva'), 'Maria da S***');
    assert.equal(maskName('  João  Pedro dos Santos e Souza '), 'João P*** dos S*** e S***');
    assert.equal(maskName('Maria'), 'Maria');
    assert.equal(maskName(''), '');
  });
});
