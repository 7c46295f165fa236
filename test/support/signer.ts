import type { LiveBrowser } from './live-browser.ts';

/** A person before the hosted page: sees what is on the screen, presses what can be pressed. */
export class Signer {
  readonly browser: LiveBrowser;
  readonly #widget: string;

  /** @param widget finds the signer's own where a page has several */
  constructor(browser: LiveBrowser, widget = 'sign-session') {
    this.browser = browser;
    this.#widget = widget;
  }

  /** Opens the signer's link. */
  open(link: string): Promise<void> {
    return this.browser.goto(link);
  }

  /** Reloads the page, and waits until the old one is gone. */
  async reloads(): Promise<void> {
    await this.browser.evaluate(() => {
      document.documentElement.dataset['old'] = 'yes';
      location.reload();
    });
    await this.browser.waitFor(() => document.documentElement.dataset['old'] === undefined);
  }

  /** Waits for a screen, by the name of its element without `sign-session-`. */
  async sees(screen: string): Promise<void> {
    await this.browser.waitFor(
      ([widget, name]) => {
        const element = document.querySelector(widget)?.shadowRoot?.querySelector('.screen');
        return element?.localName === `sign-session-${name}`;
      },
      [this.#widget, screen] as const,
    );
  }

  /** Waits until the screen says something. @param timeout in milliseconds */
  async reads(words: string, timeout?: number): Promise<void> {
    await this.browser.waitFor(
      ([widget, wanted]) => {
        const element = document.querySelector(widget)?.shadowRoot?.querySelector('.screen');
        return element?.shadowRoot?.textContent?.replaceAll(/\s+/g, ' ').includes(wanted);
      },
      [this.#widget, words] as const,
      timeout,
    );
  }

  /** Waits until the screen no longer says something. */
  async readsNoMore(words: string): Promise<void> {
    await this.browser.waitFor(
      ([widget, unwanted]) => {
        const element = document.querySelector(widget)?.shadowRoot?.querySelector('.screen');
        return element?.shadowRoot?.textContent?.replaceAll(/\s+/g, ' ').includes(unwanted) === false;
      },
      [this.#widget, words] as const,
    );
  }

  /** Waits until the document's first page is drawn: a canvas that is not one colour all over. */
  async seesDocument(): Promise<void> {
    await this.browser.waitFor(widget => {
      const find = (root: Document | ShadowRoot): HTMLCanvasElement | null => {
        for (const element of root.querySelectorAll('*')) {
          if (element instanceof HTMLCanvasElement && element.width > 100) return element;
          const inside = element.shadowRoot && find(element.shadowRoot);
          if (inside) return inside;
        }
        return null;
      };
      const around = document.querySelector(widget)?.shadowRoot;
      const canvas = around && find(around);
      const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
      if (pixels === undefined) return false;
      for (let at = 0; at < pixels.length; at += 4) if (pixels[at] !== pixels[0]) return true;
      return false;
    }, this.#widget);
  }

  /** Waits until the document may be accepted: a moment after its first page is drawn, when it was looked through. */
  async mayAccept(): Promise<void> {
    await this.browser.waitFor(widget => {
      const screen = document.querySelector(widget)?.shadowRoot?.querySelector('.screen');
      return screen && Reflect.get(screen, 'sight') !== 'opening';
    }, this.#widget);
  }

  /** Ticks the box and presses the primary button, once it is taken. */
  async accepts(): Promise<void> {
    await this.mayAccept();
    await this.browser.click({ selector: 'input[type=checkbox]', within: this.#widget });
    await this.browser.click({ selector: 'button[type=submit]', within: this.#widget });
  }

  /** Goes with the Tab key to a control, by its words or its label. */
  async tabsTo(words: string): Promise<void> {
    for (let presses = 0; presses < 40; presses++) {
      await this.browser.press('Tab');
      const here = await this.browser.evaluate(() => {
        let focused = document.activeElement;
        while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
        const label =
          focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement
            ? focused.labels?.[0]?.textContent
            : undefined;
        return `${focused?.getAttribute('aria-label') ?? ''} ${label ?? ''} ${focused?.textContent ?? ''}`;
      });
      if (here.replaceAll(/\s+/g, ' ').includes(words)) return;
    }
    throw new Error(`${this.browser.name}: Tab never comes to “${words}”`);
  }
}
