import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';

/** Runs in the page: marks each element that said it is ready, for {@link Signer.seesDocument}. */
const MARK_READY = `
  addEventListener('sign-ready', event => event.composedPath()[0].setAttribute('data-ready', ''));`;

/** What the focus is on: its label and its text. */
function describeFocus(): string {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  const label =
    focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement
      ? focused.labels?.[0]?.textContent
      : undefined;
  const words = [
    focused?.getAttribute('aria-label') ?? focused?.getAttribute('title'),
    label,
    focused?.textContent,
  ];
  return words.join(' ').replaceAll(/\s+/g, ' ').trim();
}

/** More than the controls of any page. */
const MOST_TABS = 40;

/** Ticks the consent, which stays empty until the document is shown. */
export async function ticks(box: Locator): Promise<void> {
  await expect(async () => {
    if (!(await box.isChecked())) await box.click();
    await expect(box).toBeChecked({ timeout: 200 });
  }).toPass();
}

/** A person before a page with the widget. Playwright's locators look into open shadow roots. */
export class Signer {
  readonly page: Page;
  readonly widget: Locator;
  /** What the widget shows for the current step. */
  readonly screen: Locator;

  /** @param widget selects the signer's own where a page has several */
  constructor(page: Page, widget = 'sign-session') {
    this.page = page;
    this.widget = page.locator(widget);
    this.screen = this.widget.locator('[part=step] > .screen');
  }

  /** Prepares pages that are opened from now on: {@link seesDocument} needs it. */
  static async prepare(context: BrowserContext): Promise<void> {
    await context.addInitScript({ content: MARK_READY });
  }

  /** Opens the signer's link. */
  async open({ link }: { readonly link: string }): Promise<void> {
    await this.page.goto(link);
  }

  /** Waits until the screen says something. */
  async reads(words: string | RegExp): Promise<void> {
    await expect(this.screen).toContainText(words);
  }

  /** Waits until the document can be read, which the element tells its page. */
  async seesDocument(): Promise<void> {
    await expect(this.widget).toHaveAttribute('data-ready');
  }

  /** Ticks the box and presses the primary button. */
  async accepts(): Promise<void> {
    await this.seesDocument();
    await ticks(this.widget.getByRole('checkbox'));
    await this.screen.locator('button[type=submit]').click();
  }

  /** Fills a one-time code in at one stroke, which is then confirmed by itself. */
  async enters(code: string): Promise<void> {
    await this.widget.locator('input[autocomplete="one-time-code"]').fill(code);
  }

  /** Presses a button of the screen by its name. */
  async presses(name: string | RegExp): Promise<void> {
    await this.screen.getByRole('button', { name }).click();
  }

  /** Goes with the Tab key to a control, by its label or its text. */
  async tabsTo(words: string): Promise<void> {
    for (let presses = 0; presses < MOST_TABS; presses += 1) {
      await this.page.keyboard.press('Tab');
      const focus = await this.page.evaluate(describeFocus);
      if (focus.includes(words)) return;
    }
    throw new Error(`Tab never comes to “${words}”.`);
  }
}
