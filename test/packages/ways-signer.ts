import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { DrivenWindow } from '../support/driven-browser.ts';
import { PATIENCE_MS } from '../support/patience.ts';

/** From the first look on, what the page's policy refuses is written down. */
const WATCH = `
  if (globalThis.refused === undefined) {
    globalThis.refused = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      globalThis.refused.push([effectiveDirective, blockedURI, sample].join(' '));
    });
  }`;

const REFUSED = `return globalThis.refused;`;

/** Visible elements that a selector fits and that contain the words, also within open shadow roots; no elements around them. */
const FIND = `${WATCH}
  const [selector, words] = arguments;
  const found = [];
  const look = root => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) look(element.shadowRoot);
      const fits = element.matches(selector) && element.textContent.includes(words) && element.checkVisibility();
      if (fits) found.push(element);
    }
  };
  look(document);
  const [element] = found;`;

const IS_THERE = `${FIND} return element !== undefined;`;

/** The headings and paragraphs that are visible, also within open shadow roots. */
const SHOWN = `
  const shown = [];
  const look = root => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) look(element.shadowRoot);
      if (element.matches('h2, p, label, button') && element.checkVisibility()) shown.push(element.textContent.trim());
    }
  };
  look(document);
  return shown.join(' | ');`;

/** Where it can be pressed. Null before it is there, while something else lies over it, or while it comes into view. */
const PLACE_OF = `${FIND}
  if (element === undefined) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + Math.min(width / 2, 20), top + height / 2];
  let hit = document.elementFromPoint(x, y);
  for (;;) {
    const inner = hit?.shadowRoot?.elementFromPoint(x, y) ?? hit;
    if (inner === hit) break;
    hit = inner;
  }
  if (element.contains(hit)) return { x, y };
  element.scrollIntoView({ block: 'center' });
  return null;`;

/** Where its frame is. Null while that comes into view. */
const PLACE_OF_FRAME = `
  const frame = document.querySelector('iframe');
  const { left, top, bottom } = frame.getBoundingClientRect();
  if (top >= 0 && bottom <= innerHeight) return { x: left + frame.clientLeft, y: top + frame.clientTop };
  frame.scrollIntoView({ block: 'center' });
  return null;`;

const placeSchema = z.object({ x: z.number(), y: z.number() });

/**
 * Asks again and again until there is an answer. A page that is just left, or not there yet, gives none.
 *
 * @throws Error with the last failure as its cause
 */
export async function until<T>(what: string, ask: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  let cause: unknown;
  for (;;) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > deadline) throw new Error(`It did not come: ${what}.`, { cause });
    await setTimeout(25);
  }
}

/** A person before a window of any engine, with a mouse and keys. */
export class WindowSigner {
  readonly #window: DrivenWindow;
  readonly #run: DrivenWindow['run'];
  readonly #isInFrame: boolean;

  /** @param where the page that the person looks at: the window's, or the one in its frame */
  constructor(window: DrivenWindow, where: 'page' | 'frame' = 'page') {
    this.#window = window;
    this.#isInFrame = where === 'frame';
    this.#run = (...call) => (this.#isInFrame ? window.runInFrame(...call) : window.run(...call));
  }

  /** Signs by click, from the first screen to the last, on a page whose policy refuses nothing. */
  async signs(): Promise<void> {
    const agrees = async () => {
      await this.presses('input[type=checkbox]');
      await this.presses('button', 'Agree and sign');
    };
    await agrees();
    // Who is too early is told when the document is open, and that the box is empty.
    await until('the end', async () => {
      if (await this.#sees('Document signed')) return true;
      if ((await this.#sees('You can sign now')) || (await this.#sees('Tick the box'))) await agrees();
      return false;
    }).catch(async (cause: unknown) => {
      throw new Error(`The end did not come. There is: ${String(await this.#run(SHOWN))}`, { cause });
    });
    assert.deepEqual(await this.#run(REFUSED), []);
  }

  /** Presses what has these words on it. */
  async presses(selector: string, words = ''): Promise<void> {
    const { x, y } = await until(`${selector} ${words}`, () => this.#placeOf(selector, words));
    await this.#window.click(x, y);
  }

  /** In CSS pixels of the window's page. */
  async #placeOf(selector: string, words: string): Promise<z.infer<typeof placeSchema> | undefined> {
    const frame = this.#isInFrame ? await this.#window.run(PLACE_OF_FRAME) : { x: 0, y: 0 };
    const place = await this.#run(PLACE_OF, selector, words);
    if (frame === null || place === null) return undefined;
    const [around, inner] = [placeSchema.parse(frame), placeSchema.parse(place)];
    return { x: around.x + inner.x, y: around.y + inner.y };
  }

  async #sees(words: string): Promise<boolean> {
    return (await this.#run(IS_THERE, 'h2, p, [role]', words)) === true;
  }
}
