import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { repositoryRoot } from '../../../test/support/repository.ts';
import { checkServer } from '../src/main/check/check-storage.ts';
import { commandFor } from './support/service-run.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-check-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** `sign-session-service --check` as a process, with these settings alone. What it connects to is looked at in `check.full`. */
function check(env: Record<string, string>): { readonly code: number | null; readonly output: string } {
  const command = [...commandFor('packages/service/src/bin.ts'), '--check'];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: repositoryRoot,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', ...env },
  });
  return { code: status, output: stdout + stderr };
}

describe('the check of an installation', () => {
  test('finds nothing wrong with a first start on this machine, and makes nothing', async () => {
    const { code, output } = check({ DATA_DIR: path.join(folder, 'new') });
    assert.equal(code, 0, output);
    assert.match(output, /^ok {7}Settings: local mode/m);
    assert.deepEqual(await readdir(folder), []);
  });

  test('fails for what is dangerous, and says what to do', () => {
    const secret = 'a-secret-of-the-operator';
    const env = { PUBLIC_URL: 'https://sign.invalid', LOCAL_CLIENT_SECRET: secret, DATA_DIR: folder };
    const { code, output } = check(env);
    assert.equal(code, 1, output);
    assert.match(output, /^danger .*test certificate.*SEALING_CERTIFICATE/m);
    assert.ok(!output.includes(secret));
  });

  test('calls a database server with a public address dangerous, unless TLS is used', async () => {
    const facts = { version: '17.2', number: 170_002, read_only: false, may_create: true, behind: 0 };
    const levelOf = async (host: string, byTls: boolean) => {
      const settings = { databasePoolSize: undefined, databaseUrl: `postgres://user:password@${host}/sign` };
      const query = async <Row>(sql: string): Promise<Row[]> =>
        JSON.parse(
          JSON.stringify(
            sql.includes('server_version') ? [{ ...facts, connections: 100, by_tls: byTls }] : [],
          ),
        );
      return (await checkServer(settings, { query })).level;
    };
    assert.equal(await levelOf('8.8.8.8', false), 'danger');
    assert.equal(await levelOf('8.8.8.8', true), 'ok');
    assert.equal(await levelOf('[2606:4700:4700::1111]', false), 'danger');
    for (const inside of ['10.0.0.7', '127.0.0.1', '[fd00::7]'])
      assert.equal(await levelOf(inside, false), 'ok', inside);
  });
});
