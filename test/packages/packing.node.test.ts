import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { programsOf, withBuiltPrograms } from '../../build/service-programs.ts';
import { writeIntegrity } from '../../build/integrity.ts';
import { packageNotice } from '../../build/third-party-licenses.ts';
import { VERSION } from '../../src/version.ts';
import { repositoryRoot } from '../support/repository.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'packing-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Imported when it is called, because it is a program too, which awaits at its top level. */
async function fillLivenessAssets(from: string, to: string): Promise<void> {
  const filling = await import('../../build/liveness-assets.ts');
  await filling.fillLivenessAssets(from, to);
}

/** What is passed on of a package under `license` with these files. */
async function bundled(license: string, files: Readonly<Record<string, string>> = {}): Promise<string> {
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'x', version: '1.2.3', license }),
  );
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  return packageNotice(repositoryRoot, folder);
}

const assets = (): string => path.join(folder, 'assets');
const target = (): string => path.join(folder, 'package');

describe('the licences of what is bundled', () => {
  it('are passed on with name, version and text', async () => {
    assert.equal(
      await bundled('MIT', { LICENSE: 'Permission is granted.\n' }),
      'x 1.2.3 (MIT)\n\nPermission is granted.',
    );
  });

  it('are found at the end of a README too', async () => {
    assert.match(
      await bundled('MIT', { 'README.md': '# x\n\n## License\n\nCopyright Somebody.\n' }),
      /Copyright Somebody/,
    );
  });

  it('stop the build where a text is missing', async () => {
    await assert.rejects(bundled('MIT', { 'README.md': '# x\n\n## License\n\nMIT\n' }), /brings no text/);
  });

  it('stop the build where nobody has looked at one yet', async () => {
    await assert.rejects(bundled('GPL-3.0-only', { LICENSE: 'Text.' }), /not looked at yet: GPL-3.0-only/);
  });
});

describe('the package of the camera’s files', () => {
  beforeEach(async () => {
    await cp(path.join(repositoryRoot, 'assets'), assets(), { recursive: true });
    await mkdir(target());
    for (const name of ['package.json', 'index.js'])
      await cp(path.join(repositoryRoot, 'packages/liveness-assets', name), path.join(target(), name));
  });

  it('has every file that its manifest lists, and both notices', async () => {
    await fillLivenessAssets(assets(), target());
    const { files }: { files: string[] } = JSON.parse(
      await readFile(path.join(target(), 'package.json'), 'utf8'),
    );
    for (const name of files.filter(file => file !== 'index.d.ts')) await readFile(path.join(target(), name));
    const notice = await readFile(path.join(target(), 'NOTICE.txt'), 'utf8');
    assert.match(notice, /vision_wasm_module_internal\.wasm: .*\n[\s\S]*face_landmarker\.task: /);
  });

  for (const name of ['face_landmarker.task', 'face_landmarker.NOTICE.txt', 'Apache-2.0.txt']) {
    it(`is not packed without ${name}`, async () => {
      await rm(path.join(assets(), name));
      await assert.rejects(fillLivenessAssets(assets(), target()), { code: 'ENOENT' });
    });
  }

  it('is not packed with another model', async () => {
    await writeFile(path.join(assets(), 'face_landmarker.task'), 'another');
    await assert.rejects(fillLivenessAssets(assets(), target()), /not the file that the widget accepts/);
  });
});

const sha384 = (text: string): string => `sha384-${createHash('sha384').update(text).digest('base64')}`;

describe('the integrity hashes', () => {
  it('are of every script, in the form that an integrity attribute takes', async () => {
    await mkdir(path.join(folder, 'assets'));
    await writeFile(path.join(folder, 'sign-session.js'), 'alert(1)');
    await writeFile(path.join(folder, 'sign-session.js.map'), '{}');
    await writeFile(path.join(folder, 'assets/worker.mjs'), '');
    await writeIntegrity(folder);
    const hashes: unknown = JSON.parse(await readFile(path.join(folder, 'integrity.json'), 'utf8'));
    assert.deepEqual(hashes, { 'assets/worker.mjs': sha384(''), 'sign-session.js': sha384('alert(1)') });
  });
});

describe('the service’s programs', () => {
  // In one piece, the tests' own bundler would take it for an address.
  const here = ['import', 'meta', 'url'].join('.');
  const source = `fork(fileURLToPath(new URL('../a/one-process.ts', ${here})));
    new Worker(new URL("two-watchdog.mjs", ${here}), {});
    export const PROGRAM = new URL(
      './three-worker.ts',
      ${here},
    );
    const pages = new URL('builds', ${here});`;

  it('are found by their addresses, whatever starts them', () => {
    assert.deepEqual(programsOf(source, path.join('src', 'pdf', 'seal.ts')), [
      path.join('src', 'a', 'one-process.ts'),
      path.join('src', 'pdf', 'two-watchdog.mjs'),
      path.join('src', 'pdf', 'three-worker.ts'),
    ]);
  });

  it('lie beside the program that starts them once they are built', () => {
    const built = withBuiltPrograms(source);
    for (const name of ['one-process', 'two-watchdog', 'three-worker'])
      assert.match(built, new RegExp(`new URL\\(\\s*['"]\\./${name}\\.js['"]`));
    assert.ok(built.includes("new URL('builds', "));
    assert.doesNotMatch(built, /\.m?ts\b/);
  });
});

describe('the version', () => {
  it('is the same in all packages and in the widget', async () => {
    for (const place of [
      'package.json',
      'packages/liveness-assets/package.json',
      'packages/service/package.json',
    ]) {
      const { version } = JSON.parse(await readFile(path.join(repositoryRoot, place), 'utf8'));
      assert.equal(version, VERSION, place);
    }
  });
});
