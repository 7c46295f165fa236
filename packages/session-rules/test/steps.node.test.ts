import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  beginningOf,
  CERTIFICATE_SOURCES,
  CLOUD_ACTIONS,
  currentStep,
  PORTAL_ACTIONS,
  STEP_TYPES,
  takesAction,
  type CertificateSource,
} from '../src/index.ts';
import { step } from './support/steps.ts';

const BY_SIGNER = { isByIntegrator: false, certificateSources: CERTIFICATE_SOURCES };
const ACTIONS = [
  'accept',
  'acknowledge_purpose',
  'resend_otp',
  'verify_otp',
  'start_liveness',
  'complete_liveness',
  'match',
  'submit_document_photo',
  'prepare_signing',
  'complete_signing',
  ...PORTAL_ACTIONS,
  ...CLOUD_ACTIONS,
];

const actionsOf = (...certificateSources: CertificateSource[]) =>
  ACTIONS.filter(action =>
    takesAction('DIGITAL_SIGN_A1', action, { isByIntegrator: false, certificateSources }),
  );

const beginnings = (setup: { choosesChannel: boolean; isByIntegrator: boolean }) =>
  Object.fromEntries(
    STEP_TYPES.map(type => [type, beginningOf(type, setup)] as const).filter(([, by]) => by !== 'action'),
  );

describe('a step', () => {
  test('takes its own actions and no other', () => {
    const taken = STEP_TYPES.map(type => [type, ACTIONS.filter(each => takesAction(type, each, BY_SIGNER))]);
    assert.deepEqual(Object.fromEntries(taken), {
      CLICK_ACCEPT: ['accept'],
      OTP_CHALLENGE: ['resend_otp'],
      OTP_VERIFY: ['resend_otp', 'verify_otp'],
      BIOMETRIC_LIVENESS: ['start_liveness', 'complete_liveness'],
      BIOMETRIC_MATCH: [],
      DIGITAL_SIGN_A1: ['prepare_signing', 'complete_signing', ...PORTAL_ACTIONS, ...CLOUD_ACTIONS],
      SERPRO_IDENTITY_CHECK: [],
      DOCUMENT_PHOTO_MATCH: ['submit_document_photo'],
      PURPOSE_DISCLOSURE: ['acknowledge_purpose'],
    });
    for (const type of STEP_TYPES) assert.ok(!takesAction(type, 'finalize', BY_SIGNER));
  });

  test('takes the actions of a certificate as far as it may come from there', () => {
    const byKey = ['prepare_signing', 'complete_signing'];
    assert.deepEqual(actionsOf('FILE'), byKey);
    assert.deepEqual(actionsOf('TOKEN'), byKey);
    assert.deepEqual(actionsOf('CLOUD'), CLOUD_ACTIONS);
    assert.deepEqual(actionsOf('GOV_BR'), PORTAL_ACTIONS);
    assert.deepEqual(actionsOf('TOKEN', 'GOV_BR'), [...byKey, ...PORTAL_ACTIONS]);
    assert.deepEqual(actionsOf(), []);
  });

  test('of a comparison is asked for by an integrator, and by nobody else', () => {
    assert.ok(takesAction('BIOMETRIC_MATCH', 'match', { ...BY_SIGNER, isByIntegrator: true }));
  });
});

test('the service begins by itself with codes and checks that nobody else begins', () => {
  assert.deepEqual(beginnings({ choosesChannel: false, isByIntegrator: false }), {
    OTP_CHALLENGE: 'code',
    BIOMETRIC_MATCH: 'check',
    SERPRO_IDENTITY_CHECK: 'check',
  });
  assert.deepEqual(beginnings({ choosesChannel: true, isByIntegrator: false }), {
    BIOMETRIC_MATCH: 'check',
    SERPRO_IDENTITY_CHECK: 'check',
  });
  assert.deepEqual(beginnings({ choosesChannel: false, isByIntegrator: true }), {
    SERPRO_IDENTITY_CHECK: 'check',
  });
});

test('the current step is the first that is not completed, also when it has failed for good', () => {
  const done = step('CLICK_ACCEPT', { status: 'COMPLETED' });
  const failed = step('OTP_VERIFY', { status: 'FAILED' });
  assert.equal(currentStep([done, failed, step('PURPOSE_DISCLOSURE')]), failed);
  assert.equal(currentStep([done]), undefined);
});
