/**
 * The runner's own time, as it was when the kit was loaded: tests replace timers and clocks by ones that stand still, and what
 * waits for the element must go on all the same, and come to an end.
 */
const { setTimeout: startTimer, queueMicrotask: queue } = globalThis;
const clock = globalThis.performance.now.bind(globalThis.performance);

/** ms since some moment, by a clock that no test moves. */
export const realNow = (): number => clock();

export const realPause = (ms: number): Promise<void> =>
  new Promise(resolve => {
    Reflect.apply(startTimer, globalThis, [resolve, ms]);
  });

export function queueReally(run: () => void): void {
  Reflect.apply(queue, globalThis, [run]);
}
