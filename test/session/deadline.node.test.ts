import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { Deadline } from '../../src/session/session-sync.ts';

const MINUTE = 60_000;
let said: (number | 'end')[] = [];
let deadline: Deadline;

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
  said = [];
  deadline = new Deadline({ warn: minutes => said.push(minutes), reached: () => said.push('end') });
});

afterEach(() => mock.timers.reset());

describe('the deadline of a session', () => {
  it('says nothing until five minutes before, then each minute once, then the end', () => {
    deadline.watch(Date.now() + 60 * MINUTE);
    mock.timers.tick(54 * MINUTE);
    assert.deepEqual(said, []);
    for (let minute = 0; minute < 8; minute++) mock.timers.tick(MINUTE);
    assert.deepEqual(said, [5, 4, 3, 2, 1, 'end']);
  });

  it('says at once how little is left when the session is opened late', () => {
    deadline.watch(Date.now() + 1.5 * MINUTE);
    assert.deepEqual(said, [2]);
  });

  it('does not repeat itself when the same end is watched again', () => {
    const end = Date.now() + 3 * MINUTE;
    deadline.watch(end);
    deadline.watch(end);
    assert.deepEqual(said, [3]);
  });

  it('catches up after the device slept', () => {
    deadline.watch(Date.now() + 60 * MINUTE);
    mock.timers.setTime(Date.now() + 61 * MINUTE);
    deadline.check();
    assert.deepEqual(said.at(-1), 'end');
  });

  it('is silent once stopped', () => {
    deadline.watch(Date.now() + MINUTE);
    deadline.stop();
    mock.timers.tick(5 * MINUTE);
    assert.deepEqual(said, [1]);
  });
});
