import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { repositoryRoot } from '../../support/repository.ts';

/** The service as a process of its own, over a data folder that outlives it. */
export interface ServiceRun {
  readonly url: string;
  readonly pid: number;
  output(): string;
  /** Sends the signal and waits for the end: the exit code, null after SIGKILL. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null }>;
}

/** The service did not start: what it said instead. */
export class StartRefusedError extends Error {
  override readonly name = 'StartRefusedError';
}

/** Test runs have a bundle of it, which loads in a fraction of the time; see test/support/node-bundle.ts. */
function commandFor(script: string): string[] {
  const bundles = process.env['TEST_BUNDLES'];
  if (bundles === undefined) return ['--import', 'tsx', script];
  return ['--enable-source-maps', path.join(bundles, script.replace(/\.ts$/, '.mjs'))];
}

/**
 * Starts the service on a free port and waits until it says that it is ready.
 * @param script `demo/start.ts` builds the pages first
 * @throws StartRefusedError when it ends before that
 */
export async function runService(
  dataFolder: string,
  env: Record<string, string> = {},
  script = 'demo/service/src/bin.ts',
): Promise<ServiceRun> {
  const child = spawn(process.execPath, commandFor(script), {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataFolder, ...env },
  });
  const exited = once(child, 'exit');
  const output = await new Promise<() => string>((resolve, reject) => {
    let text = '';
    const hear = (chunk: Buffer) => {
      text += chunk.toString();
      if (/^Ready at /m.test(text)) resolve(() => text);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', () => reject(new StartRefusedError(text)));
  });
  return {
    url: /^Ready at (\S+)/m.exec(output())?.[1] ?? '',
    pid: child.pid ?? 0,
    output,
    async end(signal) {
      child.kill(signal);
      await exited;
      return { code: child.exitCode };
    },
  };
}
