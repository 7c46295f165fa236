import type { LiveBrowser } from './live-browser.ts';

/** A person before the hosted page: sees what is on the screen, presses what can be pressed. */
export class Signer {
  readonly browser: LiveBrowser;

  constructor(browser: LiveBrowser) {
    this.browser = browser;
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
    await this.browser.waitFor(name => {
      const element = document.querySelector('sign-session')?.shadowRoot?.querySelector('.screen');
      return element?.localName === `sign-session-${name}`;
    }, screen);
  }

  /** Waits until the screen says something. */
  async reads(words: string): Promise<void> {
    await this.browser.waitFor(wanted => {
      const element = document.querySelector('sign-session')?.shadowRoot?.querySelector('.screen');
      return element?.shadowRoot?.textContent?.replaceAll(/\s+/g, ' ').includes(wanted);
    }, words);
  }

  /** Waits until the screen no longer says something. */
  async readsNoMore(words: string): Promise<void> {
    await this.browser.waitFor(unwanted => {
      const element = document.querySelector('sign-session')?.shadowRoot?.querySelector('.screen');
      return element?.shadowRoot?.textContent?.replaceAll(/\s+/g, ' ').includes(unwanted) === false;
    }, words);
  }

  /** Waits until the document's first page is drawn: a canvas that is not one colour all over. */
  async seesDocument(): Promise<void> {
    await this.browser.waitFor(() => {
      const find = (root: Document | ShadowRoot): HTMLCanvasElement | null => {
        for (const element of root.querySelectorAll('*')) {
          if (element instanceof HTMLCanvasElement && element.width > 100) return element;
          const inside = element.shadowRoot && find(element.shadowRoot);
          if (inside) return inside;
        }
        return null;
      };
      const canvas = find(document);
      const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
      if (pixels === undefined) return false;
      for (let at = 0; at < pixels.length; at += 4) if (pixels[at] !== pixels[0]) return true;
      return false;
    });
  }

  /** Ticks the box and presses the primary button. */
  async accepts(): Promise<void> {
    await this.browser.click('input[type=checkbox]');
    await this.browser.click('button[type=submit]');
  }

  /** Goes with the Tab key to a control, by its words or its label. */
  async tabsTo(words: string): Promise<void> {
    for (let presses = 0; presses < 40; presses++) {
      await this.browser.press('Tab');
      const here = await this.browser.evaluate(() => {
        let focused = document.activeElement;
        while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
        const label = focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : undefined;
        return `${focused?.getAttribute('aria-label') ?? ''} ${label ?? ''} ${focused?.textContent ?? ''}`;
      });
      if (here.replaceAll(/\s+/g, ' ').includes(words)) return;
    }
    throw new Error(`${this.browser.name}: Tab never comes to “${words}”`);
  }
}
