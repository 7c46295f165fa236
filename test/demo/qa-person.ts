import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';

/** Somebody from QA before the console. */
export class QaPerson {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** A signer's widget on its device, from 1. */
  widget(signer = 1): Locator {
    return this.#page.locator('sign-session').nth(signer - 1);
  }

  /** Makes the session that the settings describe, and waits until its document can be read. */
  async creates(): Promise<void> {
    await this.#page.evaluate(markOldWidgets);
    await this.#page.keyboard.press('Control+Enter');
    await this.#page.locator('sign-session[data-ready]:not([data-old])').first().waitFor();
  }

  /** Accepts on the device, once the document can be read. */
  async accepts(signer = 1): Promise<void> {
    const widget = this.widget(signer);
    await expect(widget).toHaveAttribute('data-ready');
    await widget.getByRole('checkbox').check();
    await widget.locator('button[type=submit]').click();
  }

  /** Signs on the device, and waits for the evidence. */
  async signs(): Promise<void> {
    await this.accepts();
    await this.#page.locator('qa-evidence pre').waitFor();
  }

  async opensTab(name: string): Promise<void> {
    // Its name may be followed by how much there is.
    await this.#page.getByRole('tab', { name: new RegExp(`^${name}\\b`) }).click();
  }

  /** Saves a file of the evidence under the name that the browser would give it. @returns its path */
  async downloads(name: string, folder: string): Promise<string> {
    const [download] = await Promise.all([
      this.#page.waitForEvent('download'),
      this.#page.locator('qa-evidence').getByRole('link', { name }).click(),
    ]);
    const file = path.join(folder, download.suggestedFilename());
    await download.saveAs(file);
    return file;
  }

  /** Opens the form, where there is no scenario for what is wanted. */
  async customises(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Customise' }).click();
  }

  /** Runs a scenario by its name, and waits until the console has set it up. */
  async runs(name: string): Promise<void> {
    await this.#page.getByRole('searchbox', { name: /^Search/ }).fill(name);
    await this.#page.getByRole('button', { name: `Run: ${name}`, exact: true }).click();
    await this.#page.getByRole('heading', { name, exact: true }).waitFor();
  }

  /** Waits for what the console says of the scenario. */
  async finds(verdict: 'As expected' | 'As expected so far' | 'Not as expected'): Promise<void> {
    await expect(this.#page.locator('qa-run .verdict')).toHaveText(new RegExp(`^\\s*. ${verdict}\\s*$`));
  }

  /** Enters the newest code of the inbox, or another one. */
  async enters(code?: string): Promise<void> {
    const field = this.widget().locator('input[autocomplete="one-time-code"]');
    await field.waitFor();
    if (code === undefined) await this.opensTab('Inbox');
    const newest = this.#page.locator('qa-inbox .code strong').first();
    await field.fill(code ?? (await newest.innerText()));
  }

  /** The tabs of which something is out of sight. */
  hiddenTabs(): Promise<string[]> {
    return this.#page.getByRole('tab').evaluateAll(tabs =>
      tabs
        .filter(tab => {
          const { left, right } = tab.getBoundingClientRect();
          const list = tab.parentElement?.getBoundingClientRect();
          return list === undefined || left < list.left - 1 || right > list.right + 1;
        })
        .map(tab => tab.textContent.trim()),
    );
  }

  /** Opens the menu at the top, and one of its windows. */
  async opensWindow(name: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'More', exact: true }).click();
    await this.#page.getByRole('button', { name }).click();
  }

  /** Address, storage, history, and all text and attributes, in every shadow root and every field. */
  everythingOnThePage(): Promise<string> {
    return this.#page.evaluate(readEverything);
  }

  /** The controls in view that are lower than a finger needs; the widget's own are not looked at. */
  smallControls(): Promise<string[]> {
    return this.#page.evaluate(findSmallControls);
  }

  /**
   * Presses Tab until the focus has been everywhere.
   *
   * @returns the console's controls that it never came to; the widget's own are not looked for.
   */
  async unreachedControls(): Promise<string[]> {
    // The widget between them has a few stops of its own.
    const presses = (await this.#page.evaluate(markControls)) + 40;
    for (let press = 0; press < presses; press += 1) {
      await this.#page.keyboard.press('Tab');
      if ((await this.#page.evaluate(reachFocus)) === 0) break;
    }
    return this.#page
      .locator('[data-unreached]')
      .evaluateAll(left =>
        left.map(({ localName, id, ariaLabel, textContent }) =>
          [localName, id, ariaLabel ?? textContent.trim()].join(' '),
        ),
      );
  }
}

/** Runs in the page: marks the widgets that are there now. */
function markOldWidgets(): void {
  const visit = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      if (element.localName === 'sign-session') element.dataset['old'] = '';
      else if (element.shadowRoot !== null) visit(element.shadowRoot);
    }
  };
  visit(document);
}

/** Runs in the page: marks every stop that the tab order should have, outside the widget. @returns how many there are */
function markControls(): number {
  let marked = 0;
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- its source travels into the page alone
  const isStop = (element: HTMLElement): boolean =>
    element.matches('a[href], button, input, select, summary, [tabindex="0"]') &&
    element.checkVisibility() &&
    // A group of radio buttons is one stop, and so is a list of tabs: arrow keys go on from there.
    !element.matches('[type="radio"]:not(:checked), [role="tab"][aria-selected="false"]');
  const visit = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      if (isStop(element)) {
        element.dataset['unreached'] = '';
        marked += 1;
      }
      if (element.shadowRoot !== null && element.localName !== 'sign-session') visit(element.shadowRoot);
    }
  };
  visit(document);
  document.documentElement.dataset['left'] = String(marked);
  return marked;
}

/** Runs in the page. */
function findSmallControls(): string[] {
  const found: string[] = [];
  const visit = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      const isControl = element.matches('button, select, summary, input:not([type="checkbox"])');
      const { height } = element.getBoundingClientRect();
      if (isControl && height > 1 && height < 43.5 && element.checkVisibility({ visibilityProperty: true }))
        found.push(`${element.localName} ${element.ariaLabel ?? element.textContent.trim()}: ${height}`);
      if (element.shadowRoot !== null && element.localName !== 'sign-session') visit(element.shadowRoot);
    }
  };
  visit(document);
  return found;
}

/** Runs in the page: takes the mark off what has the focus. @returns how many marks are left */
function reachFocus(): number {
  const counter = document.documentElement.dataset;
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (element?.hasAttribute('data-unreached')) {
    element.removeAttribute('data-unreached');
    counter['left'] = String(Number(counter['left']) - 1);
  }
  return Number(counter['left']);
}

/** Runs in the page. */
function readEverything(): string {
  const found = [location.href, JSON.stringify(history.state), document.cookie];
  for (const storage of [localStorage, sessionStorage]) found.push(JSON.stringify(storage));
  const visit = (root: Document | ShadowRoot): void => {
    found.push(root.textContent ?? '');
    for (const element of root.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) found.push(`${name}=${value}`);
      if (element instanceof HTMLInputElement) found.push(element.value);
      if (element.shadowRoot !== null) visit(element.shadowRoot);
    }
  };
  visit(document);
  return found.join('\n');
}
