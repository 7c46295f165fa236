import type { LocalMode } from './local-mode.ts';
import type { RunSettings } from './run-settings.ts';
import { SettingsError } from '../support/settings-error.ts';

/**
 * Loads local mode where it is asked for. The build has it in a file of its own, `local.js`, which is left out where only
 * production is installed.
 * @throws SettingsError where that file is missing
 */
export async function loadLocalMode({
  mode,
  consoleFolder,
}: Pick<RunSettings, 'mode' | 'consoleFolder'>): Promise<LocalMode | undefined> {
  if (mode === 'production') return undefined;
  const { createLocalMode } = await import('@sign-session/local').catch((cause: unknown) => {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND')) throw cause;
    throw new SettingsError(
      'This installation is production alone, without local mode, which the npm package sign-session-service has: set LOCAL_MODE=off.',
      { cause },
    );
  });
  return createLocalMode({ isPublic: mode === 'public', consoleFolder });
}
