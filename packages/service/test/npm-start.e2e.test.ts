import { spawn } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { START_TIMEOUT_MS } from '../../../test/e2e/fixtures.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { repositoryRoot } from '../../../test/support/repository.ts';
import { runService } from './support/service-run.ts';

test('npm start builds and serves the console, keeps its port to itself, and ends with npm, leaving no build', async ({
  request,
}, testInfo) => {
  test.slow();
  test.skip(process.platform === 'win32', 'npm ends otherwise there');
  const temporary = testInfo.outputPath('temporary');
  await mkdir(temporary, { recursive: true });
  const builds = async () => (await readdir(temporary)).filter(name => name.startsWith('sign-session-'));
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const dataFolder = testInfo.outputPath('data');
  const npm = spawn('npm', ['start'], {
    cwd: repositoryRoot,
    // Without the manual, whose build would go on beside the other tests.
    env: { ...process.env, PORT: port, DATA_DIR: dataFolder, TMPDIR: temporary, MANUAL_DIR: dataFolder },
  });
  let output = '';
  npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    await expect
      .poll(() => output, { timeout: START_TIMEOUT_MS })
      .toMatch(/^Ready at http:.* after \d+\.\d s\.$/m);
    const console = await request.get(url);
    expect(await console.text()).toMatch(/<script type="module"[^>]* src="\/assets\//);
    expect((await request.get(`${url}/sign-session/sign-session.js`)).status()).toBe(200);

    const another = runService(testInfo.outputPath('other-data'), { PORT: port }, 'demo/start.ts');
    await expect(another).rejects.toThrow(
      new RegExp(`^Cannot start: Port ${port} .*Stop it first.*PORT=`, 'm'),
    );
    expect((await request.get(url)).status()).toBe(200);
    expect(await builds()).toHaveLength(1);
  } finally {
    npm.kill('SIGTERM');
  }
  await expect.poll(builds).toEqual([]);
  await expect(request.get(url)).rejects.toThrow('ECONNREFUSED');
});
