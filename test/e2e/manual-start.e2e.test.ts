import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { serve } from '../packages/example.ts';
import { ensureBuild } from '../support/builds.ts';
import { freePort } from '../support/free-port.ts';
import { repositoryRoot } from '../support/repository.ts';
import { expect, test } from './fixtures.ts';

/** The files of “Start in five minutes”: a block's first line names its file. */
async function startFiles(): Promise<Map<string, string>> {
  const page = await readFile(path.join(repositoryRoot, 'docs/start.md'), 'utf8');
  const blocks = page.matchAll(/```(?:js|html)\n(?:\/\/ |<!-- )([\w.]+)(?: -->)?\n([\s\S]*?)```/g);
  return new Map(Array.from(blocks, ([, name = '', code = '']) => [name, code]));
}

test('the manual’s first page leads to a signed document, as it stands', async ({
  page,
  service,
  signer,
}) => {
  await ensureBuild('npm');
  // Within the repository, whose name and exports stand for an installed package's.
  await mkdir(path.join(repositoryRoot, '.data'), { recursive: true });
  const folder = await mkdtemp(path.join(repositoryRoot, '.data/manual-start-'));
  const port = await freePort();
  try {
    for (const [name, code] of await startFiles()) await writeFile(path.join(folder, name), code);
    const env = { SERVICE_URL: service.url, PORT: String(port) };
    const shop = await serve([process.execPath, 'server.mjs'], { port, cwd: folder, env });
    try {
      await page.goto(shop.url);
      await signer.accepts();
      await expect(page.locator('body > output')).toHaveText('Your server says: completed');
    } finally {
      await shop.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
