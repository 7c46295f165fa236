import { puppeteerCore } from '@web/test-runner-chrome';
import { CHROMIUM_ARGS, FIREFOX_ARGS, FIREFOX_PREFERENCES } from './browser-launch.ts';
import { findChromium, findFirefox } from './browsers.ts';
import type { DrivenBrowser, DrivenWindow } from './driven-browser.ts';
import { BROWSER_START_MS } from './patience.ts';

type Browser = Awaited<ReturnType<typeof puppeteerCore.launch>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;
type Key = Parameters<Page['keyboard']['press']>[0];
type LaunchOptions = NonNullable<Parameters<typeof puppeteerCore.launch>[0]>;

const callOf = (body: string, args: readonly unknown[]): string =>
  `(function () { ${body} }).apply(null, ${JSON.stringify(args)})`;

class PuppeteerWindow implements DrivenWindow {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  run(body: string, ...args: unknown[]): Promise<unknown> {
    return this.#page.evaluate(callOf(body, args));
  }

  async runInFrame(body: string, ...args: unknown[]): Promise<unknown> {
    const [frame] = this.#page.mainFrame().childFrames();
    if (frame === undefined) throw new Error('The page has no frame.');
    return frame.evaluate(callOf(body, args));
  }

  click(x: number, y: number): Promise<void> {
    return this.#page.mouse.click(x, y);
  }

  press(key: string): Promise<void> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it refuses names that it does not know
    return this.#page.keyboard.press(key as Key);
  }
}

class PuppeteerBrowser implements DrivenBrowser {
  readonly #browser: Browser;
  readonly #page: Page;

  constructor(browser: Browser, page: Page) {
    this.#browser = browser;
    this.#page = page;
  }

  async open(url: string): Promise<DrivenWindow> {
    await this.#page.goto(url);
    return new PuppeteerWindow(this.#page);
  }

  async popup(): Promise<DrivenWindow | undefined> {
    const popup = (await this.#browser.pages()).find(page => page !== this.#page);
    return popup && new PuppeteerWindow(popup);
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}

function optionsFor(engine: 'chromium' | 'firefox'): LaunchOptions {
  if (engine === 'chromium')
    return { args: [...CHROMIUM_ARGS], ignoreDefaultArgs: ['--disable-popup-blocking'] };
  const extraPrefsFirefox = { ...FIREFOX_PREFERENCES, 'dom.disable_open_during_load': true };
  return { browser: 'firefox', args: [...FIREFOX_ARGS], extraPrefsFirefox };
}

/** Chromium or Firefox. @throws Error where it is not installed */
export async function startPuppeteerBrowser(engine: 'chromium' | 'firefox'): Promise<DrivenBrowser> {
  const executablePath = engine === 'chromium' ? findChromium() : findFirefox();
  if (executablePath === undefined) throw new Error(`There is no ${engine}.`);
  const browser = await puppeteerCore.launch({
    executablePath,
    headless: true,
    timeout: BROWSER_START_MS,
    defaultViewport: null,
    ...optionsFor(engine),
  });
  const [page = await browser.newPage()] = await browser.pages();
  await page.setViewport({ width: 1280, height: 800 });
  return new PuppeteerBrowser(browser, page);
}
