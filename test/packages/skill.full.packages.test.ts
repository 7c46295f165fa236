import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onePagePdf } from '../support/small-pdf.ts';
import { expect, test } from './fixtures.ts';
import { TARBALLS } from './pack.ts';

/** @returns what it wrote @throws Error with that where it failed */
function run(
  cwd: string,
  command: string,
  args: readonly string[],
  more: Record<string, string> = {},
): string {
  const env = { ...process.env, NODE_OPTIONS: '', ...more };
  const { status, signal, error, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', env });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')}: ${signal ?? status}\n${stdout}\n${stderr}`, {
      cause: error,
    });
  return stdout;
}

test('the skill in the package, followed to the letter in an empty folder, ends in a passing test', async ({
  service,
}) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'skill-'));
  try {
    await writeFile(path.join(folder, 'package.json'), '{"private": true, "type": "module"}');
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
    run(folder, 'npm', ['install', ...quiet, TARBALLS['sign-session'] ?? '']);
    const skill = await readFile(
      path.join(folder, 'node_modules/sign-session/skills/sign-session/SKILL.md'),
      'utf8',
    );
    const files = [...skill.matchAll(/```js\n\/\/ (\S+)\n([\s\S]*?)```/g)];
    for (const [, name = '', code = ''] of files) await writeFile(path.join(folder, name), code);
    run(folder, 'npm', ['install', ...quiet, '--save-dev', 'vitest', 'jsdom']);
    expect(run(folder, 'npx', ['vitest', 'run'])).toContain('1 passed');

    await writeFile(path.join(folder, 'contract.pdf'), onePagePdf('Contract'));
    const script = `
      const { readFileSync } = await import('node:fs');
      const { createSigning } = await import('./signing.mjs');
      const signer = { name: 'Maria da Silva', cpf: '529.982.247-25', email: 'maria@exemplo.com.br' };
      const order = { id: 'order-1', signer, pdf: readFileSync('contract.pdf'), filename: 'contract.pdf' };
      const { transactionId, clientSecret } = await createSigning(order);
      process.stdout.write(String(transactionId.length > 0 && clientSecret.startsWith('ss_secret_')));`;
    const env = { SIGN_SERVICE_URL: service.url };
    expect(run(folder, process.execPath, ['--input-type=module', '-e', script], env)).toBe('true');
  } finally {
    await rm(folder, { recursive: true, maxRetries: 3 });
  }
});
