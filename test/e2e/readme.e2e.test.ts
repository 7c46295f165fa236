import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '../support/repository.ts';
import { expect, test } from './fixtures.ts';

const run = promisify(execFile);

/** The first block of a language in the README's five minutes. */
async function example(language: string, service: string): Promise<string> {
  const readme = await readFile(path.join(repositoryRoot, 'README.md'), 'utf8');
  const [, chapter = ''] = readme.split('## Five minutes to the first signature');
  const [, code] = chapter.split(`\`\`\`${language}\n`);
  if (code === undefined) throw new Error(`The README has no example in ${language}.`);
  return (code.split('```')[0] ?? '').replaceAll('http://127.0.0.1:4010', service);
}

test('the README’s examples create a session as they stand', async ({ service }) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-readme-'));
  try {
    await writeFile(path.join(folder, 'create.mjs'), await example('js', service.url));
    const options = { cwd: folder };
    const bySh = await run('bash', ['-ec', await example('sh', service.url)], options);
    const created: unknown = JSON.parse(bySh.stdout);
    expect(created).toMatchObject({ clientSecret: expect.stringMatching(/^ss_secret_/) });
    const byNode = await run(process.execPath, ['create.mjs'], options);
    expect(byNode.stdout).toMatch(/^ss_\w+ ss_secret_…/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
