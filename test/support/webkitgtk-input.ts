import { webDriverKey } from './webdriver-keys.ts';
import type { WebDriver } from './webdriver.ts';

export type MouseButton = 'left' | 'middle' | 'right';
interface ButtonOption {
  button?: MouseButton | undefined;
}

const BUTTONS: Readonly<Record<MouseButton, number>> = { left: 0, middle: 1, right: 2 };

/** Puts the actions of one input device into the protocol's shape. */
class Device {
  readonly #session: WebDriver;
  readonly #source: Record<string, unknown>;

  constructor(session: WebDriver, source: Record<string, unknown>) {
    this.#session = session;
    this.#source = source;
  }

  async perform(...actions: Record<string, unknown>[]): Promise<void> {
    await this.#session.post('/actions', { actions: [{ ...this.#source, actions }] });
  }
}

/** The same calls as Playwright's and Puppeteer's `page.keyboard`. */
export class Keyboard {
  readonly #device: Device;

  constructor(session: WebDriver) {
    this.#device = new Device(session, { type: 'key', id: 'keyboard' });
  }

  type(text: string): Promise<void> {
    return this.#device.perform(
      ...Array.from(text).flatMap(value => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    );
  }

  /** One key or a chord such as `Shift+Tab`. */
  press(chord: string): Promise<void> {
    const keys = chord === '+' ? ['+'] : chord.split('+').map(webDriverKey);
    const downs = keys.map(value => ({ type: 'keyDown', value }));
    const ups = keys.toReversed().map(value => ({ type: 'keyUp', value }));
    return this.#device.perform(...downs, ...ups);
  }

  down(key: string): Promise<void> {
    return this.#device.perform({ type: 'keyDown', value: webDriverKey(key) });
  }

  up(key: string): Promise<void> {
    return this.#device.perform({ type: 'keyUp', value: webDriverKey(key) });
  }
}

/** The same calls as Playwright's and Puppeteer's `page.mouse`; positions in CSS pixels of the viewport. */
export class Mouse {
  readonly #device: Device;

  constructor(session: WebDriver) {
    this.#device = new Device(session, {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
    });
  }

  move(x: number, y: number): Promise<void> {
    return this.#device.perform({ type: 'pointerMove', duration: 0, x, y });
  }

  click(x: number, y: number, { button = 'left' }: ButtonOption = {}): Promise<void> {
    return this.#device.perform(
      { type: 'pointerMove', duration: 0, x, y },
      { type: 'pointerDown', button: BUTTONS[button] },
      { type: 'pointerUp', button: BUTTONS[button] },
    );
  }

  down({ button = 'left' }: ButtonOption = {}): Promise<void> {
    return this.#device.perform({ type: 'pointerDown', button: BUTTONS[button] });
  }

  up({ button = 'left' }: ButtonOption = {}): Promise<void> {
    return this.#device.perform({ type: 'pointerUp', button: BUTTONS[button] });
  }
}
