import type { BrowserLauncher, TestResultError } from '@web/test-runner';
import type { WebKitGtkPrograms } from './browsers.ts';
import { WebKitGtk } from './webkitgtk-driver.ts';

/** What the test runner's own commands (keys, mouse, viewport) call on a page. */
type DrivenPage = Pick<WebKitGtk, 'keyboard' | 'mouse' | 'setViewportSize' | 'screenshot'>;

interface OpenPage {
  browser: WebKitGtk;
  running: Promise<WebKitGtk>;
  /** Why the page can't be reached any more. */
  loss?: Error;
}

interface StoppedSession {
  errors?: TestResultError[];
}

/**
 * WebKitGTK as a browser of @web/test-runner: one page, one test file after the other. A browser that dies or
 * hangs takes the file it was at with it; the next one gets a fresh browser.
 */
class WebKitGtkLauncher implements BrowserLauncher {
  readonly name = 'WebKitGTK';
  /** The runner's command plugins know how to drive a page of this type: {@link DrivenPage} is its shape. */
  readonly type = 'playwright';
  readonly concurrency = 1;
  readonly #programs: WebKitGtkPrograms;
  readonly #pages = new Map<string, OpenPage>();
  #running: Promise<WebKitGtk> | undefined;

  constructor(programs: WebKitGtkPrograms) {
    this.#programs = programs;
  }

  async startSession(sessionId: string, url: string): Promise<void> {
    this.#running ??= WebKitGtk.start({ programs: this.#programs });
    const running = this.#running;
    try {
      const browser = await running;
      this.#pages.set(sessionId, { browser, running });
      await browser.setViewportSize({ width: 800, height: 600 });
      await browser.navigate(url);
    } catch (error) {
      this.#pages.delete(sessionId);
      await this.#discard(running);
      throw error;
    }
  }

  isActive(sessionId: string): boolean {
    return this.#pages.has(sessionId);
  }

  /** The runner asks when a page's connection has closed, and does not expect to be refused. */
  async getBrowserUrl(sessionId: string): Promise<string | undefined> {
    const page = this.#pages.get(sessionId);
    return page?.browser.url().catch((error: unknown) => {
      page.loss = error instanceof Error ? error : new Error(String(error));
      return undefined;
    });
  }

  getPage(sessionId: string): DrivenPage {
    const page = this.#pages.get(sessionId);
    if (page === undefined) throw new Error(`No page is open for the test session ${sessionId}.`);
    return page.browser;
  }

  /** What a file's tests said stands, whatever happens to the browser afterwards. */
  async stopSession(sessionId: string): Promise<StoppedSession> {
    const page = this.#pages.get(sessionId);
    if (page === undefined) return {};
    this.#pages.delete(sessionId);
    const { browser, running, loss } = page;
    if (loss !== undefined) {
      await this.#discard(running);
      return { errors: [{ message: loss.message }] };
    }
    try {
      await browser.releaseActions();
      await browser.navigate('about:blank');
    } catch {
      await this.#discard(running);
    }
    return {};
  }

  startDebugSession(): Promise<void> {
    return Promise.reject(new Error('WebKitGTK has no debug mode here; use Chromium.'));
  }

  async stop(): Promise<void> {
    if (this.#running !== undefined) await this.#discard(this.#running);
  }

  async #discard(running: Promise<WebKitGtk>): Promise<void> {
    if (this.#running === running) this.#running = undefined;
    const browser = await running.catch(() => undefined);
    await browser?.close();
  }
}

/** @param programs where WebKitGTK's programs are, see `findWebKitGtk`. */
export function webkitGtkLauncher(programs: WebKitGtkPrograms): BrowserLauncher {
  return new WebKitGtkLauncher(programs);
}
