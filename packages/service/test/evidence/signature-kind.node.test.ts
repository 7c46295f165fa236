import type { StepType } from '@sign-session/session-rules';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signatureKind } from '../../src/domain/signature-kind.ts';
import { maskName } from '../../src/domain/identifiers.ts';

/** Steps that were passed, without what they resulted in. */
const passed = (...types: StepType[]) => types.map(type => ({ type }));

/** The step of a certificate, signed here or at a portal. */
const signed = (signedAtPortal?: 'gov.br') => ({
  type: 'DIGITAL_SIGN_A1' as const,
  result: { digitalSignature: { signedAtPortal } },
});

describe('the kind of a signature (Lei 14.063/2020)', () => {
  it('is simple by click alone, also where a purpose was acknowledged', () => {
    assert.equal(signatureKind(passed('CLICK_ACCEPT')), 'simple');
    assert.equal(signatureKind(passed('PURPOSE_DISCLOSURE', 'CLICK_ACCEPT')), 'simple');
  });

  it('is advanced with a factor that was verified, and not with one that was only asked for', () => {
    for (const factor of [
      'OTP_VERIFY',
      'BIOMETRIC_MATCH',
      'SERPRO_IDENTITY_CHECK',
      'DOCUMENT_PHOTO_MATCH',
    ] as const) {
      assert.equal(signatureKind(passed('CLICK_ACCEPT', factor)), 'advanced', factor);
    }
    assert.equal(signatureKind(passed('CLICK_ACCEPT', 'OTP_CHALLENGE')), 'simple');
    assert.equal(signatureKind(passed('CLICK_ACCEPT', 'BIOMETRIC_LIVENESS')), 'simple');
  });

  it('is qualified with a certificate, whatever else was verified', () => {
    assert.equal(signatureKind(passed('CLICK_ACCEPT', 'OTP_VERIFY', 'DIGITAL_SIGN_A1')), 'qualified');
  });

  it('is advanced with a signature of the gov.br portal', () => {
    assert.equal(signatureKind([...passed('CLICK_ACCEPT'), signed('gov.br')]), 'advanced');
    assert.equal(signatureKind([...passed('CLICK_ACCEPT'), signed()]), 'qualified');
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
