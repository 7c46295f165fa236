/**
 * `npm run test:changed [commit]`: the tests of what was changed since a commit (default: the last one, with what is not
 * committed), in Node and Chromium: test files that changed, or that import what changed, directly or through others.
 *
 * Two kinds of import are not followed, because behind them everything imports everything: those made at run time
 * (`import()`), and those of the files that put the whole together.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { build } from 'esbuild';
import { repositoryRoot } from './support/repository.ts';
import { testFiles } from './support/test-files.ts';

const COMPOSITION = [
  /^src\/screens\/render-screen\.ts$/,
  /^src\/sign-session\//,
  /^packages\/service\/src\/main\/(service|compose)\.ts$/,
];

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' })
    .split('\n')
    .filter(line => line !== '');

/** What each file is imported by, as paths relative to the repository. */
async function importers(tests: readonly string[]): Promise<Map<string, Set<string>>> {
  const { metafile } = await build({
    absWorkingDir: repositoryRoot,
    entryPoints: [...tests],
    outdir: path.join(repositoryRoot, '.data/changed'),
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: 'esm',
    packages: 'external',
    alias: {
      '@sign-session/bridge-protocol': './packages/bridge-protocol/src/index.ts',
      '@sign-session/certificates': './packages/certificates/src/index.ts',
      '@sign-session/local': './packages/local/src/index.ts',
      '@sign-session/pdf-structure': './packages/pdf-structure/src/index.ts',
      '@sign-session/session-rules': './packages/session-rules/src/index.ts',
      '@sign-session/verify': './packages/verify/src/index.ts',
    },
    logLevel: 'silent',
  });
  const by = new Map<string, Set<string>>();
  for (const [file, { imports }] of Object.entries(metafile.inputs)) {
    for (const { path: imported, kind } of imports) {
      if (kind === 'dynamic-import') continue;
      by.set(imported, (by.get(imported) ?? new Set()).add(file));
    }
  }
  return by;
}

const [since = 'HEAD'] = process.argv.slice(2);
const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')];
const tests = [...testFiles('.node.test.ts'), ...testFiles('.browser.test.ts')];
const by = await importers(tests);
const reached = new Set(changed);
for (const file of reached) {
  const isChanged = changed.includes(file);
  if (!isChanged && COMPOSITION.some(pattern => pattern.test(file))) continue;
  for (const importer of by.get(file) ?? []) reached.add(importer);
}

function run(script: string, suffix: string): boolean {
  const files = [...reached].filter(file => file.endsWith(suffix));
  if (files.length === 0) return true;
  console.log(`\n== ${script}\n${files.join('\n')}`);
  return spawnSync('npm', ['run', '--silent', script, '--', ...files], { stdio: 'inherit' }).status === 0;
}

const green = [run('test:node', '.node.test.ts'), run('test:elements', '.browser.test.ts')].every(Boolean);
process.exitCode = green ? 0 : 1;
