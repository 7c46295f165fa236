import type { BrowserLauncher } from '@web/test-runner';
import { findWebKitGtk } from './browsers.ts';
import { WebKitGtk } from './webkitgtk-driver.ts';

/** What the test runner's own commands (keys, mouse, viewport) call on a page. */
type DrivenPage = Pick<WebKitGtk, 'keyboard' | 'mouse' | 'setViewportSize' | 'screenshot'>;

/** WebKitGTK as a browser of @web/test-runner: one page, one test file after the other. */
class WebKitGtkLauncher implements BrowserLauncher {
  readonly name = 'WebKitGTK';
  /** The runner's command plugins know how to drive a page of this type: {@link DrivenPage} is its shape. */
  readonly type = 'playwright';
  readonly concurrency = 1;
  readonly #open = new Set<string>();
  #starting: Promise<WebKitGtk> | undefined;
  #browser: WebKitGtk | undefined;

  async startSession(sessionId: string, url: string): Promise<void> {
    const programs = findWebKitGtk();
    if (programs === undefined) throw new Error('WebKitGTK needs MiniBrowser, WebKitWebDriver and Xvfb.');
    this.#browser = await (this.#starting ??= WebKitGtk.start(programs));
    this.#open.add(sessionId);
    await this.#browser.setViewportSize({ width: 800, height: 600 });
    await this.#browser.navigate(url);
  }

  isActive(sessionId: string): boolean {
    return this.#open.has(sessionId);
  }

  async getBrowserUrl(sessionId: string): Promise<string | undefined> {
    return this.#open.has(sessionId) ? this.#browser?.url() : undefined;
  }

  getPage(sessionId: string): DrivenPage {
    if (this.#browser === undefined || !this.#open.has(sessionId)) {
      throw new Error(`No page is open for the test session ${sessionId}.`);
    }
    return this.#browser;
  }

  async stopSession(sessionId: string): Promise<object> {
    this.#open.delete(sessionId);
    await this.#browser?.releaseActions();
    await this.#browser?.navigate('about:blank');
    return {};
  }

  startDebugSession(): Promise<void> {
    return Promise.reject(new Error('WebKitGTK has no debug mode here; use Chromium.'));
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
  }
}

/** Needs Linux, see `findWebKitGtk`. */
export function webkitGtkLauncher(): BrowserLauncher {
  return new WebKitGtkLauncher();
}
