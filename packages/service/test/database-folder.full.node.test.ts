import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runChild } from '../src/support/child-process.ts';
import { openDatabaseFolder, POSTGRES_VERSION, PROGRAM } from '../src/storage/database-folder.ts';
import { runService, StartRefusedError } from './support/service-run.ts';

const folders: string[] = [];
let folder: string;
let database: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-test-'));
  database = path.join(folder, 'database');
  folders.push(folder);
});
after(() => Promise.all(folders.map(made => rm(made, { recursive: true, force: true }))));

async function until<T>(find: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}

/** A program to run instead of the service's own. */
async function writeProgram(text: string): Promise<URL> {
  const file = path.join(folder, 'program.mjs');
  await writeFile(file, text);
  return pathToFileURL(file);
}

async function appliedSteps(program: URL): Promise<unknown> {
  const opened = await openDatabaseFolder(database, program);
  try {
    return (await opened.query('SELECT count(*)::int AS count FROM schema_steps'))[0]?.['count'];
  } finally {
    await opened.close();
  }
}

describe('the folder of the embedded database', () => {
  test('is created with its tables by a child process, which then ends', async () => {
    await mkdir(database);
    await runChild(PROGRAM, [database], 'ignore');
    const program = await writeProgram(`throw new Error('There is one already.');`);
    assert.ok(Number(await appliedSteps(program)) > 0);
    assert.deepEqual(await readdir(folder), ['database', 'program.mjs']);
    assert.equal((await readFile(path.join(database, 'PG_VERSION'), 'utf8')).trim(), POSTGRES_VERSION);
  });

  test('holds only what the process created', async () => {
    const program = await writeProgram(`
      import { writeFileSync } from 'node:fs';
      writeFileSync(process.argv[2] + '/PG_VERSION', 'of another time');
      process.exit();`);
    await assert.rejects(openDatabaseFolder(database, program));
    assert.equal(await readFile(path.join(database, 'PG_VERSION'), 'utf8'), 'of another time');
  });

  test('is left alone where another version of PostgreSQL made it, and says so', async () => {
    await mkdir(database);
    await writeFile(path.join(database, 'PG_VERSION'), '17\n');
    await assert.rejects(
      openDatabaseFolder(database),
      /The database in .*database is of PostgreSQL 17, .* service has 18\. .*DATA_DIR/,
    );
    assert.deepEqual(await readdir(database), ['PG_VERSION']);
  });

  test('is left alone where it holds something else', async () => {
    await mkdir(database);
    await writeFile(path.join(database, 'accounts.sql'), '');
    await assert.rejects(
      runService(folder),
      /Cannot start: .*database holds files, but no database\. .*DATA_DIR/,
    );
    assert.deepEqual(await readdir(database), ['accounts.sql']);
  });
});

const procFs = existsSync('/proc/self/task') ? false : 'no /proc to find the processes in';

/** A starting service, and the process that creates its database. */
async function whileMaking() {
  const starting = runService(folder);
  // The rejection is handled later.
  starting.catch(() => undefined);
  const service = await until(async () => {
    const { pid } = JSON.parse(await readFile(path.join(folder, 'lock.json'), 'utf8').catch(() => '{}'));
    // One that was killed before leaves its lock.
    return commandOf(pid) === '' ? undefined : Number(pid);
  });
  const maker = await until(() => {
    const children = readFileSync(`/proc/${service}/task/${service}/children`, 'utf8').trim().split(' ');
    return children.find(child => commandOf(child).includes('make-database-process'));
  });
  return { starting, service, maker: Number(maker) };
}

function commandOf(pid: number | string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

describe('a start with an empty folder', { skip: procFs }, () => {
  test('that is killed also ends the child process; the next start works, even if its child process is killed', async () => {
    const killed = await whileMaking();
    process.kill(killed.service, 'SIGKILL');
    await assert.rejects(killed.starting, StartRefusedError);
    await until(() => (commandOf(killed.maker) === '' ? true : undefined));
    assert.ok((await readdir(folder)).some(name => name.startsWith('database.draft-')));

    const next = await whileMaking();
    process.kill(next.maker, 'SIGKILL');
    const run = await next.starting;
    assert.deepEqual(await run.end('SIGTERM'), { code: 0 });
    assert.deepEqual((await readdir(folder)).toSorted(), ['.gitignore', 'database', 'documents']);
  });
});
