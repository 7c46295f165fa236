import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signalHandler } from '../src/main/run.ts';

test('the service leaves at the first signal, and ends at once at the second', () => {
  const done: unknown[] = [];
  let now = 0;
  const handle = signalHandler({
    leave: () => done.push('leave'),
    exit: code => done.push(code),
    now: () => now,
  });
  handle(143);
  assert.deepEqual(done, ['leave']);
  now = 500;
  handle(130);
  assert.deepEqual(done, ['leave'], 'the same Ctrl+C, handed on by npm');
  now = 501;
  handle(130);
  assert.deepEqual(done, ['leave', 130]);
});
