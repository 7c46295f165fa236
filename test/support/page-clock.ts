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

/** Short beside the widget's own waits: half a second and more before it tries or asks again. */
const STEP_MS = 250;

/**
 * Gives each test of the surrounding suite a page clock.
 *
 * @returns what waits while time passes quickly: a quarter of a second with each frame.
 */
export function usePageClock(): <T>(wait: Promise<T>) => Promise<T> {
  let clock: PageClock | undefined;
  beforeEach(() => {
    clock = installPageClock();
  });
  afterEach(() => clock?.restore());
  return wait => {
    const pass = () => {
      clock?.tick(STEP_MS);
      frame = requestAnimationFrame(pass);
    };
    let frame = requestAnimationFrame(pass);
    return wait.finally(() => cancelAnimationFrame(frame));
  };
}
