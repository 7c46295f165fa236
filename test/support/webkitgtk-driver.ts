import { spawn, type ChildProcess } from 'node:child_process';
import { z } from 'zod';
import type { WebKitGtkPrograms } from './browsers.ts';
import { freePort } from './free-port.ts';
import { SCREEN, startVirtualDisplay, type VirtualDisplay } from './virtual-display.ts';
import { LostSessionError, WebDriverSession } from './webdriver-session.ts';
import { Keyboard, Mouse } from './webkitgtk-input.ts';

const sizeSchema = z.object({ width: z.number(), height: z.number() });

export interface WebKitGtkOptions {
  programs: WebKitGtkPrograms;
  /** The whole browser in dark mode: WebKitGTK can't change the preferred colour scheme of a running one. */
  dark?: boolean;
}

/**
 * In the middle of the screen, where the screen's own pointer stands: without a window manager, the window
 * under the pointer is the one that has the focus, and only there do `:focus` and `document.hasFocus()` hold.
 */
function centred({ width, height }: z.infer<typeof sizeSchema>): Record<string, number> {
  const x = Math.max(0, Math.round((SCREEN.width - width) / 2));
  const y = Math.max(0, Math.round((SCREEN.height - height) / 2));
  return { x, y, width, height };
}

/**
 * Ends the driver and the display. Without its display MiniBrowser ends too, which the driver alone does not see
 * to: when only the web process has crashed, it takes the browser for one that is closing and lets it live on
 * (WebKit bug 321418).
 */
function endProcesses(driver: ChildProcess, display: VirtualDisplay | undefined): void {
  driver.kill();
  display?.stop();
}

/** A running WebKitGTK (MiniBrowser) with one page, on a screen of its own. */
export class WebKitGtk {
  readonly keyboard: Keyboard;
  readonly mouse: Mouse;
  readonly #session: WebDriverSession;
  readonly #end: () => void;

  private constructor(session: WebDriverSession, end: () => void) {
    this.#session = session;
    this.#end = end;
    // A test process that ends by an error leaves no browser behind.
    process.once('exit', end);
    this.keyboard = new Keyboard(session);
    this.mouse = new Mouse(session);
  }

  /** Starts the screen, the WebDriver server and the browser: about a second. */
  static async start({ programs, dark = false }: WebKitGtkOptions): Promise<WebKitGtk> {
    const display = programs.xvfb === undefined ? undefined : await startVirtualDisplay(programs.xvfb);
    const port = await freePort();
    const driver = spawn(programs.webDriver, [`--port=${String(port)}`], {
      stdio: 'ignore',
      env: {
        ...process.env,
        ...(display === undefined ? {} : { DISPLAY: display.name }),
        GDK_BACKEND: 'x11',
        LIBGL_ALWAYS_SOFTWARE: '1',
        // No accessibility bus: on a machine without one, the browser waits for it at start.
        NO_AT_BRIDGE: '1',
      },
    });
    const end = (): void => {
      endProcesses(driver, display);
    };
    const args = ['--automation', '--features=+MockCaptureDevices', ...(dark ? ['--dark-mode'] : [])];
    try {
      const session = await WebDriverSession.open(`http://127.0.0.1:${String(port)}`, {
        browserName: 'MiniBrowser',
        // Navigation is waited for in `navigate`, so that `starting` can run before the page's own scripts end.
        pageLoadStrategy: 'none',
        'webkitgtk:browserOptions': { binary: programs.miniBrowser, args },
      });
      return new WebKitGtk(session, end);
    } catch (error) {
      end();
      throw error;
    }
  }

  /**
   * Opens `url` and waits for its `load` event.
   *
   * @param onStart a function body run as soon as the new document is there: the protocol has no
   *   script that is sure to run before the page's, but a page's modules are fetched after that moment.
   */
  async navigate(url: string, onStart = ''): Promise<void> {
    await this.#session.execute('globalThis.__leaving = true;');
    await this.#session.post('/url', { url });
    const arrived = `if (globalThis.__leaving === true) return false; ${onStart}; return true;`;
    await this.#until(arrived, url);
    await this.#until("return document.readyState === 'complete';", url);
  }

  async #until(condition: string, url: string): Promise<void> {
    const deadline = Date.now() + 30_000;
    while (!(await this.#isTrue(condition))) {
      if (Date.now() > deadline) throw new Error(`${url} did not load within 30 s.`);
      await new Promise(resolve => setTimeout(resolve, 10));
    }
  }

  /** While the document changes, a script may be thrown away with the old one. */
  async #isTrue(condition: string): Promise<boolean> {
    return this.#session.execute(condition).then(
      value => value === true,
      (error: unknown) => {
        if (error instanceof LostSessionError) throw error;
        return false;
      },
    );
  }

  async url(): Promise<string> {
    return z.string().parse(await this.#session.get('/url'));
  }

  /** Calls the function whose source is `functionSource` with one JSON argument; waits for a promise. */
  call(functionSource: string, argument?: unknown): Promise<unknown> {
    return this.#session.execute(`return (${functionSource})(arguments[0]);`, argument ?? null);
  }

  /**
   * Gives the page the size asked for, in CSS pixels. The window is at least 447 px wide: for a narrower
   * layout a test uses a narrower container.
   */
  async setViewportSize({ width, height }: { width: number; height: number }): Promise<void> {
    const size = 'return { width: innerWidth, height: innerHeight };';
    // The frame's thickness is only known once the window manager (or its absence) has settled it.
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const inner = sizeSchema.parse(await this.#session.execute(size));
      if (inner.width === width && inner.height === height) return;
      const outer = sizeSchema.parse(await this.#session.get('/window/rect'));
      await this.#session.post(
        '/window/rect',
        centred({
          width: outer.width + width - inner.width,
          height: outer.height + height - inner.height,
        }),
      );
      await this.#session.execute(
        'return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())));',
      );
    }
  }

  /** A PNG of the viewport. */
  async screenshot(): Promise<Buffer> {
    return Buffer.from(z.string().parse(await this.#session.get('/screenshot')), 'base64');
  }

  releaseActions(): Promise<void> {
    return this.#session.releaseActions();
  }

  /** Ends the browser, its server and its screen; safe to call once, whatever state they are in. */
  async close(): Promise<void> {
    await this.#session.close().catch(() => undefined);
    process.off('exit', this.#end);
    this.#end();
  }
}
