import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, test } from './fixtures.ts';
import { TARBALLS } from './pack.ts';

const LARGEST_TARBALL = 40 * 1024;

test('the tarball of the tools for assistants is one small program, and works by npx', async ({
  service,
}) => {
  test.setTimeout(120_000);
  const tarball = TARBALLS['sign-session-mcp'] ?? '';
  expect((await stat(tarball)).size).toBeLessThan(LARGEST_TARBALL);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'mcp-'));
  const client = new Client({ name: 'test', version: '1.0.0' });
  try {
    await writeFile(path.join(folder, 'package.json'), '{"private": true}');
    const options = ['--engine-strict', '--no-audit', '--no-fund', '--prefer-offline', tarball];
    execFileSync('npm', ['install', ...options], { cwd: folder, stdio: 'pipe' });
    const installed = path.join(folder, 'node_modules/sign-session-mcp');
    const files = await readdir(installed, { recursive: true });
    expect(files.toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'dist/bin.js', 'package.json']);
    const transport = new StdioClientTransport({
      command: 'npx',
      args: ['--no-install', 'sign-session-mcp'],
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', SIGN_SERVICE_URL: service.url },
    });
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('create_signing_session');
    expect(await client.callTool({ name: 'get_health', arguments: {} })).toMatchObject({ isError: false });
  } finally {
    await client.close();
    await rm(folder, { recursive: true, maxRetries: 3 });
  }
});
