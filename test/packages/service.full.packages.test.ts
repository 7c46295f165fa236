import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { VERSION } from '../../src/version.ts';
import { Integrator } from '../support/integrator.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import { expect, test as base } from './fixtures.ts';
import { TARBALLS } from './pack.ts';

const TARBALL = TARBALLS['sign-session-service'] ?? '';
/** What it serves, of which the camera's files are most, is in it once, by brotli. In bytes. */
const LARGEST_TARBALL = 15 * 1000 ** 2;
const PROGRAM = 'sign-session-service';

interface Running {
  readonly url: string;
  /** What npx became when it has ended: its exit code. */
  readonly ended: Promise<number | null>;
}

/** The package alone in an integrator's folder. */
class Installation {
  readonly folder: string;
  #child: ChildProcess | undefined;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Starts it by npx and waits until it says where it is. */
  async start(...options: readonly string[]): Promise<Running> {
    const child = spawn('npx', ['--no-install', PROGRAM, ...options], {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    const ended = once(child, 'exit').then(([code]) => code);
    let output = '';
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const [, ready] = /^Ready at (\S+)/m.exec(output) ?? [];
        if (ready !== undefined) resolve(ready);
      });
      child.once('close', () => reject(new Error(`It ended instead:\n${output}`)));
    });
    return { url, ended };
  }

  /** Runs a module of the integrator's and answers what it prints. */
  run(script: string): string {
    const options = { cwd: this.folder, encoding: 'utf8' } as const;
    return execFileSync(process.execPath, ['--input-type=module', '-e', script], options);
  }

  async remove(): Promise<void> {
    this.#child?.kill('SIGTERM');
    await rm(this.folder, { recursive: true, maxRetries: 3 });
  }
}

const test = base.extend<object, { installed: Installation }>({
  installed: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures off the pattern
    async ({}, use) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'service-'));
      await writeFile(path.join(folder, 'package.json'), '{"private": true}');
      const options = ['--engine-strict', '--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline'];
      execFileSync('npm', ['install', ...options, TARBALL], { cwd: folder, stdio: 'pipe' });
      const installed = new Installation(folder);
      await use(installed);
      await installed.remove();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

test('the tarball of the service starts the complete system by npx, and keeps its data', async ({
  installed,
  page,
}) => {
  const { url, ended } = await installed.start('--port', '0', '--data', 'd');
  const integrator = new Integrator(url);
  const { sessionId, clientSecret } = await integrator.createSession(onePagePdf('Contrato'));
  const accepted = await fetch(`${url}/v1/signing-sessions/${sessionId}/advance`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${clientSecret}`, 'Content-Type': 'application/json' },
    body: '{"action": "accept"}',
  });
  expect(accepted.status).toBe(200);
  const { evidenceId } = await integrator.status(sessionId);

  // With the widget, from which the console takes its device.
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'Choose a scenario' })).toBeVisible();
  await page.goto(`${url}/verify/${String(evidenceId)}`);
  await expect(page.getByRole('heading', { name: 'Test signature recorded' })).toBeVisible();
  for (const asset of ['pdfjs/pdf-worker.mjs', 'liveness/face_landmarker.task'])
    expect((await fetch(`${url}/sign-session/${VERSION}/assets/${asset}`)).status, asset).toBe(200);
  await page.goto(`${url}/manual/theming.html`);
  await expect(page.locator('sign-session sign-session-accept')).toBeVisible();

  // npx hands no SIGTERM on.
  const lock: { pid: number } = JSON.parse(
    await readFile(path.join(installed.folder, 'd/lock.json'), 'utf8'),
  );
  process.kill(lock.pid, 'SIGTERM');
  expect(await ended).toBe(0);
  expect(await readFile(path.join(installed.folder, 'd/.gitignore'), 'utf8')).toBe('*\n');

  const status = installed.run(`
    import { startService } from '${PROGRAM}';
    const service = await startService({ dataFolder: 'd' });
    const record = await fetch(service.url + '/v1/verify/${String(evidenceId)}').then(answer => answer.json());
    await service.stop();
    console.log(record.status);`);
  expect(status.trim()).toBe('COMPLETED');
});

test('what the service serves in production has nothing of local mode, and the manual alone tells of it', async ({
  installed,
}) => {
  const dist = path.join(installed.folder, 'node_modules', PROGRAM, 'dist');
  const names = (await readdir(dist, { recursive: true })).map(name => name.replaceAll(path.sep, '/'));
  expect(names).toContain('local.js');
  expect(names.some(name => name.startsWith('local-console/index.html'))).toBe(true);
  const kept = names.filter(
    name => /\.(?:js|html)(?:\.br)?$/.test(name) && !/^(?:local|builds\/manual\/)/.test(name),
  );
  expect(kept.length).toBeGreaterThan(50);
  for (const name of kept) {
    const content = await readFile(path.join(dist, name));
    const text = (name.endsWith('.br') ? brotliDecompressSync(content) : content).toString('utf8');
    expect(text, name).not.toMatch(/local-secret|\/_local|node-forge/);
  }
});

test('the tarball of the service is no larger than what it serves, and its program refuses options that it does not know', async ({
  installed,
}) => {
  expect((await stat(TARBALL)).size).toBeLessThan(LARGEST_TARBALL);
  const program = path.join(installed.folder, 'node_modules/.bin', PROGRAM);
  const { status, stderr } = spawnSync(program, ['--prot', '1'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([2, expect.stringContaining("Unknown option '--prot'.")]);
});
