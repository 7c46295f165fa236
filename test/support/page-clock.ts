import { useFakeTimers, type SinonFakeTimers } from 'sinon';

export type PageClock = SinonFakeTimers;

/**
 * A clock for the page's timers and dates that a test can move forward (`tick`); by itself it keeps about the real
 * pace. Animation frames, `performance.now`, workers and the network stay real. Call `restore` when the test ends.
 */
export function installPageClock(): PageClock {
  return useFakeTimers({
    now: Date.now(),
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
    // The shortest interval that browsers keep.
    advanceTimeDelta: 4,
    // What was set before goes on, and may be cleared.
    shouldClearNativeTimers: true,
  });
}
