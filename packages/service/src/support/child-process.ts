import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Runs a program in a child process and waits for its end, so that its memory is freed. The program calls
 * `runAsChild`. It inherits the options that let this process run TypeScript.
 * @param output whether the program's output goes to this process's output
 * @throws Error with the program's error, or how it ended
 */
export function runChild(program: URL, args: readonly string[], output: 'inherit' | 'ignore'): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: unknown;
    fork(fileURLToPath(program), args, { stdio: ['ignore', output, output, 'ipc'] })
      .on('message', message => (failure = message))
      .on('error', reject)
      // `close`, not `exit`: the last message may arrive after the exit.
      .on('close', (code, signal) => {
        if (code === 0) resolve();
        else reject(new Error(typeof failure === 'string' ? failure : `A process ended: ${signal ?? code}.`));
      });
  });
}

/**
 * Runs the work of a program that `runChild` started, and ends the process. Exits at once if the parent is gone.
 */
export async function runAsChild(work: () => Promise<void>): Promise<void> {
  process.once('disconnect', () => process.exit(1));
  try {
    await work();
    process.exit(0);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.send?.(message, undefined, undefined, () => process.exit(1));
  }
}
