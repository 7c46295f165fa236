import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AnswerError, NetworkError, StatusError, TimeoutError } from '../../src/api/errors.ts';
import { actionFailure, actionProblem, failureOf, isLate, problemAfter } from '../../src/session/failure.ts';
import { clientSecret } from '../support/client-secret.ts';

const CASES: readonly (readonly [Error, string, boolean, string])[] = [
  [new NetworkError('x'), 'network', true, 'notDone'],
  [new TimeoutError('x'), 'network', true, 'notDone'],
  [new AnswerError('x'), 'unexpected_answer', true, 'notDone'],
  [new StatusError(500, 'internal'), 'service_unavailable', true, 'busy'],
  [new StatusError(503, 'service-unavailable'), 'service_unavailable', true, 'busy'],
  [new StatusError(429, 'rate-limit'), 'rate_limited', true, 'tooMany'],
  [new StatusError(400, 'validation-error'), 'request_refused', false, 'refused'],
  [new StatusError(401, 'unauthorized'), 'invalid_client_secret', false, 'refused'],
  [new StatusError(403, 'forbidden'), 'request_refused', false, 'refused'],
  [new StatusError(404, 'not-found'), 'invalid_client_secret', false, 'refused'],
  [new StatusError(409, 'step-out-of-order'), 'request_refused', false, 'refused'],
  [new StatusError(409, 'document-hash-mismatch'), 'document_hash_mismatch', false, 'refused'],
  [new StatusError(409, 'attempts-exhausted'), 'attempts_exhausted', false, 'exhausted'],
  [new StatusError(410, 'gone'), 'request_refused', false, 'refused'],
];

describe('what an error means', () => {
  for (const [error, code, retryable, kind] of CASES) {
    it(`${error.name} ${error instanceof StatusError ? error.message : ''} is ${code}, for the signer ${kind}`, () => {
      assert.deepEqual(failureOf(error), { code, retryable });
      assert.equal(actionProblem(error, 'accept').kind, kind);
    });
  }

  it('tells until when the service asks to wait', () => {
    const { retryAt = 0 } = actionProblem(new StatusError(429, 'rate-limit', 60_000), 'sendCode');
    assert(Math.abs(retryAt - Date.now() - 60_000) < 1000);
  });

  it('of a secret that still opens the session is a refused request', () => {
    for (const status of [401, 404]) {
      assert.deepEqual(actionFailure(new StatusError(status, '')), {
        code: 'request_refused',
        retryable: false,
      });
    }
    assert.equal(actionFailure(new NetworkError('x')).code, 'network');
  });

  it('leaves an error of our own to whoever looks for errors', () => {
    assert.throws(() => failureOf(new RangeError('ours')), RangeError);
  });
});

describe('the end of a secret', () => {
  const secret = clientSecret({ sid: 'ss_test', exp: Math.floor(Date.now() / 1000) - 60 });

  it('is told by the device’s clock where there is no other', () => {
    assert.equal(isLate(secret), true);
    assert.equal(isLate('ss_secret_opaque'), false);
  });

  it('is told by the service’s clock where it is known, on a device that is ahead', () => {
    assert.equal(isLate(secret, -3_600_000), false);
    assert.equal(isLate(secret, 3_600_000), true);
  });

  it('is told although the service’s answers take a while, so that its clock seems behind', () => {
    const justEnded = clientSecret({ sid: 'ss_test', exp: Math.floor(Date.now() / 1000) });
    assert.equal(isLate(justEnded, -20_000), true);
    const alive = clientSecret({ sid: 'ss_test', exp: Math.floor(Date.now() / 1000) + 600 });
    assert.equal(isLate(alive), false);
  });
});

describe('what is left of a problem once the service has answered', () => {
  it('is nothing when the session has moved on', () => {
    assert.equal(problemAfter({ action: 'accept', kind: 'notDone' }, true), undefined);
  });

  it('is known when it was not', () => {
    assert.deepEqual(problemAfter({ action: 'accept', kind: 'unknown' }, false), {
      action: 'accept',
      kind: 'notDone',
    });
  });
});
