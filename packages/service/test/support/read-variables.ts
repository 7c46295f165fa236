import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../../../../test/support/repository.ts';
import { readSettings, type RunSettings } from '../../src/main/run-settings.ts';
import { type Environment, SETTINGS } from '../../src/main/settings.ts';

/** Of Node.js and of the C library, which the service does not read itself. */
const OF_OTHERS: readonly string[] = ['NODE_ENV', 'MALLOC_ARENA_MAX'];

/** The environment that the image begins with. */
export function imageEnvironment(): Environment {
  const dockerfile = readFileSync(path.join(repositoryRoot, 'packages/service/Dockerfile'), 'utf8');
  const [, lines = ''] = /^ENV ((?:.*\\\n)*.*)/m.exec(dockerfile) ?? [];
  return Object.fromEntries(
    [...lines.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value]) => [name, value]),
  );
}

/**
 * The settings of a service with this environment, and the variables in it that the service does not know.
 * @throws SettingsError
 */
export function settingsOf(environment: Environment): { settings: RunSettings; unknown: string[] } {
  const known: readonly string[] = [...Object.keys(SETTINGS), ...OF_OTHERS];
  const unknown = Object.keys(environment).filter(name => !known.includes(name));
  return { settings: readSettings(environment), unknown };
}
