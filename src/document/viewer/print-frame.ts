import { focusedIn, FocusMemory } from './focus-memory.ts';
import type { PrintPicture } from '../pdf/pdf-viewer.ts';

/** Sheets without margins of their own: the margins are in the pictures. */
const STYLES = `
  @page { margin: 0; }
  html, body { height: 100%; margin: 0; }
  .sheet { break-after: page; break-inside: avoid; display: grid; height: 100%; overflow: hidden;
    place-items: center; }
  .sheet:last-child { break-after: auto; }
  img { display: block; max-height: 100%; max-width: 100%; }
  p { font: 14pt sans-serif; margin: 20mm; }
`;

/** Engines that know named pages give each sheet paper of its own size; the others fit all to the paper there is. */
const NAMED_PAGES = CSS.supports('page', 'named');

/**
 * What goes to the printer: a frame out of sight that holds pictures and nothing else. It is an empty page of our own
 * origin, so it has the host page's policy, and there is nothing in it that could run.
 */
export class PrintFrame {
  readonly #frame = document.createElement('iframe');
  readonly #urls: string[] = [];
  /** Kinds of paper, by their size. */
  readonly #papers = new Map<string, string>();
  #sheet: CSSStyleSheet | undefined;

  /**
   * Puts the frame on the page.
   *
   * @param place where it may lie.
   * @param title what the browser calls the printed document.
   * @param signal ends the waiting: a frame that is taken away meanwhile never loads.
   * @throws when it can't be reached, or `signal` ended it.
   */
  async open(place: Node, title: string, signal: AbortSignal): Promise<void> {
    const frame = this.#frame;
    // Not `hidden`: what is not laid out is not printed.
    frame.className = 'visually-hidden';
    frame.ariaHidden = 'true';
    frame.tabIndex = -1;
    // Firefox puts a fresh page into the frame when it has loaded.
    const loaded = new Promise((resolve, reject) => {
      const fail = (): void => reject(new Error('The printing frame was taken away.'));
      frame.addEventListener('load', resolve, { once: true });
      signal.addEventListener('abort', fail, { once: true });
    });
    place.appendChild(frame);
    await loaded;
    const { defaultView } = this.#document;
    if (defaultView === null) throw new Error('There is no frame to print.');
    // A style sheet belongs to the window that makes it.
    const sheet = new defaultView.CSSStyleSheet();
    sheet.replaceSync(STYLES);
    this.#document.title = title;
    this.#document.adoptedStyleSheets = [sheet];
    this.#sheet = sheet;
  }

  /**
   * Adds a sheet with a page's picture, and waits until that is loaded.
   *
   * @param signal ends the waiting.
   * @throws when it can't be loaded, or `signal` ended it.
   */
  async add({ picture, width, height }: PrintPicture, signal: AbortSignal): Promise<void> {
    const image = this.#document.createElement('img');
    const url = URL.createObjectURL(picture);
    this.#urls.push(url);
    const loaded = new Promise((resolve, reject) => {
      const fail = (): void => reject(new Error('A page’s picture could not be loaded.'));
      image.addEventListener('load', resolve, { once: true });
      image.addEventListener('error', fail, { once: true });
      signal.addEventListener('abort', fail, { once: true });
    });
    image.src = url;
    // Rounded, as the paper is: half a point too much would need another sheet.
    image.style.width = `${Math.floor(width)}pt`;
    this.#put(image, width, height);
    await loaded;
  }

  /** Adds a sheet that says something in place of a page. */
  say(words: string): void {
    const text = this.#document.createElement('p');
    text.textContent = words;
    this.#put(text);
  }

  /**
   * Opens the browser's printing dialog. The focus is in the frame meanwhile: some browsers print what has it.
   *
   * @param onDone called when the dialog is closed, as far as the browser tells.
   */
  print(onDone: () => void): void {
    const { contentWindow } = this.#frame;
    const before = new FocusMemory();
    before.remember(document);
    const done = (): void => {
      if (focusedIn(document) === this.#frame) before.goBack();
      onDone();
    };
    contentWindow?.addEventListener('afterprint', done, { once: true });
    contentWindow?.focus();
    contentWindow?.print();
  }

  /** Takes everything away. */
  remove(): void {
    this.#frame.remove();
    for (const url of this.#urls.splice(0)) URL.revokeObjectURL(url);
  }

  get #document(): Document {
    const { contentDocument } = this.#frame;
    if (contentDocument === null) throw new Error('The printing frame is gone.');
    return contentDocument;
  }

  #put(content: HTMLElement, width?: number, height?: number): void {
    const sheet = this.#document.createElement('div');
    sheet.className = 'sheet';
    if (NAMED_PAGES && width !== undefined && height !== undefined) {
      sheet.classList.add(this.#paperOf(Math.ceil(width), Math.ceil(height)));
    }
    sheet.append(content);
    this.#document.body.append(sheet);
  }

  /** The class of sheets of a size, in points. */
  #paperOf(width: number, height: number): string {
    const size = `${width}pt ${height}pt`;
    const known = this.#papers.get(size);
    if (known !== undefined) return known;
    const name = `paper-${this.#papers.size}`;
    this.#papers.set(size, name);
    this.#sheet?.insertRule(`@page ${name} { margin: 0; size: ${size}; }`);
    this.#sheet?.insertRule(`.sheet.${name} { height: ${height}pt; page: ${name}; }`);
    return name;
  }
}
