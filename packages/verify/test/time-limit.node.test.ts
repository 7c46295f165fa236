import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { timeLimit } from '../src/signatures/revocation.ts';

setFlagsFromString('--expose-gc');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the flag above defines it
const collectGarbage = runInNewContext('gc') as () => void;

/** In a function of its own, so that nothing else refers to the limit. */
function limited(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, timeLimit(50)]);
}

test('a time limit beside another signal fires, whatever garbage is collected', async () => {
  const { signal } = new AbortController();
  const either = limited(signal);
  const aborted = once(either, 'abort');
  // Limits do not keep the process alive.
  const alive = setInterval(() => undefined, 1000);
  await new Promise(resolve => setImmediate(resolve));
  collectGarbage();
  await Promise.race([aborted, once(AbortSignal.timeout(5000), 'abort')]);
  clearInterval(alive);
  assert.equal(either.aborted, true);
});
