import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { constants, existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  FolderInUseError,
  lockFolder,
  type FolderLock,
} from '../../packages/service/src/storage/folder-lock.ts';
import { bundle } from './node-bundle.ts';
import { repositoryRoot } from './repository.ts';

/** The service as programs that start fast, and data to start them with. */
interface ReadyService {
  /** Where the bundled programs are: each has the path of its source in there. */
  readonly bundles: string;
  /** The data folder of a service that was started once: the database, its clients, the service's certificates. */
  readonly data: string;
}

const PARENT = path.join(repositoryRoot, '.data/ready-service');

/** Programs besides the service's own. */
const SCRIPTS = ['test/support/asking-service.ts'];

/** What the result depends on. */
const SOURCES = [
  'packages/service/src',
  'packages/local/src',
  'packages/bridge-protocol/src',
  'packages/certificates/src',
  'packages/pdf-structure/src',
  'packages/verify/src',
  'package-lock.json',
  'test/support/node-bundle.ts',
  'test/support/ready-service.ts',
  ...SCRIPTS,
];

const DAY_MS = 86_400_000;

async function filesIn(relative: string): Promise<string[]> {
  const absolute = path.join(repositoryRoot, relative);
  if ((await stat(absolute)).isFile()) return [absolute];
  const names = await readdir(absolute, { recursive: true });
  return names.filter(name => /\.\w+$/.test(name)).map(name => path.join(absolute, name));
}

/** The same for the same sources, in one version of Node. */
async function currentKey(): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  const files = await Promise.all(SOURCES.map(filesIn));
  for (const file of files.flat().toSorted()) hash.update(file).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

const KEY = /^[\da-f]{16}$/;

/** Starts the service once with an empty folder, and ends it. */
async function makeData(bundles: string, data: string): Promise<void> {
  const service = spawn(process.execPath, [path.join(bundles, 'packages/service/src/bin.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: data, DATABASE_URL: '' },
  });
  const exited = once(service, 'exit');
  let output = '';
  service.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (/^Ready at /m.test(output)) service.kill('SIGTERM');
  });
  const [code] = await exited;
  if (code !== 0) throw new Error(`The service did not start and end.\n${output}`);
}

/** What earlier sources left. */
async function removeOld(): Promise<void> {
  const names = await readdir(PARENT);
  for (const name of names.filter(each => KEY.test(each))) {
    const folder = path.join(PARENT, name);
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > DAY_MS) await rm(folder, { recursive: true, force: true });
  }
}

/** One process makes it at a time; the others wait, and find it. */
async function lock(): Promise<FolderLock> {
  for (;;) {
    try {
      return await lockFolder(PARENT);
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error;
      await delay(100);
    }
  }
}

async function make(folder: string, { bundles, data }: ReadyService): Promise<void> {
  await removeOld();
  // What a process left that was killed.
  await rm(folder, { recursive: true, force: true });
  await bundle(SCRIPTS, bundles);
  await makeData(bundles, data);
}

/** What another runner has made of the same sources, or what is made now. */
async function prepare(): Promise<ReadyService> {
  const folder = path.join(PARENT, await currentKey());
  const ready = { bundles: path.join(folder, 'bundles'), data: path.join(folder, 'data') };
  const mark = path.join(folder, 'complete');
  if (existsSync(mark)) return ready;
  const held = await lock();
  try {
    if (!existsSync(mark)) {
      await make(folder, ready);
      await writeFile(mark, '');
    }
  } finally {
    await held.release();
  }
  return ready;
}

let ready: Promise<ReadyService> | undefined;

/** Made at the first call for each state of the sources; later ones, in other runners too, find it. */
export function readyService(): Promise<ReadyService> {
  return (ready ??= prepare());
}

/** A new data folder as a first start leaves it. Making a database takes five seconds, copying one a moment. */
export async function newDataFolder(): Promise<string> {
  const { data } = await readyService();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-test-'));
  await cp(data, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return folder;
}
