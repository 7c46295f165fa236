import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runService, type ServiceRun } from '../../packages/service/test/support/service-run.ts';
import { readyService } from '../support/ready-service.ts';
import { repositoryRoot } from '../support/repository.ts';

type Environment = Record<string, string>;

/** Starts it with the options of `npm start`. */
export async function startAsNpmDoes(dataFolder: string, env: Environment = {}): Promise<ServiceRun> {
  const manifest = await readFile(path.join(repositoryRoot, 'package.json'), 'utf8');
  const { scripts }: { scripts: { start: string } } = JSON.parse(manifest);
  const [options] = /--\S.* (?=--import tsx)/.exec(scripts.start) ?? [];
  if (options === undefined) throw new Error('The script "start" has no options of V8.');
  // Else it would build the manual beside what is measured.
  return runService(dataFolder, { MANUAL_DIR: dataFolder, ...env, NODE_OPTIONS: options }, 'demo/start.ts');
}

/** What its image sets, and what an installation on PostgreSQL adds. @param databaseUrl `postgres://…` */
export const environmentOfImage = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  LOCAL_MODE: 'on',
  MALLOC_ARENA_MAX: '2',
});

/** Starts the built service on PostgreSQL with the environment of its image. @param databaseUrl `postgres://…` */
export async function startAsImageDoes(
  dataFolder: string,
  databaseUrl: string,
  env: Environment = {},
): Promise<ServiceRun> {
  process.env['TEST_BUNDLES'] = (await readyService()).bundles;
  return runService(dataFolder, { ...environmentOfImage(databaseUrl), ...env });
}

/** Starts the built service as somebody does who tries it out: local mode, with the embedded database and files. */
export async function startWithEmbeddedDatabase(
  dataFolder: string,
  env: Environment = {},
): Promise<ServiceRun> {
  process.env['TEST_BUNDLES'] = (await readyService()).bundles;
  return runService(dataFolder, { DATABASE_URL: '', ...env });
}

/** What the process holds of the machine's memory, in MB. */
export async function residentMegabytes({ pid }: { pid: number }): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1000;
}
