/** The most that counts between two frames, ms: a tab that was hidden meanwhile had no frames. */
const LONGEST_FRAME = 1000;

/**
 * Waits for a time that the page was on the screen. pdf.js paints by frames, and a hidden tab has none: its time
 * must not count against what is painted.
 *
 * @param time ms.
 * @param signal ends it; nothing comes of it then.
 * @param longest what counts at most between two frames, ms.
 */
export function shownTime(time: number, signal: AbortSignal, longest = LONGEST_FRAME): Promise<void> {
  return new Promise(resolve => {
    let spent = 0;
    let last: number | undefined;
    const count = (now: number): void => {
      spent += Math.min(now - (last ?? now), longest);
      last = now;
      if (spent >= time) resolve();
      else frame = requestAnimationFrame(count);
    };
    let frame = requestAnimationFrame(count);
    signal.addEventListener('abort', () => cancelAnimationFrame(frame), { once: true });
  });
}
