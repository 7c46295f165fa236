import type { DrivenWindow } from './driven-browser.ts';
import type { WebDriver } from './webdriver.ts';
import type { Keyboard, Mouse } from './webkitgtk-input.ts';

/** What all windows of one WebKitGTK have in common: the driver looks at one of them at a time. */
export interface WebKitGtkInput {
  readonly driver: WebDriver;
  readonly keyboard: Keyboard;
  readonly mouse: Mouse;
}

/** One of its windows, by the handle that the driver knows it by. */
export class WebKitGtkWindow implements DrivenWindow {
  readonly #handle: string;
  readonly #input: WebKitGtkInput;

  constructor(handle: string, input: WebKitGtkInput) {
    this.#handle = handle;
    this.#input = input;
  }

  async run(body: string, ...args: unknown[]): Promise<unknown> {
    await this.#lookAt();
    return this.#input.driver.execute(body, ...args);
  }

  async runInFrame(body: string, ...args: unknown[]): Promise<unknown> {
    await this.#lookAt();
    const { driver } = this.#input;
    const id = await driver.post('/element', { using: 'css selector', value: 'iframe' });
    await driver.post('/frame', { id });
    try {
      return await driver.execute(body, ...args);
    } finally {
      await driver.post('/frame', { id: null });
    }
  }

  async click(x: number, y: number): Promise<void> {
    await this.#lookAt();
    await this.#input.mouse.click(x, y);
  }

  async press(key: string): Promise<void> {
    await this.#lookAt();
    await this.#input.keyboard.press(key);
  }

  async #lookAt(): Promise<void> {
    await this.#input.driver.post('/window', { handle: this.#handle });
  }
}
