import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { repositoryRoot } from '../../../../test/support/repository.ts';

/** The service as a process of its own, with a data folder that is kept. */
export interface ServiceRun {
  readonly url: string;
  readonly pid: number;
  output(): string;
  /** Sends the signal and waits for the exit code, which is null after SIGKILL. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null }>;
}

/** The service did not start; holds its output. */
export class StartRefusedError extends Error {
  override readonly name = 'StartRefusedError';
}

/**
 * Test runs use a bundle of the service, which loads in a fraction of the time; see test/support/node-bundle.ts.
 */
export function commandFor(
  script: string,
  bundles: string | false = process.env['TEST_BUNDLES'] ?? false,
): string[] {
  if (bundles === false) return ['--import', 'tsx', script];
  return ['--enable-source-maps', path.join(bundles, script.replace(/\.ts$/, '.mjs'))];
}

/**
 * Starts the service on a free port and waits for its ready message.
 * @param script `demo/start.ts` builds the pages first
 * @param options.cwd where the script and what it imports are found; sources elsewhere are not in the tests' bundles
 * @param options.bundles the folder that it is bundled in; false where it is not. Default: that of the test run
 * @throws StartRefusedError when it exits before that
 */
export async function runService(
  dataFolder: string,
  env: Record<string, string> = {},
  script = 'packages/service/src/bin.ts',
  { cwd = repositoryRoot, bundles }: { readonly cwd?: string; readonly bundles?: string | false } = {},
): Promise<ServiceRun> {
  const child = spawn(process.execPath, commandFor(script, bundles), {
    cwd,
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
