import { ChromeLauncher, puppeteerCore } from '@web/test-runner-chrome';
import { CHROMIUM_ARGS, FIREFOX_ARGS, FIREFOX_PREFERENCES } from './browser-launch.ts';
import { findChromium, findFirefox } from './browsers.ts';
import { BROWSER_START_MS } from './patience.ts';
import type { MediaPreferences } from './media.ts';
import { startCoverage, writeCoverage } from './page-coverage.ts';
import { setChromiumMedia, setFirefoxMedia, type Page } from './puppeteer-media.ts';

type Browser = Awaited<ReturnType<typeof puppeteerCore.launch>>;
type LaunchOptions = NonNullable<Parameters<typeof puppeteerCore.launch>[0]>;
type Session = Awaited<ReturnType<ChromeLauncher['stopSession']>>;

/** A launcher that can emulate media features, and gives the next test file a browser without them. */
abstract class MediaLauncher extends ChromeLauncher {
  readonly #emulating = new Set<string>();

  constructor(
    name: string,
    options: LaunchOptions,
    newPage: (browser: Browser) => Promise<Page>,
    concurrency?: number,
  ) {
    super(
      { headless: true, timeout: BROWSER_START_MS, ...options },
      ({ browser }) => browser.defaultBrowserContext(),
      ({ browser }) => newPage(browser),
      puppeteerCore,
      concurrency,
    );
    this.name = name;
  }

  protected abstract applyMedia(page: Page, media: MediaPreferences): Promise<void>;

  async setMedia(sessionId: string, media: MediaPreferences): Promise<void> {
    this.#emulating.add(sessionId);
    await this.applyMedia(this.getPage(sessionId), media);
  }

  override async stopSession(sessionId: string): Promise<Session> {
    if (this.#emulating.delete(sessionId)) await this.applyMedia(this.getPage(sessionId), {});
    return super.stopSession(sessionId);
  }
}

/** Each page in a browser context of its own, with the focus of a page in front: pages run side by side. */
async function newFocusedPage(browser: Browser): Promise<Page> {
  const page = await (await browser.createBrowserContext()).newPage();
  const devTools = await page.createCDPSession();
  await devTools.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  await startCoverage(page);
  return page;
}

class ChromiumLauncher extends MediaLauncher {
  protected applyMedia = setChromiumMedia;

  override async stopSession(sessionId: string): Promise<Session> {
    await writeCoverage(this.getPage(sessionId));
    return super.stopSession(sessionId);
  }
}

class FirefoxLauncher extends MediaLauncher {
  protected applyMedia(page: Page, media: MediaPreferences): Promise<void> {
    return setFirefoxMedia(page.browser(), media);
  }
}

/** Chromium or Chrome; its `concurrency` is the runner's. */
export function chromiumLauncher(): MediaLauncher {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error('There is no Chromium: install one, or set CHROMIUM_PATH.');
  return new ChromiumLauncher('Chromium', { executablePath, args: [...CHROMIUM_ARGS] }, newFocusedPage);
}

/** Firefox, one page at a time: only one of its windows is in front. */
export function firefoxLauncher(): MediaLauncher {
  const executablePath = findFirefox();
  if (executablePath === undefined) throw new Error('There is no Firefox: install one, or set FIREFOX_PATH.');
  const options: LaunchOptions = {
    browser: 'firefox',
    executablePath,
    args: [...FIREFOX_ARGS],
    extraPrefsFirefox: { ...FIREFOX_PREFERENCES },
  };
  return new FirefoxLauncher('Firefox', options, browser => browser.newPage(), 1);
}

export function isMediaLauncher(launcher: object): launcher is MediaLauncher {
  return launcher instanceof MediaLauncher;
}
