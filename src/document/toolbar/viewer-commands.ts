/** What the viewer's buttons and keys do, and what is said of it. */
import { LitElement, type ReactiveController, type ReactiveControllerHost } from 'lit';
import type { DocumentController } from '../controller/document-controller.ts';
import type { ListState, TextBlock } from '../controller/pdf-viewer.ts';
import type { ViewerTranslator } from '../messages/viewer-messages.ts';
import { commandOfKey, type Panel, type ViewerCommand } from './command.ts';

/** What can be shown over the whole window. */
export interface FullViewHost extends ReactiveControllerHost {
  /** All that is shown; its place is right before the dialog, or in it while the full view is open. */
  readonly content: HTMLElement | null;
  readonly dialog: HTMLDialogElement | null;
  /** The element in it that scrolls the pages. */
  readonly scroller: HTMLElement;
  /** That one, and the others that scroll. */
  readonly scrollers: readonly HTMLElement[];
  /** Focuses the pages or their text. */
  focus(): void;
  /** Focuses the button that opens the full view. */
  focusFullView(): void;
}

/**
 * Shows the viewer over the whole window. On a phone the pages share the widget with the form, which leaves a third of
 * the screen for the contract. A modal dialog is not clipped by the host page, traps the focus, and closes on Escape;
 * the pages' elements stay the same. They are in the dialog only while it is open: a dialog that is shown inline is
 * announced as one, whatever its role says.
 */
export class FullView implements ReactiveController {
  /** False in older browsers, which have no dialogs. */
  readonly offered = typeof document.createElement('dialog').showModal === 'function';
  readonly #host: FullViewHost;
  #open = false;

  constructor(host: FullViewHost) {
    this.#host = host;
    host.addController(this);
  }

  get open(): boolean {
    return this.#open;
  }

  hostDisconnected(): void {
    // Closed, so that it is inline when the element is connected again.
    if (this.#open) this.#host.dialog?.close();
  }

  toggle(): void {
    const { content, dialog, scroller, scrollers } = this.#host;
    if (this.#open || dialog === null || content === null) return dialog?.close();
    // Otherwise the first control gets the focus, a field, and a phone shows its keyboard.
    scroller.autofocus = true;
    keepingScroll(scrollers, () => {
      dialog.append(content);
      dialog.showModal();
    });
    scroller.autofocus = false;
    this.#open = true;
    this.#host.focus();
    this.#host.requestUpdate();
  }

  /** Listener for the dialog's `close` event. */
  readonly handleClose = (): void => {
    const { content, dialog, scrollers } = this.#host;
    if (content !== null) keepingScroll(scrollers, () => dialog?.before(content));
    this.#open = false;
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() => this.#host.focusFullView());
  };
}

/** What is moved in the document scrolls back to its start. */
function keepingScroll(scrollers: readonly HTMLElement[], move: () => void): void {
  const places = scrollers.map(({ scrollLeft: left, scrollTop: top }) => ({ left, top }));
  move();
  scrollers.forEach((scroller, at) => scroller.scrollTo({ ...places[at], behavior: 'instant' }));
}

/** ms for which the reader has to stay at a position before it is announced. */
const STAYS = 700;

/** The text of the viewer's live region. Pages that are only scrolled past are not announced. */
export class LiveRegion implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #text = '';
  #where = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  get text(): string {
    return this.#text;
  }

  /** Announces a text now. */
  announce(text: string): void {
    this.hostDisconnected();
    this.#text = text;
    this.#host.requestUpdate();
  }

  /** Announces the reader's position once they stay there. Call it in `willUpdate`. */
  announcePosition(text: string): void {
    if (text === this.#where) return;
    this.#where = text;
    this.announceDebounced(text);
  }

  /** Announces the last of a series of changes. */
  announceDebounced(text: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.announce(text), STAYS);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** Remembers the focused element before something opens, to restore the focus afterwards. */
class FocusMemory {
  #element: HTMLElement | undefined;

  /** Call it before something opens. Keeps what is remembered until it is restored. */
  remember(root: DocumentOrShadowRoot): void {
    this.#element ??= focusedIn(root);
  }

  /** @returns whether the element still exists and took the focus. */
  goBack(): boolean {
    const element = this.#element;
    this.#element = undefined;
    if (element === undefined || element.getClientRects().length === 0) return false;
    element.focus();
    return true;
  }

  forget(): void {
    this.#element = undefined;
  }
}

/** The focused element, also inside nested shadow trees. */
function focusedIn(root: DocumentOrShadowRoot): HTMLElement | undefined {
  const { activeElement } = root;
  const deeper = activeElement?.shadowRoot?.activeElement;
  if (activeElement?.shadowRoot && deeper) return focusedIn(activeElement.shadowRoot);
  return activeElement instanceof HTMLElement ? activeElement : undefined;
}

/** The element that commands act on. */
export interface CommandHost extends ReactiveControllerHost {
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly controller: DocumentController;
  readonly liveRegion: LiveRegion;
  readonly messages: ViewerTranslator;
  readonly list: ListState | undefined;
  readonly fullView: FullView;
  focus(): void;
}

/** Executes commands, and keeps track of what is open. */
export class ViewerCommands {
  readonly #host: CommandHost;
  readonly #before = { panel: new FocusMemory(), find: new FocusMemory() };
  #panel: Panel | undefined;
  #finding = false;
  #asText = false;

  constructor(host: CommandHost) {
    this.#host = host;
  }

  /** The open panel. */
  get panel(): Panel | undefined {
    return this.#panel;
  }

  /** Is the find bar open? */
  get finding(): boolean {
    return this.#finding;
  }

  /** Is the text shown instead of the pages? */
  get asText(): boolean {
    return this.#asText;
  }

  /** Used by the text view. */
  readonly readPage = async (page: number): Promise<readonly TextBlock[]> =>
    (await this.#host.controller.shown?.viewer?.pageText(page)) ?? [];

  /** Used by the text view. */
  readonly noteRead = (pages: ReadonlySet<number>): void => this.#host.controller.shown?.noteViewed(pages);

  execute(command: ViewerCommand): void {
    const { controller, liveRegion } = this.#host;
    switch (command.kind) {
      case 'zoom':
        controller.act(viewer => viewer.zoom(command.direction));
        this.#sayZoom();
        break;
      case 'fitWidth':
        controller.act(viewer => viewer.fitWidth());
        this.#sayZoom();
        break;
      case 'goToPage':
        controller.act(viewer => viewer.goToPage(command.page));
        break;
      case 'goTo':
        controller.act(viewer => viewer.goTo(command.destination));
        this.#leaveNarrowOutline();
        break;
      case 'panel':
        this.#togglePanel(command.panel);
        break;
      case 'find':
        this.#toggleFind();
        break;
      case 'search':
        controller.act(viewer => void viewer.search(command.query));
        break;
      case 'findStep':
        controller.act(viewer => (command.direction === 1 ? viewer.findNext() : viewer.findPrevious()));
        break;
      case 'text':
        this.#toggleText();
        break;
      case 'fullView':
        this.#close();
        this.#before.panel.forget();
        this.#host.fullView.toggle();
        break;
      case 'say':
        liveRegion.announce(command.text);
        break;
    }
    this.#host.requestUpdate();
  }

  /** Handles the viewer's keys; arrows and similar keys scroll what has the focus. */
  readonly handleKey = (event: KeyboardEvent): void => {
    const act = this.#actOf(event);
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  /** Closes “more” on a click or focus elsewhere. */
  readonly handleElsewhere = (event: Event): void => {
    if (this.#panel !== 'more') return;
    const inside = event
      .composedPath()
      .some(target => target instanceof HTMLElement && KEEPS.has(target.localName));
    if (!inside) this.#close();
  };

  #actOf(event: KeyboardEvent): (() => void) | undefined {
    const { key, ctrlKey, metaKey, altKey } = event;
    const { list } = this.#host;
    if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'f' && list !== undefined) {
      return () => this.#openFind();
    }
    if (ctrlKey || metaKey || altKey) return undefined;
    const command = commandOfKey(event, { panel: this.panel, finding: this.finding });
    return command && (() => this.execute(command));
  }

  #togglePanel(panel: Panel): void {
    if (this.#panel === panel) {
      this.#close();
      this.#goBack(this.#before.panel);
      return;
    }
    this.#before.panel.remember(this.#root);
    this.#panel = panel;
    void this.#focus(`sign-session-document-${panel}`);
  }

  #close(): void {
    this.#panel = undefined;
    this.#host.requestUpdate();
  }

  #toggleFind(): void {
    if (!this.#finding) {
      this.#openFind();
      return;
    }
    this.#finding = false;
    this.#host.controller.act(viewer => viewer.clearFind());
    this.#goBack(this.#before.find);
  }

  #openFind(): void {
    if (this.#panel === 'more') this.#close();
    if (!this.#finding) this.#before.find.remember(this.#root);
    this.#finding = true;
    this.#host.requestUpdate();
    void this.#focus('sign-session-document-find');
  }

  #toggleText(): void {
    this.#close();
    this.#before.panel.forget();
    this.#asText = !this.#asText;
    void this.#focusHost();
  }

  /** On a narrow pane the table of contents covers the pages, so it is closed. */
  #leaveNarrowOutline(): void {
    const outline = this.#host.renderRoot.querySelector('sign-session-document-outline');
    if (outline === null || getComputedStyle(outline).position !== 'absolute') return;
    this.#close();
    this.#before.panel.forget();
    this.#host.focus();
  }

  #sayZoom(): void {
    const { list, liveRegion, messages } = this.#host;
    if (list === undefined) return;
    liveRegion.announceDebounced(messages.t('tools.zoomSaid', { percent: Math.round(list.scale * 100) }));
  }

  #goBack(memory: FocusMemory): void {
    if (!memory.goBack()) this.#host.focus();
  }

  async #focusHost(): Promise<void> {
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    this.#host.focus();
  }

  /** Focuses something that the next update renders. */
  async #focus(name: string): Promise<void> {
    const { renderRoot } = this.#host;
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    const element = renderRoot.querySelector(name);
    if (!(element instanceof LitElement)) return;
    await element.updateComplete;
    element.focus();
  }

  get #root(): DocumentOrShadowRoot {
    const { renderRoot } = this.#host;
    return renderRoot instanceof ShadowRoot ? renderRoot : document;
  }
}

/** Elements in which a click or focus does not close “more”: the panel itself, and the toolbar with its button. */
const KEEPS = new Set(['sign-session-document-more', 'sign-session-document-tools']);
