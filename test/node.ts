/**
 * Tests of pure code and of the service, by `node --test`:
 *
 *   npm run test:node                         all
 *   npm run test:node -- test/envelopes api/  the files whose paths contain one of these
 *   npm run test:node -- api/retry --watch    options go to Node
 *
 * It makes ready what the tests share, a database to copy and bundles that load fast, of some files each. To debug one
 * file, run it without: `node --import tsx --test test/api/retry.node.test.ts`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { hasTool } from './support/browsers.ts';
import { bundle } from './support/node-bundle.ts';
import { startPostgres } from './support/postgres-server.ts';
import { repositoryRoot } from './support/repository.ts';
import { testFiles, testFilesOfRun } from './support/test-files.ts';

const REPORTER = 'test/support/node-reporter.ts';

/** No file takes nearly as long, even on a busy machine: one that does waits for what never comes. */
const FILE_TIMEOUT_MS = process.env['FULL'] === '1' ? 1_200_000 : 420_000;

/** A group whose file has failed by its timeout may still hold what keeps its process from ending. */
const GROUP_TIMEOUT_MS = FILE_TIMEOUT_MS + 300_000;

/** More than there are processors: files also wait, for the database, for programs and for the next try. */
const CONCURRENCY = os.availableParallelism() + 2;

/**
 * Files in one process, one after the other: each process loads the code anew, starts inspecting processes and runs
 * slowly at first. Groups of 4 take a sixth more processor time; with larger ones, the last would run alone for long.
 */
const FILES_EACH = 16;

const options = process.argv.slice(2).filter(argument => argument.startsWith('-'));
const filters = process.argv.slice(2).filter(argument => !argument.startsWith('-'));

const isNamed = (file: string, filter: string): boolean => file.includes(path.normalize(filter));

function wantedFiles(): string[] {
  const all = filters.length === 0 ? testFilesOfRun('.node.test.ts') : testFiles('.node.test.ts');
  const files = all.map(file => path.relative(repositoryRoot, file));
  const unmatched = filters.filter(filter => !files.some(file => isNamed(file, filter)));
  if (unmatched.length > 0) throw new Error(`No test file matches ${unmatched.join(', ')}.`);
  return filters.length === 0 ? files : files.filter(file => filters.some(filter => isNamed(file, filter)));
}

/**
 * Writes modules that each run some files, every file in a suite of its name. Neighbours, which are often equally slow,
 * come into different groups.
 * @returns the modules, relative to the repository
 */
async function writeGroups(files: readonly string[], folder: string): Promise<string[]> {
  const count = Math.max(Math.ceil(files.length / FILES_EACH), Math.min(files.length, CONCURRENCY));
  const timeout = JSON.stringify({ timeout: FILE_TIMEOUT_MS });
  const groups = Array.from({ length: count }, (_, index) => path.join(folder, `group-${index}.ts`));
  for (const [index, group] of groups.entries()) {
    const suites = files
      .filter((_, position) => position % count === index)
      .map(file => {
        const source = path.relative(folder, path.join(repositoryRoot, file));
        return `describe(${JSON.stringify(file)}, ${timeout}, () => void require(${JSON.stringify(source)}));\n`;
      });
    await writeFile(group, `import { describe } from 'node:test';\n${suites.join('')}`);
  }
  return groups.map(group => path.relative(repositoryRoot, group));
}

/** What is undone at the end, last first, also after Ctrl+C. */
const cleanups: (() => Promise<unknown>)[] = [];
let child: ChildProcess | undefined;
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true;
    child?.kill(signal);
  });
}

/** A database to copy, on a server where there is one: see `openTestDatabase`. */
async function databaseEnvironment(folder: string): Promise<Record<string, string>> {
  // Here, because it loads the whole service.
  const { makeTemplate, writeSnapshot } = await import('../packages/service/test/support/ready-database.ts');
  let url = process.env['TEST_DATABASE_URL'] ?? '';
  if (url === '' && hasTool('pg_ctlcluster')) {
    const starting = startPostgres();
    // Also where something else fails meanwhile.
    cleanups.push(async () => (await starting).stop());
    ({ url } = await starting);
  }
  if (url === '') {
    if (process.env['CI'] === 'true') throw new Error('PostgreSQL is not installed.');
    const snapshot = path.join(folder, 'snapshot');
    await writeSnapshot(snapshot);
    return { TEST_DATABASE_SNAPSHOT: snapshot };
  }
  const { name, drop } = await makeTemplate(url);
  cleanups.push(drop);
  return { TEST_DATABASE_URL: url, TEST_DATABASE_TEMPLATE: name };
}

async function runTests(files: readonly string[]): Promise<number> {
  const data = path.join(repositoryRoot, '.data');
  await mkdir(data, { recursive: true });
  const folder = await mkdtemp(path.join(data, 'node-tests-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  // Node watches, and counts lines of, the files that it loads: then the sources. Of a source that lies in many bundles a
  // coverage report would see only what the last one kept of it.
  const fromSources = options.includes('--watch') || process.env['NODE_V8_COVERAGE'] !== undefined;
  const [[reporter, ...bundles], environment] = await Promise.all([
    bundle([REPORTER, ...(fromSources ? [] : await writeGroups(files, folder))], folder),
    files.some(file => file.startsWith('packages/service/test/')) ? databaseEnvironment(folder) : {},
  ]);
  const runner = [
    ...(fromSources ? ['--import=tsx'] : []),
    '--enable-source-maps',
    '--test',
    `--test-concurrency=${CONCURRENCY}`,
    `--test-timeout=${GROUP_TIMEOUT_MS}`,
    `--test-reporter=${reporter}`,
    '--test-reporter-destination=stdout',
  ];
  if (interrupted) return 1;
  child = spawn(process.execPath, [...runner, ...options, ...(fromSources ? files : bundles)], {
    cwd: repositoryRoot,
    stdio: 'inherit',
    env: { ...process.env, ...environment, ...(!fromSources && { TEST_BUNDLES: folder }) },
  });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

try {
  const files = wantedFiles();
  if (files.length === 0) console.error(`No test file matches ${filters.join(' ')}.`);
  process.exitCode = files.length === 0 ? 1 : await runTests(files);
} finally {
  for (const cleanup of cleanups.toReversed()) await cleanup();
}
