import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const LIBRARIES = '/usr/lib/postgresql';
const CLUSTER = 'test';

/** A PostgreSQL server for tests alone. */
export interface PostgresServer {
  /** `postgres://…` of a database that is empty at first. */
  readonly url: string;
  /** Ends the server, whose data stays, until it is resumed. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

/** Debian keeps several versions beside each other: the newest. */
async function newestVersion(): Promise<string> {
  const versions = (await readdir(LIBRARIES)).map(Number).filter(version => version >= 15);
  if (versions.length === 0) throw new Error(`There is no PostgreSQL 15 or later in ${LIBRARIES}.`);
  return String(Math.max(...versions));
}

/**
 * Starts a cluster of its own in a temporary folder and on a free port, by Debian's `pg_ctlcluster`. Nothing of
 * the machine's own clusters is touched.
 * @param options.durable commits wait for the disk, as where data must last; default false
 */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const version = await newestVersion();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-postgres-'));
  // The server runs as another user than root.
  await chmod(folder, 0o777);
  const env = { ...process.env, PG_CLUSTER_CONF_ROOT: path.join(folder, 'configuration') };
  const run = (program: string, ...args: string[]) => promisify(execFile)(program, args, { env });
  const port = await freePort();
  const control = (...args: string[]) => run('pg_ctlcluster', version, CLUSTER, ...args);
  const hasty = '-c fsync=off -c synchronous_commit=off -c full_page_writes=off';
  const start = () => control('start', '--', '-o', `${durable ? '' : hasty} -c max_connections=200`);
  try {
    await run(
      'pg_createcluster',
      version,
      CLUSTER,
      `--datadir=${path.join(folder, 'data')}`,
      `--socketdir=${folder}`,
      `--logfile=${path.join(folder, 'log')}`,
      `--port=${port}`,
      '--start-conf=manual',
      '--',
      '--auth=trust',
      '--no-sync',
    );
    await start();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async pause() {
      await control('stop', '-m', 'fast');
    },
    async resume() {
      await start();
    },
    async stop() {
      await control('stop', '-m', 'immediate');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
