import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from './free-port.ts';
import { newDataFolder, readyService } from './ready-service.ts';
import { repositoryRoot } from './repository.ts';

export interface ServiceProcess {
  /** Where it answers, without a trailing slash: `http://127.0.0.1:54321`. */
  url: string;
  /** Everything it has printed so far. */
  output(): string;
  /** Ends it (SIGTERM when left out), waits for its end and removes its data unless the folder was given. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

export interface ServiceOptions {
  /** Serve the built pages and the script-tag build too; build them first, see `ensureBuild`. */
  pages?: boolean;
  /** A folder that outlives the process, for restarts; by default one as a first start leaves it. */
  dataFolder?: string;
  /** The port of an earlier process, for restarts; a free one by default. */
  port?: number;
  /** What is run, relative to the repository; the service by default. */
  script?: string;
  /** More of the service's environment, such as `LOCAL_MODE`. */
  env?: Readonly<Record<string, string>>;
}

/** Long enough for a busy machine. */
const READY_WITHIN_MS = 150_000;

async function answersHealth(url: string): Promise<boolean> {
  return fetch(`${url}/health`).then(
    response => response.ok,
    () => false,
  );
}

async function untilHealthy(url: string, process: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await answersHealth(url))) {
    const ended = process.exitCode !== null || process.signalCode !== null;
    if (ended || Date.now() > deadline) {
      throw new Error(`The service ${ended ? 'ended' : 'did not answer'} before it was ready.\n${output()}`);
    }
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

function collectOutput(process: ChildProcess): () => string {
  const chunks: string[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  }
  return () => chunks.join('');
}

function serviceEnvironment(url: URL, dataFolder: string, { pages = false, env = {} }: ServiceOptions) {
  const builds = {
    PAGES_DIR: path.join(repositoryRoot, 'dist/pages'),
    WIDGET_DIR: path.join(repositoryRoot, 'dist/script-tag'),
    CONSOLE_DIR: path.join(repositoryRoot, 'dist/console'),
  };
  return {
    ...process.env,
    HOST: url.hostname,
    PORT: url.port,
    PUBLIC_URL: url.origin,
    DATA_DIR: dataFolder,
    DATABASE_URL: '',
    ...(pages ? builds : {}),
    ...env,
  };
}

/** From a bundle, which loads fast; a coverage report needs the sources. */
async function commandFor(script: string): Promise<string[]> {
  if (process.env['NODE_V8_COVERAGE'] !== undefined) return ['--import', 'tsx', script];
  const { bundles } = await readyService();
  return ['--enable-source-maps', path.join(bundles, script.replace(/\.ts$/, '.mjs'))];
}

/**
 * Starts the real service as a process of its own, by default on a free port and with data that nobody has used.
 *
 * @throws Error with the service's output when it is not ready in time.
 */
export async function startService(options: ServiceOptions = {}): Promise<ServiceProcess> {
  const url = new URL(`http://127.0.0.1:${String(options.port ?? (await freePort()))}`);
  const dataFolder = options.dataFolder ?? (await newDataFolder());
  const command = await commandFor(options.script ?? 'packages/service/src/bin.ts');
  const service = spawn(process.execPath, command, {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: serviceEnvironment(url, dataFolder, options),
  });
  const output = collectOutput(service);
  const stop: ServiceProcess['stop'] = async (signal = 'SIGTERM') => {
    if (service.exitCode === null && service.signalCode === null) {
      service.kill(signal);
      await once(service, 'exit');
    }
    if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    await untilHealthy(url.origin, service, output);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: url.origin, output, stop };
}
