import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { Poll } from '../../src/session/session-sync.ts';

const page = { visibilityState: 'visible' };
let asked = 0;
let poll: Poll;

/** Time passes, and what was begun meanwhile gets on. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    mock.timers.tick(1000);
    await Promise.resolve();
    await Promise.resolve();
  }
}

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
  Object.assign(globalThis, { document: page });
  page.visibilityState = 'visible';
  asked = 0;
  poll = new Poll(async () => {
    asked += 1;
  });
});

afterEach(() => {
  poll.stop();
  mock.timers.reset();
  Reflect.deleteProperty(globalThis, 'document');
});

describe('asking again and again', () => {
  it('begins after 3 s and slows down to 15 s', async () => {
    poll.next();
    await pass(3);
    assert.equal(asked, 1);
    await pass(5);
    assert.equal(asked, 2);
    await pass(120);
    const slow = asked;
    await pass(60);
    assert.equal(asked - slow, 4);
  });

  it('asks nothing while nobody looks, and again when somebody does', async () => {
    page.visibilityState = 'hidden';
    poll.next();
    await pass(120);
    assert.equal(asked, 0);
    page.visibilityState = 'visible';
    await pass(15);
    assert.equal(asked, 1);
  });

  it('is over when it is stopped', async () => {
    poll.next();
    poll.stop();
    await pass(60);
    assert.equal(asked, 0);
  });
});
