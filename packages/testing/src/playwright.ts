/** For Playwright: fake sessions behind a server, and a signer before the page's element. */
import { expect, test as base, type Locator, type Page } from '@playwright/test';
import { FIRST_PROVIDER } from './cloud.ts';
import { FIRST_WAY, PRIMARY } from './harness.ts';
import type { FakeSessionOptions } from './fake-session-options.ts';
import { serveFakeSession, type ServedSession } from './node.ts';
import { MAGIC_CODES } from './outcomes.ts';

/** A signer before the `<sign-session>` of a page. Every method waits until the signer could do that. */
export class PageSigner {
  /** The element. Locators look into its shadow roots. */
  readonly widget: Locator;

  /** @param selector of the element, where the page has several */
  constructor(page: Page, selector = 'sign-session') {
    this.widget = page.locator(selector);
  }

  /** Waits for a screen, by its name in `sign-step`. */
  async shows(step: string): Promise<void> {
    await expect.poll(() => this.#screen(), { message: `the screen ${step}` }).toBe(step);
  }

  #screen(): Promise<string> {
    return this.widget.evaluate(readScreen);
  }

  /** Ticks the consent and goes on, once the documents can be read: a press before that only says so. */
  async accept(): Promise<void> {
    await expect.poll(() => this.#isAccepting(), { message: 'the screen accept or batch' }).toBe(true);
    const box = this.widget.getByRole('checkbox');
    await expect(async () => {
      if (await this.#isAccepting()) {
        // Before the document is shown, the box stays empty.
        if (!(await box.isChecked())) await box.click();
        await this.continue();
      }
      expect(await this.#isAccepting()).toBe(false);
    }).toPass();
  }

  /** The screen of several documents stays where a certificate signs them, without the consent. */
  async #isAccepting(): Promise<boolean> {
    const isThere = ['accept', 'batch'].includes(await this.#screen());
    return isThere && (await this.widget.getByRole('checkbox').isVisible());
  }

  /** Types a one-time code and confirms it. Default: the right one of a fake session. */
  async enterCode(code: string = MAGIC_CODES.right): Promise<void> {
    const field = this.widget.locator('input[autocomplete="one-time-code"]');
    await field.clear();
    await field.pressSequentially(code);
    await this.continue();
  }

  /** Authorises at a provider of certificates in the cloud. @param provider its name; default: the first one's */
  async authorizeInCloud(provider: string = FIRST_PROVIDER): Promise<void> {
    const choice = this.widget.getByRole('radio', { name: provider, exact: true });
    const ways = this.widget.locator(FIRST_WAY);
    await choice.or(ways).first().waitFor();
    // Of several ways to a certificate that in the cloud is the first, and nobody is asked before it is chosen.
    if (await ways.isVisible()) await ways.click();
    await choice.check();
    await this.continue();
  }

  /** Presses the primary button of the screen. */
  async continue(): Promise<void> {
    await this.widget.locator(`.screen ${PRIMARY}`).click();
  }

  /** Presses a button by its accessible name. */
  async press(name: string | RegExp): Promise<void> {
    await this.widget.getByRole('button', { name }).click();
  }
}

/** Runs in the page. */
async function readScreen(
  element: Element & { diagnostics?: () => Promise<{ screen: string }> },
): Promise<string> {
  const diagnostics = await element.diagnostics?.();
  return diagnostics?.screen ?? 'none: the element is not defined';
}

export interface SigningFixtures {
  /** Serves a fake session until the end of the test: give `session.clientSecret` and `url` to your page. */
  readonly serveSession: (options?: FakeSessionOptions) => Promise<ServedSession>;
}

export const test = base.extend<SigningFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures off the pattern
  serveSession: async ({}, use) => {
    const served: ServedSession[] = [];
    await use(async options => {
      const one = await serveFakeSession(options);
      served.push(one);
      return one;
    });
    for (const one of served) await one.close();
  },
});

export { expect };
