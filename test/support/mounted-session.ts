import type { SignSession } from '../../src/index.ts';
import '../../src/index.ts';
import { PATIENCE_MS } from './patience.ts';
import { BASE_URL } from './scripted-service.ts';

/** Waits until `find` gives something, looking after every frame. Fails after `timeout` ms. */
export async function until<T>(
  find: () => T | null | undefined | false,
  what: string,
  timeout = PATIENCE_MS,
): Promise<NonNullable<T>> {
  const end = performance.now() + timeout;
  for (;;) {
    const found = find();
    if (found) return found;
    if (performance.now() > end) throw new Error(`Waited ${timeout} ms for ${what}`);
    await new Promise(resolve => {
      requestAnimationFrame(resolve);
    });
  }
}

/** An element on the page, and what a signer and a host page notice of it. */
export class MountedSession {
  readonly element: SignSession;
  readonly events: string[] = [];

  private constructor(element: SignSession) {
    this.element = element;
    for (const type of EVENTS) {
      element.addEventListener(type, event => {
        const code = 'code' in event ? `:${event.code}` : '';
        this.events.push(`${type}${code}`);
      });
    }
  }

  /** Puts an element with the service's secret on the page, at the end of `parent`. */
  static mount(
    service: { readonly secret: string },
    properties: Partial<SignSession> = {},
    parent: Element = document.body,
  ): MountedSession {
    const element = document.createElement('sign-session');
    const mounted = new MountedSession(element);
    Object.assign(element, { baseUrl: BASE_URL, ...properties });
    element.clientSecret = properties.clientSecret ?? service.secret;
    parent.append(element);
    return mounted;
  }

  remove(): void {
    this.element.remove();
  }

  get root(): ShadowRoot {
    const { shadowRoot } = this.element;
    if (shadowRoot === null) throw new Error('The element is not rendered');
    return shadowRoot;
  }

  /** The screen on top. */
  get screen(): Element | null {
    return this.element.shadowRoot?.querySelector('.screen') ?? null;
  }

  /** What the screen on top says, spaces folded, and what is in its slots. */
  get text(): string {
    const texts = this.#parts.map(part => (part.shadowRoot ?? part).textContent);
    return texts.join(' ').replace(/\s+/g, ' ').trim();
  }

  /** The screen on top, and what is in its slots. */
  get #parts(): Element[] {
    return this.screen === null ? [] : [this.screen, ...this.screen.children];
  }

  /** Waits for a screen, by the name of its element without `sign-session-`. */
  async shows(name: string): Promise<ShadowRoot> {
    const screen = await until(
      () => this.screen?.localName === `sign-session-${name}` && this.screen,
      `the ${name} screen`,
    );
    return until(() => screen.shadowRoot?.querySelector('h2') && screen.shadowRoot, 'its heading');
  }

  /** Waits until the screen on top says something. */
  async says(text: string | RegExp): Promise<void> {
    const found = () => (typeof text === 'string' ? this.text.includes(text) : text.test(this.text));
    await until(found, `“${String(text)}” (it says: ${this.text})`).catch(() => {
      throw new Error(`Waited for “${String(text)}”; the screen says “${this.text}”`);
    });
  }

  async hears(event: string): Promise<void> {
    await until(() => this.events.includes(event), `${event} (heard: ${this.events.join(', ')})`);
  }

  /** A control of the screen on top, by the words on it. */
  control(words: string): HTMLElement {
    const controls = this.#parts.flatMap(part => [
      part,
      ...[part, part.shadowRoot ?? part].flatMap(root => [...root.querySelectorAll('button, a, label')]),
    ]);
    const found = controls
      .filter(control => control instanceof HTMLElement)
      .find(control => control.textContent?.replace(/\s+/g, ' ').trim() === words);
    if (found === undefined) throw new Error(`No control “${words}” in “${this.text}”`);
    return found;
  }

  /** Opens the session up to the point where the signer can sign: document shown, box ticked. */
  async readyToSign(): Promise<ShadowRoot> {
    const accept = await this.shows('accept');
    await this.hears('sign-ready');
    accept.querySelector('input')?.click();
    return accept;
  }

  /** Presses the primary button of the accept screen. */
  submit(): void {
    this.screen?.shadowRoot?.querySelector<HTMLElement>('button[type="submit"]')?.click();
  }
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
] as const;
