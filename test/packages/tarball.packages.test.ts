import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { repositoryRoot } from '../support/repository.ts';
import { expect, test as base } from './fixtures.ts';
import { TARBALLS } from './pack.ts';

const MB = 1024 ** 2;
const LARGEST_TARBALL = 5 * MB;
const LARGEST_INSTALLATION = 25 * MB;
const MOST_FILES = 250;

interface Installation {
  /** Where it was installed; the packages are in its `node_modules`. */
  readonly folder: string;
  /** The files of `sign-session` there, relative to it, and what is in them. */
  readonly files: ReadonlyMap<string, Buffer>;
}

const npm = (cwd: string, ...options: string[]) =>
  execFileSync('npm', options, { cwd, encoding: 'utf8', stdio: 'pipe' });

async function readFiles(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.map(file => readFile(file)));
  return new Map(
    files.map((file, index) => [path.relative(folder, file), contents[index] ?? Buffer.alloc(0)]),
  );
}

const test = base.extend<object, { installed: Installation }>({
  /** Both packages alone in an empty folder, by a package manager that is strict about engines. */
  installed: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures off the pattern
    async ({}, use) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'installed-'));
      await writeFile(path.join(folder, 'package.json'), '{"private": true, "type": "module"}');
      npm(folder, 'install', '--engine-strict', '--no-audit', '--no-fund', TARBALLS['sign-session'] ?? '');
      await use({ folder, files: await readFiles(path.join(folder, 'node_modules/sign-session')) });
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** Is it made of sources, which its map leads to? */
const isWritten = (name: string): boolean =>
  /^dist\/npm\/(?:chunks\/)?[^/]+\.js$/.test(name) && !/embedded-|rolldown-runtime|\/pure\.js$/.test(name);

test('the tarball is small and has only what a host uses', async ({ installed }) => {
  const { size } = await stat(TARBALLS['sign-session'] ?? '');
  expect(size).toBeLessThan(LARGEST_TARBALL);
  expect(installed.files.size).toBeLessThan(MOST_FILES);
  const names = [...installed.files.keys()];
  for (const name of names.filter(isWritten)) {
    // A file beside it, which a debugger finds wherever the package is.
    const map = `${path.basename(name)}.map`;
    expect(String(installed.files.get(name)).trimEnd().split('\n').at(-1)).toBe(
      `//# sourceMappingURL=${map}`,
    );
    expect(names).toContain(path.join(path.dirname(name), map));
  }
  expect(names.filter(name => name.endsWith('.d.ts')).toSorted()).toEqual(
    [
      ...[
        'index',
        'pure',
        'react',
        'open',
        'server',
        'testing',
        'testing-cypress',
        'testing-node',
        'testing-playwright',
      ].map(entry => `dist/npm/${entry}.d.ts`),
      ...['element', 'preact', 'react', 'solid', 'svelte', 'vue'].map(name => `dist/npm/types/${name}.d.ts`),
    ].toSorted(),
  );
  for (const [name, content] of installed.files) {
    expect(content.includes('file:///'), `${name} has an address of the machine that built it`).toBe(false);
    expect(content.includes(repositoryRoot), `${name} has a path of that machine`).toBe(false);
  }
});

test('the tarball installs with less than 25 MB, of which everything is imported', async ({ installed }) => {
  const everything = await readFiles(path.join(installed.folder, 'node_modules'));
  const bytes = [...everything.values()].reduce((sum, { length }) => sum + length, 0);
  expect(bytes).toBeLessThan(LARGEST_INSTALLATION);
  const manifest: { dependencies: object; peerDependencies: object } = JSON.parse(
    String(installed.files.get('package.json')),
  );
  const imported = new Set<string>();
  for (const [name, content] of installed.files) {
    if (!/^dist\/npm\/(?:[^/]+|chunks\/[^/]+)\.js$/.test(name) || name.includes('embedded-')) continue;
    for (const [, from] of String(content).matchAll(
      /^(?:import|export)\s(?:[^;]*?\sfrom\s)?"([^".][^"]*)";/gm,
    )) {
      if (from !== undefined && !isBuiltin(from))
        imported.add(from.split('/', from.startsWith('@') ? 2 : 1).join('/'));
    }
  }
  const declared = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];
  expect([...imported].toSorted()).toEqual(declared.toSorted());
  for (const range of Object.values(manifest.dependencies)) expect(range).toMatch(/^\^/);
});

test('the tarball has the licences of all that is bundled', ({ installed }) => {
  const licenses = String(installed.files.get('dist/npm/THIRD-PARTY-LICENSES.txt'));
  for (const name of ['@mediapipe/tasks-vision', '@noble/hashes', 'des.js', 'pdfjs-dist', '@lit/react'])
    expect(licenses).toMatch(new RegExp(`^${name} \\d[\\d.]* \\(`, 'm'));
  // Left to the host's bundler.
  expect(licenses).not.toMatch(/^(?:lit|zod|lean-qr) \d/m);
});

/** The declarations of a file by their names, without what is no part of an API: comments, private members, layout. */
function apiOf(types: string): Record<string, string> {
  const api: Record<string, string> = {};
  const text = types.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  const declarations =
    /^(?:export )?(?:declare )?(?:abstract )?(?:class|interface|type) (\w+)[\s\S]*?(?=^(?:export|declare|import|class|interface|type)\b|(?![\s\S]))/gm;
  for (const [declaration, name = ''] of text.matchAll(declarations)) {
    api[name] = declaration
      .replaceAll(/^\s*(?:#private|private\s[^;]*);$/gm, '')
      .replaceAll(/\b(?:export|declare)\b/g, '')
      // The same type, under a name that older compilers know (build/types.ts).
      .replaceAll('ReturnType<typeof Uint8Array.of>', 'Uint8Array<ArrayBuffer>')
      .replaceAll('"', "'")
      .replaceAll(/\s+/g, '')
      .replaceAll(/([=:(])\|/g, '$1')
      .replaceAll(/import\('[^']*'\)\./g, '')
      .replaceAll(/,(?=\))|;(?=\})/g, '')
      // The table of a language, of which each has its own name for the same one.
      .replaceAll(/(?<=keyof\(?typeof)\w+/g, 'en');
  }
  return api;
}

test('the tarball declares the API of the report', async ({ installed }) => {
  const report = await readFile(path.join(repositoryRoot, 'test/golden/public-api.d.ts'), 'utf8');
  const packed = apiOf(String(installed.files.get('dist/npm/pure.d.ts')));
  const reported = apiOf(report);
  expect(Object.keys(reported)).toContain('SignSession');
  expect(packed).toEqual(reported);
});

test('the tarball’s types of the element fit each other, with library checks on', async ({ installed }) => {
  // The frameworks' own need the frameworks: types.full.packages.test.ts.
  const entries = ['index', 'pure', 'open', 'types/element'].map(
    entry => `node_modules/sign-session/dist/npm/${entry}.d.ts`,
  );
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2020', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: false,
    types: [],
  };
  const project = path.join(installed.folder, 'tsconfig.json');
  await writeFile(project, JSON.stringify({ compilerOptions, files: entries }));
  const tsc = path.join(repositoryRoot, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' });
  expect(stdout).toBe('');
});

test('the scripts of workers in the tarball can be parsed', async ({ installed }) => {
  const embedded = [...installed.files.keys()].filter(name => /chunks\/embedded-[\w-]+\.js$/.test(name));
  expect(embedded).toContain('dist/npm/chunks/embedded-pdf-worker.js');
  for (const name of embedded) {
    const { default: script }: { default: unknown } = await import(
      path.join(installed.folder, 'node_modules/sign-session', name)
    );
    if (typeof script !== 'string') continue;
    const file = path.join(installed.folder, `${path.basename(name, '.js')}.mjs`);
    await writeFile(file, script);
    const { stderr } = spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' });
    expect(stderr.slice(-200), name).toBe('');
  }
});

test('publint and Are the types wrong? find nothing in the tarball', async () => {
  test.setTimeout(120_000);
  for (const tarball of Object.values(TARBALLS)) {
    const bytes = await readFile(tarball);
    const { messages, pkg } = await publint({
      pack: { tarball: new Uint8Array(bytes).buffer },
      level: 'suggestion',
    });
    expect(messages.map(message => formatMessage(message, pkg ?? {}, { color: false }))).toEqual([]);
    const attw = path.join(repositoryRoot, 'node_modules/.bin/attw');
    // Modules only; files of assets and data have no types.
    const options = ['--profile', 'esm-only', '--no-definitely-typed', '--no-color', '--format', 'ascii'];
    // Meant so: Node's `require` takes modules since 20.19, and the server's entry has types for it.
    options.push('--ignore-rules', 'false-cjs');
    const wasm = ['./vision_wasm_module_internal.wasm', './face_landmarker.task'];
    const assets = ['--exclude-entrypoints', './assets', './custom-elements.json', ...wasm];
    const { status, stdout } = spawnSync(attw, [tarball, ...options, ...assets], { encoding: 'utf8' });
    expect(status, stdout).toBe(0);
  }
});

test('the tarball imports on a server, as a module and by require', ({ installed }) => {
  const script = `
    const { SignSession } = await import('sign-session');
    if (SignSession !== (await import('sign-session/pure')).SignSession) throw new Error('Two copies');
    await import('@sign-session/liveness-assets').catch(() => undefined);`;
  execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: installed.folder });
});
