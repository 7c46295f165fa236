import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
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
/** Where the first run's builds are. */
let temporary: string;
before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-test-'));
  temporary = path.join(folder, 'temporary');
  await mkdir(temporary);
  run = await runService(path.join(folder, 'first'), { TMPDIR: temporary }, SCRIPT);
});
after(async () => {
  await run.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Where the console's script and the widget are, by the page that shows them. */
async function scripts(url: string): Promise<string[]> {
  const page = await (await fetch(url)).text();
  const [, script = ''] = /<script type="module"[^>]* src="(\/assets\/[^"]+)"/.exec(page) ?? [];
  return [url + script, `${url}/sign-session/sign-session.js`];
}

/** The first run's. */
const builds = async (): Promise<string[]> =>
  (await readdir(temporary)).filter(name => name.startsWith('sign-session-'));

describe('npm start', () => {
  test('builds, says that it is ready, and serves the console and the widget', async () => {
    assert.match(run.output(), /^Ready at http:\/\/127\.0\.0\.1:\d+ after \d+\.\d s\.$/m);
    const console = await fetch(run.url);
    assert.equal(console.status, 200);
    assert.match(await console.text(), /<script type="module"[^>]* src="\/assets\//);
    assert.equal((await fetch(`${run.url}/sign-session/sign-session.js`)).status, 200);
  });

  test('a second time on the same port says what to do and leaves the first alone', async () => {
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
    assert.equal((await fetch(run.url)).status, 200);
  });

  test('beside it, on another port, builds for itself and takes nothing from the first', async () => {
    const addresses = await scripts(run.url);
    const texts = await Promise.all(addresses.map(async address => (await fetch(address)).text()));
    const other = await runService(path.join(folder, 'beside'), {}, SCRIPT);
    try {
      for (const address of await scripts(other.url)) assert.equal((await fetch(address)).status, 200);
      const again = await Promise.all(addresses.map(async address => (await fetch(address)).text()));
      assert.deepEqual(again, texts);
    } finally {
      assert.equal((await other.end('SIGTERM')).code, 0);
    }
    for (const address of addresses)
      assert.equal((await fetch(address)).status, 200, 'its end takes nothing either');
  });

  test('ends well at SIGTERM, and leaves no build behind', async () => {
    assert.equal((await builds()).length, 1);
    assert.equal((await run.end('SIGTERM')).code, 0);
    assert.deepEqual(await builds(), []);
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
