import { spawn } from 'node:child_process';
import { z } from 'zod';
import type { WebKitGtkPrograms } from './browsers.ts';
import type { DrivenBrowser, DrivenWindow } from './driven-browser.ts';
import { freePort } from './free-port.ts';
import { SCREEN, startVirtualDisplay } from './virtual-display.ts';
import { WebDriver } from './webdriver.ts';
import { Keyboard, Mouse } from './webkitgtk-input.ts';
import { WebKitGtkWindow } from './webkitgtk-window.ts';

const sizeSchema = z.object({ width: z.number(), height: z.number() });

/**
 * In the middle of the screen, where the screen's own pointer stands: without a window manager, the window
 * under the pointer is the one that has the focus, and only there do `:focus` and `document.hasFocus()` hold.
 */
function centred({ width, height }: z.infer<typeof sizeSchema>): Record<string, number> {
  const x = Math.max(0, Math.round((SCREEN.width - width) / 2));
  const y = Math.max(0, Math.round((SCREEN.height - height) / 2));
  return { x, y, width, height };
}

/** A running WebKitGTK (MiniBrowser), on a screen of its own. What is asked of it itself concerns its first window. */
export class WebKitGtk implements DrivenBrowser {
  readonly keyboard: Keyboard;
  readonly mouse: Mouse;
  readonly #driver: WebDriver;
  /** The handle of its first window. */
  readonly #first: string;
  readonly #end: () => void;

  private constructor(driver: WebDriver, first: string, end: () => void) {
    this.#driver = driver;
    this.#first = first;
    this.#end = end;
    // A test process that ends by an error leaves no browser behind.
    process.once('exit', end);
    this.keyboard = new Keyboard(driver);
    this.mouse = new Mouse(driver);
  }

  /** Starts the screen, the WebDriver server and the browser: about a second. */
  static async start(programs: WebKitGtkPrograms): Promise<WebKitGtk> {
    const display = programs.xvfb === undefined ? undefined : await startVirtualDisplay(programs.xvfb);
    const port = await freePort();
    const server = spawn(programs.webDriver, [`--port=${String(port)}`], {
      stdio: 'ignore',
      env: {
        ...process.env,
        // Painting by several threads in Mesa's software driver has crashed the page.
        WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
        ...(display === undefined ? {} : { DISPLAY: display.name }),
        GDK_BACKEND: 'x11',
        LIBGL_ALWAYS_SOFTWARE: '1',
        // No accessibility bus: on a machine without one, the browser waits for it at start.
        NO_AT_BRIDGE: '1',
      },
    });
    // Without its display MiniBrowser ends too, which the server alone does not always see to (WebKit bug 321418).
    const end = (): void => {
      server.kill();
      display?.stop();
    };
    try {
      const driver = await WebDriver.open(`http://127.0.0.1:${String(port)}`, {
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': {
          binary: programs.miniBrowser,
          args: ['--automation', '--features=+MockCaptureDevices'],
        },
      });
      return new WebKitGtk(driver, z.string().parse(await driver.get('/window')), end);
    } catch (error) {
      end();
      throw error;
    }
  }

  /** Opens `url` and waits for its `load` event. */
  async navigate(url: string): Promise<void> {
    await this.#driver.post('/url', { url });
  }

  async open(url: string): Promise<DrivenWindow> {
    await this.#driver.post('/window', { handle: this.#first });
    await this.navigate(url);
    return this.#window(this.#first);
  }

  async popup(): Promise<DrivenWindow | undefined> {
    const handles = z.array(z.string()).parse(await this.#driver.get('/window/handles'));
    const popup = handles.find(handle => handle !== this.#first);
    return popup === undefined ? undefined : this.#window(popup);
  }

  async url(): Promise<string> {
    return z.string().parse(await this.#driver.get('/url'));
  }

  /**
   * Gives the page the size asked for, in CSS pixels. The window is at least 447 px wide: for a narrower
   * layout a test uses a narrower container.
   */
  async setViewportSize({ width, height }: { width: number; height: number }): Promise<void> {
    const size = 'return { width: innerWidth, height: innerHeight };';
    // The frame's thickness is only known once the window manager (or its absence) has settled it.
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const inner = sizeSchema.parse(await this.#driver.execute(size));
      if (inner.width === width && inner.height === height) return;
      const outer = sizeSchema.parse(await this.#driver.get('/window/rect'));
      await this.#driver.post(
        '/window/rect',
        centred({
          width: outer.width + width - inner.width,
          height: outer.height + height - inner.height,
        }),
      );
      await this.#driver.execute(
        'return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())));',
      );
    }
  }

  /** A PNG of the viewport. */
  async screenshot(): Promise<Buffer> {
    return Buffer.from(z.string().parse(await this.#driver.get('/screenshot')), 'base64');
  }

  #window(handle: string): DrivenWindow {
    return new WebKitGtkWindow(handle, {
      driver: this.#driver,
      keyboard: this.keyboard,
      mouse: this.mouse,
    });
  }

  /** Lets go of all pressed keys and buttons. */
  async releaseActions(): Promise<void> {
    await this.#driver.delete('/actions');
  }

  /** Ends the browser, its server and its screen. */
  async close(): Promise<void> {
    await this.#driver.delete().catch(() => undefined);
    process.off('exit', this.#end);
    this.#end();
  }
}
