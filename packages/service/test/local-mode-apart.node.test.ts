import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { bundleService } from '../../../build/service-bundles.ts';
import { repositoryRoot } from '../../../test/support/repository.ts';

/** Of local mode alone: its secrets and routes, what its authorities and their holders are called, and who makes their files. */
const LOCAL_ONLY = [
  'local-secret',
  '/_local',
  'test-authority',
  'test-gov-br',
  '/pki/test-signers',
  '/pki/test-cloud',
  '/pki/test-portal',
  'LOCAL TEST Timestamps',
  'TITULAR DE TESTE',
  'Senha#123',
  'node-forge',
  'asn1js',
];

/** The programs as they are packed, inside the repository, where the packages that they import are found. */
let target: string;

before(async () => {
  const parent = path.join(repositoryRoot, '.data');
  await mkdir(parent, { recursive: true });
  target = await mkdtemp(path.join(parent, 'service-bundles-'));
  await bundleService(target);
});
after(() => rm(target, { recursive: true, force: true }));

/** Ends with code 1 before it takes a port or opens its data, or answers `ask` and is stopped. */
function environment(changes: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const data = path.join(target, 'data');
  return { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: data, DATABASE_URL: '', ...changes };
}

describe('the built service', () => {
  test('has nothing of local mode outside the files that production leaves out', async () => {
    const names = await readdir(target);
    const local = names.filter(name => name.startsWith('local'));
    assert.ok(local.includes('local.js'), names.join());
    assert.ok(names.length - local.length > 5, 'too few files were read to prove anything');
    const texts = await Promise.all(
      names.map(async name => [name, await readFile(path.join(target, name), 'utf8')] as const),
    );
    for (const words of LOCAL_ONLY) {
      const holders = texts.filter(([, text]) => text.includes(words)).map(([name]) => name);
      assert.deepEqual(
        holders.filter(name => !local.includes(name)),
        [],
        words,
      );
    }
    const all = texts.filter(([name]) => local.includes(name)).map(([, text]) => text);
    for (const words of LOCAL_ONLY) assert.ok(all.join().includes(words), words);
  });

  test('answers local mode’s problems as its own, although each has a class of its own', async () => {
    const service = spawn(process.execPath, [path.join(target, 'bin.js')], {
      env: environment({}),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(service, 'exit');
    try {
      const url = await new Promise<string>((resolve, reject) => {
        let output = '';
        service.stdout.setEncoding('utf8').on('data', (text: string) => {
          output += text;
          const [, ready] = /^Ready at (\S+)/m.exec(output) ?? [];
          if (ready !== undefined) resolve(ready);
        });
        service.once('exit', () => reject(new Error(output)));
      });
      const answers = await Promise.all(
        (
          [
            [
              '/_local/clock',
              { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' },
            ],
            ['/_local/clock', { method: 'POST', headers: { 'Sec-Fetch-Site': 'cross-site' } }],
            ['/_local/certificates/none.p12', {}],
            ['/_local/messages', {}],
          ] as const
        ).map(async ([place, init]) => {
          const { status, headers } = await fetch(`${url}${place}`, init);
          return [status, headers.get('Content-Type')?.split(';')[0]];
        }),
      );
      const problem = 'application/problem+json';
      assert.deepEqual(answers, [
        [400, problem],
        [403, problem],
        [404, problem],
        [200, 'application/json'],
      ]);
    } finally {
      service.kill('SIGTERM');
      await exited;
    }
  });

  test('says in a sentence that local mode is not installed, and ends with code 1', async () => {
    for (const name of await readdir(target))
      if (name.startsWith('local')) await rm(path.join(target, name), { recursive: true });
    const started = spawnSync(process.execPath, [path.join(target, 'bin.js')], {
      env: environment({}),
      encoding: 'utf8',
    });
    assert.deepEqual(
      [started.status, started.stderr],
      [
        1,
        'Cannot start: This installation is production alone, without local mode, which the npm package sign-session-service has: set LOCAL_MODE=off.\n',
      ],
    );
    const asked = spawnSync(process.execPath, [path.join(target, 'bin.js'), '--version'], {
      env: environment({}),
      encoding: 'utf8',
    });
    assert.equal(asked.status, 0, asked.stderr);
  });
});
