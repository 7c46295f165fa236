import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../../../../test/support/repository.ts';
import { bundle } from '../../../../test/support/node-bundle.ts';
import { runService, type ServiceRun } from './service-run.ts';

/** The last version that was released, and the commit that it was made of. Change both with the next release. */
export const OLDER_VERSION = '0.3.0';
const OLDER_COMMIT = '8532a3562c16c4853b3aa4298179b8019e3648ad';

/** Its sources, in a folder of their own. */
export interface OlderService {
  start(env: Record<string, string>): Promise<ServiceRun>;
  remove(): Promise<void>;
}

/** A test's `skip` option: the reason if the older sources cannot be had, as outside of a clone. */
export function withoutOlderService(): string | false {
  const { status } = spawnSync('git', ['cat-file', '-e', `${OLDER_COMMIT}^{commit}`], {
    cwd: repositoryRoot,
    stdio: 'ignore',
  });
  return status === 0 ? false : `not in the history of a clone: the sources of ${OLDER_VERSION}`;
}

async function unpack(commit: string, into: string): Promise<void> {
  const archive = spawn('git', ['archive', commit, 'package.json', 'tsconfig.json', 'packages', 'src'], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const tar = spawn('tar', ['-x', '-C', into], { stdio: [archive.stdout, 'ignore', 'inherit'] });
  const codes = await Promise.all([once(archive, 'exit'), once(tar, 'exit')]);
  if (codes.some(([code]) => code !== 0)) throw new Error(`The sources of ${commit} cannot be unpacked.`);
}

/** Its own packages, and the dependencies that are installed here, which may be newer ones. */
async function linkModules(root: string): Promise<void> {
  const installed = path.join(repositoryRoot, 'node_modules');
  const modules = path.join(root, 'node_modules');
  await mkdir(modules);
  const own = new Map<string, string>();
  for (const name of await readdir(path.join(root, 'packages'))) {
    const folder = path.join(root, 'packages', name);
    const manifest: { name: string } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    own.set(manifest.name, folder);
  }
  const scopes = new Set([...own.keys()].map(name => name.split('/')[0]));
  for (const name of await readdir(installed)) {
    if (name.startsWith('.') || scopes.has(name)) continue;
    await symlink(path.join(installed, name), path.join(modules, name));
  }
  for (const [name, folder] of own) {
    await mkdir(path.dirname(path.join(modules, name)), { recursive: true });
    await symlink(folder, path.join(modules, name));
  }
}

/** The sources of a commit. @param commit default: of the version before */
export async function openOlderSources(
  commit = OLDER_COMMIT,
): Promise<{ root: string; remove(): Promise<void> }> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'sign-session-older-'));
  await unpack(commit, root);
  await linkModules(root);
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}

/** The version before, to run it beside this one. */
export async function openOlderService(): Promise<OlderService> {
  const sources = await openOlderSources();
  const { root } = sources;
  const script = path.join(root, 'packages/service/src/bin.ts');
  return {
    start: env => runService(path.join(root, 'data'), env, script, { cwd: root, bundles: false }),
    remove: () => sources.remove(),
  };
}

/** The service of a commit, bundled as this one is where the two are compared. */
export async function openEarlierService(commit: string): Promise<OlderService> {
  const sources = await openOlderSources(commit);
  const { root } = sources;
  const bundles = path.join(root, 'bundles');
  await bundle([], bundles, root);
  const script = 'packages/service/src/bin.ts';
  return {
    start: env => runService(path.join(root, 'data'), env, script, { cwd: root, bundles }),
    remove: () => sources.remove(),
  };
}
