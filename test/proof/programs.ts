import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { Limiter } from '../../packages/service/src/support/limiter.ts';

const start = promisify(execFile);

/** As many at once as the machine has processors: they wait for files and for one another's pages of memory. */
const turns = new Limiter({ atOnce: availableParallelism(), waiting: 10_000 });

/** How a program ended. */
export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end while others run, and what is tested goes on. */
export function runProgram(name: string, args: readonly string[]): Promise<Ended> {
  return turns.run(async () => {
    try {
      const output = await start(name, [...args], { timeout: 300_000, maxBuffer: 64 * 1024 * 1024 });
      return { status: 0, ...output };
    } catch (error) {
      const { code, stdout = '', stderr = '' } = Object(error);
      // One that could not be started, or was ended, has no number.
      if (typeof code !== 'number') throw error;
      return { status: code, stdout: String(stdout), stderr: String(stderr) };
    }
  });
}
