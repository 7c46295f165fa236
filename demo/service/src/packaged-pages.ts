import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The settings for the pages and the widget that the package has beside its program. None where the service runs from
 * its sources, which have no builds beside them.
 */
export function packagedPages(): Record<string, string> {
  const pages = fileURLToPath(new URL('pages', import.meta.url));
  const widget = fileURLToPath(new URL('widget', import.meta.url));
  return existsSync(pages) && existsSync(widget) ? { PAGES_DIR: pages, WIDGET_DIR: widget } : {};
}
