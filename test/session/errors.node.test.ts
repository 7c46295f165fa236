import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AnswerError, NetworkError, StatusError, TimeoutError } from '../../src/api/errors.ts';
import { actionError, publicError } from '../../src/session/errors.ts';

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
  for (const [error, code, retryable, reason] of CASES) {
    it(`${error.name} ${error instanceof StatusError ? error.message : ''} is ${code}, for the signer ${reason}`, () => {
      assert.deepEqual(publicError(error), { code, retryable });
      assert.equal(actionError(error, 'accept').reason, reason);
    });
  }

  it('tells until when the service asks to wait', () => {
    const { retryAt = 0 } = actionError(new StatusError(429, 'rate-limit', 60_000), 'sendCode');
    assert(Math.abs(retryAt - Date.now() - 60_000) < 1000);
  });

  it('of a secret that still opens the session is a refused request', () => {
    for (const status of [401, 404]) {
      const { code, retryable } = actionError(new StatusError(status, ''), 'accept');
      assert.deepEqual([code, retryable], ['request_refused', false]);
    }
    assert.equal(actionError(new NetworkError('x'), 'accept').code, 'network');
  });

  it('throws errors that are not the client’s again: they are bugs', () => {
    assert.throws(() => publicError(new RangeError('ours')), RangeError);
  });
});
