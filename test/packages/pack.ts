import { execFileSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { VERSION } from '../../src/version.ts';
import { ensureBuild } from '../support/builds.ts';
import { readyService } from '../support/ready-service.ts';
import { repositoryRoot } from '../support/repository.ts';

const folder = path.join(repositoryRoot, '.data/packages');

/** The packed packages, by what a host installs. */
export const TARBALLS: Readonly<Record<string, string>> = {
  'sign-session': path.join(folder, `sign-session-${VERSION}.tgz`),
  '@sign-session/liveness-assets': path.join(folder, `sign-session-liveness-assets-${VERSION}.tgz`),
  'sign-session-service': path.join(folder, `sign-session-service-${VERSION}.tgz`),
};

/** Packs them as `npm publish` would, the build included. The script-tag build is the service's to serve. */
export default async function pack(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const place of ['.', 'packages/liveness-assets', 'demo/service']) {
    const options = { cwd: path.join(repositoryRoot, place), encoding: 'utf8', stdio: 'pipe' } as const;
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], options);
  }
  await readyService();
  await ensureBuild('script-tag');
  await ensureBuild('pages');
}
