import { FIRST_PROVIDER } from './cloud.ts';
import { MAGIC_CODES } from './outcomes.ts';
import { realNow, realPause } from './real-time.ts';

/** An event of the element, in plain values. */
export interface HeardEvent {
  readonly name: string;
  /** The event's own members, such as `step`, `code`, `receipt`. */
  readonly detail: Readonly<Record<string, unknown>>;
}

const EVENTS = [
  'sign-ready',
  'sign-step',
  'sign-completed',
  'sign-declined',
  'sign-expired',
  'sign-failed',
  'sign-error',
  'sign-interrupted',
  'sign-redirect',
  'sign-close',
] as const;
export type EventName = (typeof EVENTS)[number];

/** The screens on which documents are accepted: one, or several. */
const ACCEPTING = ['accept', 'batch'];

const CONSENT = 'input[type="checkbox"]';

/** Between two presses of the same button, ms. */
const PRESS_AGAIN = 200;

/** The primary button of a screen: of its form, or beside one. */
export const PRIMARY = 'button:is([type="submit"], [part="submit"])';

/** The first of several ways to a certificate. */
export const FIRST_WAY = '.ways li:first-child button';

/** Between two looks, ms. */
const PAUSE = 20;

/** Below the five seconds after which Vitest and Jest end a test: theirs says only that it took too long. */
const MOCK_TIMEOUT = 4000;

/** The element itself loads a document, workers and fonts, in a browser whose runner waits longer. */
const ELEMENT_TIMEOUT = 10_000;

/**
 * Works `<sign-session>`, or its mock, as a signer does, through its shadow roots: by focus and activation, as from a
 * keyboard. Every method waits until the signer could do that.
 */
export class SignSessionHarness {
  readonly #element: HTMLElement;
  readonly #timeout: number;
  /** What was shown before the harness was made; undefined where it saw the start. */
  #before: string | undefined;
  /** What the element told since the harness was made, in order. */
  readonly events: HeardEvent[] = [];

  /**
   * @param element best one that is not yet started, so that no event is missed. It may be in a frame's document.
   * @param timeout ms that a method waits before it throws. Default 4 s for the mock, 10 s for the element.
   */
  constructor(element: HTMLElement, { timeout }: { readonly timeout?: number } = {}) {
    this.#element = element;
    const usual = 'isMockSignSession' in element ? MOCK_TIMEOUT : ELEMENT_TIMEOUT;
    this.#timeout = timeout ?? usual;
    for (const name of EVENTS) {
      element.addEventListener(name, event => this.events.push({ name, detail: membersOf(event) }));
    }
    void this.#lookBack();
  }

  async #lookBack(): Promise<void> {
    const element: HTMLElement & { diagnostics?: () => Promise<{ readonly screen: string }> } = this.#element;
    const { screen } = (await element.diagnostics?.().catch(() => undefined)) ?? {};
    if (screen !== 'loading' && !this.events.some(({ name }) => name === 'sign-step')) this.#before = screen;
  }

  /** The present screen's name, as in `sign-step`; undefined before the first. */
  get step(): string | undefined {
    const step = this.events.findLast(({ name }) => name === 'sign-step')?.detail['step'];
    return typeof step === 'string' ? step : this.#before;
  }

  /** Waits for a screen. @throws Error when it does not come */
  async shows(step: string): Promise<void> {
    await this.#until(() => this.step === step, `the screen ${step}`);
  }

  /**
   * Waits for an event, which may have come already.
   *
   * @returns the latest of that name
   * @throws RangeError for a name that no event of the element has
   */
  async hears(name: EventName): Promise<HeardEvent> {
    requireEvents([name]);
    return this.#until(() => this.events.findLast(event => event.name === name), name);
  }

  /** Ticks the consent and goes on, once the documents can be read: until that is done, or `sign-error` says why not. */
  async accept(): Promise<void> {
    await this.#until(() => ACCEPTING.includes(this.step ?? ''), `the screen ${ACCEPTING.join(' or ')}`);
    if (this.#before === undefined) await this.hears('sign-ready');
    await this.#control(CONSENT);
    const known = this.#errors;
    let next = 0;
    await this.#until(() => {
      const box = this.#find(CONSENT);
      if (box === undefined || this.#errors > known) return true;
      // Before the document is shown, the box stays empty.
      if ('checked' in box && box.checked !== true) activate(box);
      const button = realNow() < next ? undefined : this.#find(PRIMARY);
      if (button === undefined) return false;
      // A press before the last document is there only says so.
      next = realNow() + PRESS_AGAIN;
      activate(button);
      return false;
    }, 'the acceptance');
  }

  get #errors(): number {
    return this.events.filter(({ name }) => name === 'sign-error').length;
  }

  /** Types a one-time code and confirms it. Default: the right one of a fake session. */
  async enterCode(code: string = MAGIC_CODES.right): Promise<void> {
    await this.shows('otp');
    const field = await this.#control('input[autocomplete="one-time-code"]');
    field.focus();
    Object.assign(field, { value: code });
    // What was typed digit by digit waits for the button.
    field.dispatchEvent(new InputEvent('input', { inputType: 'insertText', bubbles: true }));
    await this.continue();
  }

  /** Authorises at a provider of certificates in the cloud. @param provider its name; default: the first one's */
  async authorizeInCloud(provider: string = FIRST_PROVIDER): Promise<void> {
    const choice = () =>
      this.#radios('provider').find(each => textOf(each.parentElement ?? each) === provider);
    // Of several ways to a certificate that in the cloud is the first, and nobody is asked before it is chosen.
    const first = await this.#until(() => choice() ?? this.#find(FIRST_WAY), 'the providers');
    if (first.matches(FIRST_WAY)) activate(first);
    activate(await this.#until(choice, `the provider “${provider}”`));
    await this.continue();
  }

  /** Presses the primary button of the screen. */
  async continue(): Promise<void> {
    activate(await this.#control(PRIMARY));
  }

  /** Presses a button or link by its accessible text, spaces folded. */
  async press(text: string): Promise<void> {
    const find = () =>
      [...deep(this.#element)].find(
        each => each.matches('button, a, summary') && textOf(each) === text && isShown(each),
      );
    activate(await this.#until(find, `a button “${text}”`));
  }

  /** Waits until the element shows a text, spaces folded. */
  async says(text: string): Promise<void> {
    const isSaid = () => [...deep(this.#element)].some(each => isShown(each) && textOf(each).includes(text));
    await this.#until(isSaid, `“${text}”`);
  }

  /** @throws Error unless events with these names were told in this order; others may stand between them */
  expectOrder(...names: readonly EventName[]): void {
    requireEvents(names);
    let from = 0;
    for (const name of names) {
      const at = this.events.findIndex((event, index) => index >= from && event.name === name);
      if (at === -1) {
        throw new Error(`Expected ${names.join(', ')} in this order; told were ${this.#told}.`);
      }
      from = at + 1;
    }
  }

  /** What the element told, for messages. */
  get #told(): string {
    const told = this.events.map(({ name, detail }) => {
      const [what] = [detail['code'], detail['reason'], detail['step']].filter(
        each => typeof each === 'string',
      );
      return what === undefined ? name : `${name} (${what})`;
    });
    return told.join(', ') || 'none';
  }

  #radios(name: string): HTMLElement[] {
    return [...deep(this.#element)].filter(
      each => each.matches(`input[type="radio"][name="${name}"]`) && isShown(each),
    );
  }

  #control(selector: string): Promise<HTMLElement> {
    return this.#until(() => this.#find(selector), selector);
  }

  /** A control that is shown and can be used. */
  #find(selector: string): HTMLElement | undefined {
    return [...deep(this.#element)].find(
      each => each.matches(selector) && each.ariaDisabled !== 'true' && isShown(each),
    );
  }

  async #until<T>(find: () => T | undefined | false, what: string): Promise<T> {
    const end = realNow() + this.#timeout;
    for (;;) {
      const found = find();
      if (found !== undefined && found !== false) return found;
      if (realNow() > end) {
        throw new Error(
          `Waited ${this.#timeout} ms for ${what}; on ${this.step ?? 'no screen'}; told were ${this.#told}.`,
        );
      }
      await realPause(PAUSE);
    }
  }
}

/** @throws RangeError for callers without types */
function requireEvents(names: readonly string[]): void {
  const unknown = names.filter(name => !EVENTS.some(known => known === name));
  if (unknown.length > 0)
    throw new RangeError(`The element has no event ${unknown.join(', ')}. It has ${EVENTS.join(', ')}.`);
}

/** All elements within, through open shadow roots. */
function* deep(root: Element | ShadowRoot): Generator<HTMLElement> {
  for (const child of root.children) {
    if (isHtml(child)) yield child;
    if (child.shadowRoot !== null) yield* deep(child.shadowRoot);
    yield* deep(child);
  }
  if ('shadowRoot' in root && root.shadowRoot !== null && root.localName === 'sign-session') {
    yield* deep(root.shadowRoot);
  }
}

/** By what it can do: one in a frame's document is no instance of this page's class. */
const isHtml = (element: Element): element is HTMLElement => 'click' in element;

/** A click without a pointer, as Enter and Space give it. */
function activate(control: HTMLElement): void {
  control.focus();
  control.click();
}

/** A screen that another lies over stays, hidden. DOMs without layout show everything. */
const isShown = (element: HTMLElement & { checkVisibility?: () => boolean }): boolean =>
  element.checkVisibility?.() ?? true;

const textOf = (element: Element): string =>
  (element.getAttribute('aria-label') ?? element.textContent).replaceAll(/\s+/g, ' ').trim();

/** The members that the event's own class gave it. */
function membersOf(event: Event): Readonly<Record<string, unknown>> {
  const own = Object.entries(event).filter(([name]) => name !== 'isTrusted');
  return Object.fromEntries(own);
}
