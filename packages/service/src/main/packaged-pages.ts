import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The settings for the pages, widget, manual and console in the published package. Empty when the service runs from its sources,
 * which have no builds beside them.
 */
export function packagedPages(): Record<string, string> {
  const builds = fileURLToPath(new URL('builds', import.meta.url));
  const consoleFolder = fileURLToPath(new URL('local-console', import.meta.url));
  if (!existsSync(builds)) return {};
  return {
    PAGES_DIR: path.join(builds, 'pages'),
    WIDGET_DIR: path.join(builds, 'widget'),
    MANUAL_DIR: path.join(builds, 'manual'),
    CONSOLE_DIR: consoleFolder,
  };
}
