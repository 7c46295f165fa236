import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AnswerError, NetworkError, StatusError, TimeoutError } from '../../src/api/errors.ts';
import { delay, withRetry } from '../../src/api/retry.ts';

/** Runs a request that fails with `errors` in turn and then answers; tells the waits. */
async function run(
  errors: readonly Error[],
  random = 0,
  longestRetryAfter?: number,
): Promise<{ waits: number[]; result: unknown }> {
  const left = [...errors];
  const waits: number[] = [];
  const request = async () => {
    const error = left.shift();
    if (error !== undefined) throw error;
    return 'answer';
  };
  const sleep = async (ms: number) => void waits.push(ms);
  const result = await withRetry(request, {
    signal: new AbortController().signal,
    random: () => random,
    sleep,
    ...(longestRetryAfter === undefined ? {} : { longestRetryAfter }),
  }).catch((error: unknown) => error);
  return { waits, result };
}

describe('retrying', () => {
  it('waits longer each time and gives up after three retries', async () => {
    const lost = new NetworkError('lost');
    assert.deepEqual(await run([lost, lost, lost]), { waits: [500, 1000, 2000], result: 'answer' });
    assert.deepEqual(await run([lost, lost, lost, lost]), { waits: [500, 1000, 2000], result: lost });
  });

  it('tries once more after silence: it has cost its whole timeout each time', async () => {
    const silent = new TimeoutError('silent');
    assert.deepEqual(await run([silent, silent]), { waits: [500], result: silent });
  });

  it('waits no longer than the caller allows', async () => {
    const busy = new StatusError(429, 'rate-limit', 3000);
    assert.deepEqual(await run([busy]), { waits: [3000], result: 'answer' });
    assert.deepEqual(await run([busy], 0, 0), { waits: [], result: busy });
  });

  it('spreads the waits at random, down to a half', async () => {
    assert.deepEqual((await run([new NetworkError('lost')], 1)).waits, [250]);
  });

  for (const status of [429, 500, 502, 503, 504]) {
    it(`tries again after ${status}`, async () => {
      assert.equal((await run([new StatusError(status, '')])).result, 'answer');
    });
  }

  for (const status of [400, 401, 403, 404, 409, 410]) {
    it(`does not repeat what was answered with ${status}`, async () => {
      const refused = new StatusError(status, '');
      assert.deepEqual(await run([refused]), { waits: [], result: refused });
    });
  }

  it('does not repeat a request whose answer was not understood: it may have been acted upon', async () => {
    const answer = new AnswerError('not JSON');
    assert.deepEqual(await run([answer]), { waits: [], result: answer });
  });

  it('does not try again when a quota is used up', async () => {
    const usedUp = new StatusError(429, 'quota-exceeded');
    assert.deepEqual(await run([usedUp]), { waits: [], result: usedUp });
  });

  it('obeys Retry-After, but keeps no signer waiting for minutes', async () => {
    assert.deepEqual((await run([new StatusError(429, '', 7_000)])).waits, [7_000]);
    const long = new StatusError(429, '', 120_000);
    assert.deepEqual(await run([long]), { waits: [], result: long });
  });

  it('ends with the reason of the signal when that aborts', async () => {
    const abort = new AbortController();
    const waiting = withRetry(
      async () => {
        throw new NetworkError('lost');
      },
      { signal: abort.signal, sleep: delay },
    );
    abort.abort(new Error('gone'));
    await assert.rejects(waiting, /gone/);
  });
});
