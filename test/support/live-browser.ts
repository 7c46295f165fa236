/** Whole pages in real browsers, for end-to-end tests: the same flow can run in three engines. */
import type { Page } from 'playwright-core';
import {
  ENGINES,
  findChromium,
  findFirefox,
  findWebKitGtk,
  isEngine,
  isInstalled,
  type Engine,
} from './browsers.ts';
import { openChromiumPage } from './live-chromium.ts';
import { openFirefoxPage } from './live-firefox.ts';
import { LiveBrowser, type EnginePage, type LiveOptions } from './live-page.ts';
import { openWebKitPage } from './live-webkit.ts';

export { LiveBrowser, type LiveOptions } from './live-page.ts';
export type { ElementQuery } from './page-element.ts';

/** The engine is not on this machine; an end-to-end test asks {@link enginesToTest} first. */
export class EngineMissingError extends Error {
  override readonly name = 'EngineMissingError';

  constructor(engine: Engine) {
    super(`${engine} is not installed.`);
  }
}

function found<Program>(engine: Engine, program: Program | undefined): Program {
  if (program === undefined) throw new EngineMissingError(engine);
  return program;
}

function openPage(engine: Engine, options: LiveOptions): Promise<EnginePage> {
  switch (engine) {
    case 'chromium':
      return openChromiumPage(found(engine, findChromium()), options);
    case 'firefox':
      return openFirefoxPage(found(engine, findFirefox()), options);
    case 'webkit':
      return openWebKitPage(found(engine, findWebKitGtk()), options);
  }
}

/** The engines this run is about (`--browser`), those installed when a test file is run by itself. */
export function enginesToTest(): Engine[] {
  const named = process.env['TEST_ENGINES'];
  return named === undefined ? ENGINES.filter(isInstalled) : named.split(',').filter(isEngine);
}

/**
 * Starts a browser with one empty page. Close it in an `after`, also when the test failed.
 *
 * @throws EngineMissingError when it is not installed.
 */
export async function openBrowser(engine: Engine, options: LiveOptions = {}): Promise<LiveBrowser> {
  return new LiveBrowser(engine, await openPage(engine, options));
}

/** Chromium, with Playwright's own page for what the common calls leave out (routes, downloads, dialogs). */
export async function openChromium(options: LiveOptions = {}): Promise<{ browser: LiveBrowser; page: Page }> {
  const enginePage = await openChromiumPage(found('chromium', findChromium()), options);
  return { browser: new LiveBrowser('chromium', enginePage), page: enginePage.playwright };
}
