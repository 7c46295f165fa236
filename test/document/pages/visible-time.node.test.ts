import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { shownTime } from '../../../src/document/pages/viewed-pages.ts';

describe('the time on the screen', () => {
  let frames: Map<number, FrameRequestCallback>;

  beforeEach(() => {
    let handle = 0;
    frames = new Map();
    globalThis.requestAnimationFrame = callback => {
      handle += 1;
      frames.set(handle, callback);
      return handle;
    };
    globalThis.cancelAnimationFrame = cancelled => void frames.delete(cancelled);
  });

  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'requestAnimationFrame');
    Reflect.deleteProperty(globalThis, 'cancelAnimationFrame');
  });

  /** Paints a frame at each of these times, ms; tells whether the waiting is over. */
  async function isOver(waiting: Promise<void>, ...times: readonly number[]): Promise<boolean> {
    for (const time of times) {
      const callbacks = [...frames.values()];
      frames.clear();
      for (const callback of callbacks) callback(time);
    }
    const yet = Symbol('not yet');
    return (await Promise.race([waiting, Promise.resolve(yet)])) !== yet;
  }

  it('passes frame by frame', async () => {
    const waiting = shownTime(2000, new AbortController().signal);
    assert.equal(await isOver(waiting, 100, 1000, 1900), false);
    assert.equal(await isOver(waiting, 2100), true);
    assert.equal(frames.size, 0);
  });

  it('stands still while the tab is hidden', async () => {
    const waiting = shownTime(2000, new AbortController().signal);
    assert.equal(await isOver(waiting, 100, 500_000), false);
    assert.equal(await isOver(waiting, 500_500), false);
    assert.equal(await isOver(waiting, 501_000), true);
  });

  it('ends with its signal', () => {
    const ended = new AbortController();
    void shownTime(2000, ended.signal);
    ended.abort();
    assert.equal(frames.size, 0);
  });
});
