import type { SignSession } from '../../src/index.ts';
import type { Locale } from '../../src/i18n/locales.ts';
import type { WireBootstrap } from '../support/bootstraps.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { ScriptedService } from '../support/scripted-service.ts';
import { elementsIn, folded, isVisible, textIn } from './deep-tree.ts';
import { wordsOf, type Words } from './words.ts';

const CONTROLS = 'button, a[href], label, summary, [role="button"], input, select, textarea';

/** One scripted session on the page: the service behind it, and what its signer does and sees. */
export class Scene {
  readonly service = new ScriptedService();
  readonly words: Words;
  readonly #undo: (() => void)[] = [];
  #signer: MountedSession | undefined;

  constructor(readonly locale: Locale) {
    this.words = wordsOf(locale);
  }

  get signer(): MountedSession {
    if (this.#signer === undefined) throw new Error('Nothing is mounted yet.');
    return this.#signer;
  }

  get element(): SignSession {
    return this.signer.element;
  }

  /** Begins to answer, and puts the widget into `parent`. */
  async open(session: WireBootstrap, pdf: Uint8Array<ArrayBuffer> | undefined): Promise<void> {
    await this.service.start({ document: null, ...session, locale: this.locale });
    this.onClose(() => this.service.stop());
    if (pdf !== undefined) await this.service.replaceDocument(pdf, 3);
  }

  mount(properties: Partial<SignSession>, parent: Element): void {
    const signer = MountedSession.mount(this.service, properties, parent);
    this.#signer = signer;
    this.onClose(() => signer.remove());
  }

  onClose(undo: () => void): void {
    this.#undo.push(undo);
  }

  close(): void {
    for (const undo of this.#undo.splice(0).toReversed()) undo();
  }

  /** Puts something else in the place of a property until the scene is closed. */
  replace(target: object, name: string, value: unknown): void {
    const own = Object.getOwnPropertyDescriptor(target, name);
    Object.defineProperty(target, name, { configurable: true, writable: true, value });
    this.onClose(() => {
      if (own === undefined) Reflect.deleteProperty(target, name);
      else Object.defineProperty(target, name, own);
    });
  }

  /** A control that can be seen, by its text or accessible label. */
  control(name: string): HTMLElement | undefined {
    for (const element of elementsIn(this.element)) {
      if (!(element instanceof HTMLElement) || !element.matches(CONTROLS)) continue;
      if ([folded(textIn(element)), element.ariaLabel, element.title].includes(name) && isVisible(element))
        return element;
    }
    return undefined;
  }

  /** A part of the widget, by a selector that holds in the shadow root it is in: one that can be seen, if any can. */
  part(selector: string): HTMLElement | SVGElement | undefined {
    const parts = [...elementsIn(this.element)].filter(
      element => element instanceof HTMLElement || element instanceof SVGElement,
    );
    const matching = parts.filter(part => part.matches(selector));
    return matching.find(isVisible) ?? matching[0];
  }

  /** Presses a control as a keyboard user does: it has the focus then. */
  async press(name: string): Promise<void> {
    const control = await until(() => this.control(name), `the control “${name}”`);
    await until(() => control.ariaDisabled !== 'true', `“${name}” to be ready`);
    control.focus();
    control.click();
  }

  /** Waits until the widget shows a text anywhere. */
  async says(text: string): Promise<void> {
    const words = folded(text);
    await until(() => textIn(this.element).includes(words), `“${words}”`);
  }
}
