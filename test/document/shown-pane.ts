import { fixture, waitUntil } from '@open-wc/testing';
import { html } from 'lit';
import { tokenSheet } from '../../src/appearance/tokens.ts';
import type { DocumentLoad } from '../../src/document/document-load.ts';
import '../../src/document/document-pane.ts';
import type { DocumentPane } from '../../src/document/document-pane.ts';
import type { DocumentUnreadableEvent } from '../../src/document/controller/events.ts';
import type { Locale } from '../../src/i18n/locales.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { translatorFor } from '../support/translators.ts';

export interface PaneOptions {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
  readonly locale?: Locale;
  readonly assetsUrl?: string;
  readonly filename?: string;
}

/** What a loader gives for bytes. The digest is not the pane's business. */
export function loaded(bytes: Uint8Array<ArrayBuffer>): DocumentLoad {
  return { status: 'loaded', bytes, digest: '', verified: true };
}

/** Waits for a state; long enough for a machine that does other things as well. */
export function until(holds: () => boolean, what?: string): Promise<void> {
  return waitUntil(holds, what, { timeout: PATIENCE_MS, interval: 20 });
}

/** The next event of a type, with its own type. */
export function nextEvent<Type extends keyof HTMLElementEventMap>(
  target: HTMLElement,
  type: Type,
): Promise<HTMLElementEventMap[Type]> {
  return new Promise(resolve => target.addEventListener(type, resolve, { once: true }));
}

/** The element in whose shadow root the pane lies; it has the pane's size. */
export function frameOf(pane: DocumentPane): HTMLElement {
  const root = pane.getRootNode();
  if (!(root instanceof ShadowRoot) || !(root.host instanceof HTMLElement)) throw new Error('No frame.');
  return root.host;
}

/** A pane that is not on the page yet, and the shadow root that will give it its tokens, as the widget does. */
async function newPane(load: DocumentLoad, options: PaneOptions): Promise<[DocumentPane, ShadowRoot]> {
  const frame = await fixture<HTMLElement>(html`<div></div>`);
  frame.style.width = `${options.width ?? 600}px`;
  frame.style.height = `${options.height ?? 500}px`;
  frame.setAttribute('color-scheme', options.scheme ?? 'light');
  const root = frame.attachShadow({ mode: 'open' });
  const tokens = new CSSStyleSheet();
  tokens.replaceSync(`${tokenSheet({})} :host { display: block; font: 400 16px/1.5 var(--font); }`);
  root.adoptedStyleSheets = [tokens];
  const pane = document.createElement('sign-session-document');
  pane.translator = translatorFor(options.locale ?? 'en');
  pane.filename = options.filename ?? 'contract.pdf';
  pane.assetsUrl = options.assetsUrl;
  pane.load = load;
  return [pane, root];
}

/** Waits until the pane and what it shows are rendered. */
export async function settled(pane: DocumentPane): Promise<void> {
  await pane.updateComplete;
  const viewer = pane.renderRoot.querySelector('sign-session-document-viewer');
  await viewer?.updateComplete;
  await viewer?.renderRoot.querySelector('sign-session-document-tools')?.updateComplete;
}

/** Waits for the tools, which come after the first page. */
export async function hasTools(pane: DocumentPane): Promise<void> {
  await until(() => parts(pane, 'sign-session-document-tools').length > 0, 'tools there');
  await settled(pane);
}

/** A pane in a box of a size, just put on the page. */
export async function paneFor(load: DocumentLoad, options: PaneOptions = {}): Promise<DocumentPane> {
  const [pane, root] = await newPane(load, options);
  root.append(pane);
  return pane;
}

/** A pane whose first page is painted, and which has its tools. */
export async function shownPane(
  bytes: Uint8Array<ArrayBuffer>,
  options: PaneOptions = {},
): Promise<DocumentPane> {
  const [pane, root] = await newPane(loaded(bytes), options);
  const shown = nextEvent(pane, 'document-shown');
  root.append(pane);
  await shown;
  await hasTools(pane);
  return pane;
}

/** A pane that could not show its load, and the event that said so. */
export async function refusedPane(
  load: DocumentLoad,
  options: PaneOptions = {},
): Promise<{ pane: DocumentPane; event: DocumentUnreadableEvent }> {
  const [pane, root] = await newPane(load, options);
  const refused = nextEvent(pane, 'document-unreadable');
  root.append(pane);
  const event = await refused;
  await settled(pane);
  return { pane, event };
}

/** All elements of a kind below a root, in the open shadow roots inside it too. */
function deepAll(root: ParentNode, selector: string): HTMLElement[] {
  const here = [...root.querySelectorAll<HTMLElement>(selector)];
  const inside = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
    shadowRoot === null ? [] : deepAll(shadowRoot, selector),
  );
  return [...here, ...inside];
}

/** All elements of a kind in the pane and its parts. */
export function parts(pane: DocumentPane, selector: string): HTMLElement[] {
  return deepAll(pane.renderRoot, selector);
}

/** An element inside the pane or one of its parts; its absence fails the test. */
export function part(pane: DocumentPane, selector: string): HTMLElement {
  const [found] = parts(pane, selector);
  if (found === undefined) throw new Error(`The pane has no ${selector}.`);
  return found;
}

/** A text field inside the pane. */
export function field(pane: DocumentPane, selector: string): HTMLInputElement {
  const found = part(pane, selector);
  if (!(found instanceof HTMLInputElement)) throw new Error(`${selector} is no field.`);
  return found;
}

/** The boxes of all pages. */
export function pageBoxes(pane: DocumentPane): HTMLElement[] {
  return parts(pane, '.page[role=group]');
}

export function canvases(pane: DocumentPane): HTMLCanvasElement[] {
  return parts(pane, '.pages canvas').filter(canvas => canvas instanceof HTMLCanvasElement);
}

/** What the toolbar says where the signer is, or that the document is opening. */
export function position(pane: DocumentPane): string {
  const [form] = parts(pane, 'form.position');
  if (form === undefined) return part(pane, '.opening').textContent.trim();
  return [...form.querySelectorAll(':scope > :not(.viewed)')]
    .map(child => (child instanceof HTMLInputElement ? child.value : child.textContent.trim()))
    .join(' ');
}

/** The zoom that the toolbar shows, in percent. */
export function percent(pane: DocumentPane): number {
  return Number.parseInt(part(pane, '.percent').textContent, 10);
}

/** A control without words by its name in English. */
export function tool(pane: DocumentPane, label: string): HTMLElement {
  return part(pane, `:is([aria-label='${label}'], [title='${label}'])`);
}

/** A button or link with words on it. */
export function button(pane: DocumentPane, words: string): HTMLElement {
  const found = parts(pane, 'button, a').find(({ textContent }) => textContent.trim() === words);
  if (found === undefined) throw new Error(`The pane has no button “${words}”.`);
  return found;
}

/** What has the focus, however deep. */
export function focused(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}
