import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Runs a program to its end in a process of its own, so that what it takes of memory is gone with it. The program calls
 * `runAsChild`. It inherits the options that let this process run TypeScript.
 * @param output whether the program's own lines go where this process's lines go
 * @throws Error with what the program failed with, or how it ended
 */
export function runChild(program: URL, args: readonly string[], output: 'inherit' | 'ignore'): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: unknown;
    fork(fileURLToPath(program), args, { stdio: ['ignore', output, output, 'ipc'] })
      .on('message', message => (failure = message))
      .on('error', reject)
      // Not at its exit: what it said last may still be on the way.
      .on('close', (code, signal) => {
        if (code === 0) resolve();
        else reject(new Error(typeof failure === 'string' ? failure : `A process ended: ${signal ?? code}.`));
      });
  });
}

/** Does the work of a program that `runChild` started, and ends the process; at once where the other one is gone. */
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
