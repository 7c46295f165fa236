import type { BrowserLauncher } from '@web/test-runner';
import type { WebKitGtkPrograms } from './browsers.ts';
import { WebKitGtk } from './webkitgtk-driver.ts';

/** What the test runner's own commands (keys, mouse, viewport) call on a page. */
type DrivenPage = Pick<WebKitGtk, 'keyboard' | 'mouse' | 'setViewportSize' | 'screenshot'>;

/** WebKitGTK as a browser of @web/test-runner: one page, one test file after the other. */
class WebKitGtkLauncher implements BrowserLauncher {
  readonly name = 'WebKitGTK';
  /** The runner's command plugins know how to drive a page of this type: {@link DrivenPage} is its shape. */
  readonly type = 'playwright';
  readonly concurrency = 1;
  readonly #programs: WebKitGtkPrograms;
  readonly #active = new Map<string, string>();
  #starting: Promise<WebKitGtk> | undefined;
  #browser: WebKitGtk | undefined;

  constructor(programs: WebKitGtkPrograms) {
    this.#programs = programs;
  }

  async startSession(sessionId: string, url: string): Promise<void> {
    this.#starting ??= WebKitGtk.start({ programs: this.#programs });
    this.#browser = await this.#starting;
    this.#active.set(sessionId, url);
    await this.#browser.setViewportSize({ width: 800, height: 600 });
    await this.#browser.navigate(url);
  }

  isActive(sessionId: string): boolean {
    return this.#active.has(sessionId);
  }

  async getBrowserUrl(sessionId: string): Promise<string | undefined> {
    return this.#active.has(sessionId) ? this.#browser?.url() : undefined;
  }

  getPage(sessionId: string): DrivenPage {
    if (this.#browser === undefined || !this.#active.has(sessionId)) {
      throw new Error(`No page is open for the test session ${sessionId}.`);
    }
    return this.#browser;
  }

  async stopSession(sessionId: string): Promise<Record<string, never>> {
    this.#active.delete(sessionId);
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

/** @param programs where WebKitGTK's programs are, see `findWebKitGtk`. */
export function webkitGtkLauncher(programs: WebKitGtkPrograms): BrowserLauncher {
  return new WebKitGtkLauncher(programs);
}
