import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { loadLocalMode } from './main/load-local-mode.ts';
import { openService } from './main/open-service.ts';
import { packagedPages } from './main/packaged-pages.ts';
import { createLogs, describeRequest, type RequestRecord } from './support/logs.ts';
import { readSettings } from './main/run-settings.ts';
import { describeStartError } from './main/start-errors.ts';

/** Options for running the service within another program, such as a test. */
export interface StartOptions {
  /** Default 0: any free one. */
  readonly port?: number;
  /** An address of this machine. Default `127.0.0.1`. */
  readonly host?: string;
  /** The data folder. Default: a temporary folder, which is deleted when the service stops. */
  readonly dataFolder?: string;
  /**
   * Other settings by their environment names: `{ LOCAL_MODE: 'off' }`. The process's own environment is not read.
   */
  readonly settings?: Readonly<Record<string, string>>;
  /** Logs one line per request. Default: none. */
  readonly log?: (line: string) => void;
}

/** A running service. */
export interface RunningService {
  /** Its URL without a trailing slash: `http://127.0.0.1:54321`. */
  readonly url: string;
  /** Waits for running requests, closes everything, and deletes a temporary data folder. */
  stop(): Promise<void>;
}

/**
 * Starts the service: API, signer's pages, verifier, widget, and in local mode the QA console.
 * @throws Error that says why it cannot start
 */
export async function startService(options: StartOptions = {}): Promise<RunningService> {
  const { port = 0, host = '127.0.0.1', log = () => undefined } = options;
  const dataFolder = options.dataFolder ?? (await mkdtemp(path.join(os.tmpdir(), 'sign-session-')));
  const remove = async () => {
    if (options.dataFolder === undefined)
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 3 });
  };
  const fixed = { HOST: host, PORT: String(port), DATA_DIR: dataFolder };
  const env = { ...packagedPages(), ...options.settings, ...fixed };
  let settings;
  try {
    settings = readSettings(env);
    const logs = { ...createLogs('text'), request: (record: RequestRecord) => log(describeRequest(record)) };
    const local = await loadLocalMode(settings);
    const service = await openService(settings, { env, logs, local });
    const stop = async () => {
      await service.close();
      await remove();
    };
    return { url: service.address, stop };
  } catch (cause) {
    await remove();
    throw new Error(describeStartError(cause, settings), { cause });
  }
}
