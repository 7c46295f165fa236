import { ChromeLauncher, puppeteerCore } from '@web/test-runner-chrome';
import { CHROMIUM_ARGS, FIREFOX_ARGS, FIREFOX_PREFERENCES } from './browser-launch.ts';
import { BROWSER_START_MS } from './patience.ts';
import type { MediaPreferences } from './media.ts';
import { setChromiumMedia, setFirefoxMedia, type Page } from './puppeteer-media.ts';

type LaunchOptions = NonNullable<Parameters<typeof puppeteerCore.launch>[0]>;
type Session = Awaited<ReturnType<ChromeLauncher['stopSession']>>;

const crashedPages = new WeakSet<Page>();

/** On a busy machine a browser may stand still for a minute; the tests in a page have their own limits. */
const PAGE_TIMEOUT_MS = 180_000;

async function newPage(context: { newPage(): Promise<Page> }): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultNavigationTimeout(PAGE_TIMEOUT_MS);
  // Puppeteer's word for a page whose process has died.
  page.once('error', () => crashedPages.add(page));
  return page;
}

/** A launcher that can emulate media features, and gives the next test file a browser without them. */
abstract class MediaLauncher extends ChromeLauncher {
  readonly #emulating = new Set<string>();

  constructor(name: string, options: LaunchOptions) {
    // One page at a time: focus, keyboard and layout tests need the page to be the one in front.
    super(
      options,
      ({ browser }) => browser.defaultBrowserContext(),
      ({ context }) => newPage(context),
      puppeteerCore,
      1,
    );
    this.name = name;
  }

  protected abstract applyMedia(sessionId: string, media: MediaPreferences): Promise<void>;

  async setMedia(sessionId: string, media: MediaPreferences): Promise<void> {
    this.#emulating.add(sessionId);
    await this.applyMedia(sessionId, media);
  }

  override async stopSession(sessionId: string): Promise<Session> {
    const page = this.getPage(sessionId);
    if (crashedPages.has(page)) {
      // It would answer nothing more; the next test file gets a new page.
      await page.close();
      return { errors: [{ message: `The page crashed in ${this.name}.` }] };
    }
    if (this.#emulating.delete(sessionId)) await this.applyMedia(sessionId, {});
    return super.stopSession(sessionId);
  }
}

class ChromiumLauncher extends MediaLauncher {
  protected applyMedia(sessionId: string, media: MediaPreferences): Promise<void> {
    return setChromiumMedia(this.getPage(sessionId), media);
  }
}

class FirefoxLauncher extends MediaLauncher {
  protected applyMedia(sessionId: string, media: MediaPreferences): Promise<void> {
    return setFirefoxMedia(this.getPage(sessionId).browser(), media);
  }
}

export function chromiumLauncher(executablePath: string): MediaLauncher {
  return new ChromiumLauncher('Chromium', {
    executablePath,
    headless: true,
    timeout: BROWSER_START_MS,
    args: [...CHROMIUM_ARGS],
  });
}

export function firefoxLauncher(executablePath: string): MediaLauncher {
  return new FirefoxLauncher('Firefox', {
    browser: 'firefox',
    executablePath,
    headless: true,
    timeout: BROWSER_START_MS,
    args: [...FIREFOX_ARGS],
    extraPrefsFirefox: { ...FIREFOX_PREFERENCES },
  });
}

export function isMediaLauncher(launcher: object): launcher is MediaLauncher {
  return launcher instanceof MediaLauncher;
}
