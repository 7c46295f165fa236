/** When npm forwards Ctrl+C too, it arrives twice within this time; a real second one comes later. */
const SAME_SIGNAL_MS = 500;

export interface SignalOptions {
  /** Called at the first signal; it exits the process when done. */
  readonly leave: () => void;
  readonly exit: (code: number) => void;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/**
 * Leaves at the first signal, and exits at once at the second.
 * @returns the handler to call at each signal, with the exit code
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
