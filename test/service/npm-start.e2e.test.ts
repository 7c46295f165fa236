import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import { repositoryRoot } from '../support/repository.ts';
import { runService, StartRefusedError, type ServiceRun } from './support/service-run.ts';

const SCRIPT = 'demo/start.ts';

let folder: string;
let run: ServiceRun;
before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-test-'));
  run = await runService(path.join(folder, 'first'), {}, SCRIPT);
});
after(async () => {
  await run.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const builtAt = async (): Promise<number> =>
  (await stat(path.join(repositoryRoot, 'dist/pages/index.html'))).mtimeMs;

describe('npm start', () => {
  test('builds, says that it is ready, and serves the console and the widget', async () => {
    assert.match(run.output(), /^Ready at http:\/\/127\.0\.0\.1:\d+ after \d+\.\d s\.$/m);
    const console = await fetch(run.url);
    assert.equal(console.status, 200);
    assert.match(await console.text(), /<script type="module"[^>]* src="\/assets\//);
    assert.equal((await fetch(`${run.url}/sign-session/sign-session.js`)).status, 200);
  });

  test('a second time on the same port says what to do and leaves the first alone', async () => {
    const time = await builtAt();
    const { port } = new URL(run.url);
    await assert.rejects(
      runService(path.join(folder, 'second'), { PORT: port }, SCRIPT),
      (error: unknown) => {
        assert.ok(error instanceof StartRefusedError);
        assert.match(error.message, new RegExp(`^Cannot start: Port ${port} .*Stop it first.*PORT=`, 'm'));
        return true;
      },
    );
    await assert.rejects(runService(path.join(folder, 'first'), {}, SCRIPT), /in use by process \d+/);
    assert.equal(await builtAt(), time, 'nothing was built again');
    assert.equal((await fetch(run.url)).status, 200);
  });

  test('ends well at SIGTERM', async () => {
    assert.equal((await run.end('SIGTERM')).code, 0);
  });

  test('ends with npm itself', { skip: process.platform === 'win32' }, async () => {
    const url = `http://127.0.0.1:${String(await freePort())}`;
    const env = { ...process.env, PORT: new URL(url).port, DATA_DIR: path.join(folder, 'third') };
    const npm = spawn('npm', ['start'], { cwd: repositoryRoot, env, stdio: 'ignore' });
    const answers = () => fetch(`${url}/health`).then(({ ok }) => ok, () => false); // prettier-ignore
    await until(answers, 'the service to be ready');
    npm.kill('SIGTERM');
    await until(async () => !(await answers()), 'the service to end');
  });
});

async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 40_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}.`);
    await setTimeout(100);
  }
}
