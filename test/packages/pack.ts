import { execFileSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { removeEntryFolders, writeEntryFolders } from '../../build/entry-folders.ts';
import { VERSION } from '../../src/version.ts';
import { ensureBuild } from '../support/builds.ts';
import { readyService } from '../support/ready-service.ts';
import { repositoryRoot } from '../support/repository.ts';

const folder = path.join(repositoryRoot, '.data/packages');

/** The packed packages, by what a host installs. */
export const TARBALLS: Readonly<Record<string, string>> = {
  'sign-session': path.join(folder, `sign-session-${VERSION}.tgz`),
  '@sign-session/liveness-assets': path.join(folder, `sign-session-liveness-assets-${VERSION}.tgz`),
  'sign-session-mcp': path.join(folder, `sign-session-mcp-${VERSION}.tgz`),
  'sign-session-service': path.join(folder, `sign-session-service-${VERSION}.tgz`),
};

function pack(place: string, ...options: string[]): void {
  const cwd = path.join(repositoryRoot, place);
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, ...options], { cwd, stdio: 'pipe' });
}

/** Packs them as `npm publish` would, but for a build of the widget that is new enough. The script-tag build is the service's to serve. */
export default async function packAll(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await ensureBuild('npm');
  await writeEntryFolders();
  pack('.', '--ignore-scripts');
  await removeEntryFolders();
  pack('packages/liveness-assets');
  pack('packages/mcp');
  pack('packages/service');
  await readyService();
  await ensureBuild('script-tag');
  await ensureBuild('pages');
  await ensureBuild('console');
}
