/** A terminal's Ctrl+C reaches us twice when npm hands it on as well; a second one comes later than this. */
const SAME_SIGNAL_MS = 500;

export interface SignalOptions {
  /** What the first signal starts; it ends the process itself. */
  readonly leave: () => void;
  readonly exit: (code: number) => void;
  /** Milliseconds on a clock that never goes back. */
  readonly now?: () => number;
}

/**
 * Leaves at the first signal, and ends at once at the second.
 * @returns what to call at each signal, with the exit code that it stands for
 */
export function signalHandler({ leave, exit, now = () => performance.now() }: SignalOptions) {
  let leaving: number | undefined;
  return (code: number): void => {
    if (leaving === undefined) {
      leaving = now();
      leave();
    } else if (now() - leaving > SAME_SIGNAL_MS) exit(code);
  };
}
