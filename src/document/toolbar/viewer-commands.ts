import { LitElement, type ReactiveControllerHost } from 'lit';
import type { ListState, TextBlock } from '../pages/pdf-viewer.ts';
import type { ViewerTranslator } from '../messages/viewer-messages.ts';
import { type Panel, type ViewerCommand, commandOfKey } from './command.ts';
import type { FullView } from './full-view.ts';
import type { LiveRegion } from './live-region.ts';
import type { DocumentController } from '../document-controller.ts';

/** Where the focus was before something opened, so that it can go back there. */
class FocusMemory {
  #element: HTMLElement | undefined;

  /** Call it before the thing opens. What is remembered stays until it is gone back to. */
  remember(root: DocumentOrShadowRoot): void {
    this.#element ??= focusedIn(root);
  }

  /** @returns whether the element is still there to take the focus. */
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

/** The focused element, however deep in shadow trees. */
function focusedIn(root: DocumentOrShadowRoot): HTMLElement | undefined {
  const { activeElement } = root;
  const deeper = activeElement?.shadowRoot?.activeElement;
  if (activeElement?.shadowRoot && deeper) return focusedIn(activeElement.shadowRoot);
  return activeElement instanceof HTMLElement ? activeElement : undefined;
}

/** What commands act on. */
export interface CommandHost extends ReactiveControllerHost {
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly controller: DocumentController;
  readonly liveRegion: LiveRegion;
  readonly messages: ViewerTranslator;
  readonly list: ListState | undefined;
  readonly fullView: FullView;
  focus(): void;
}

/** Does what the reader wants, and knows what is open because of it. */
export class ViewerCommands {
  readonly #host: CommandHost;
  readonly #before = { panel: new FocusMemory(), find: new FocusMemory() };
  #panel: Panel | undefined;
  #finding = false;
  #asText = false;

  constructor(host: CommandHost) {
    this.#host = host;
  }

  /** What lies over the pages. */
  get panel(): Panel | undefined {
    return this.#panel;
  }

  /** Is the find bar there? */
  get finding(): boolean {
    return this.#finding;
  }

  /** Is the text read instead of the pages? */
  get asText(): boolean {
    return this.#asText;
  }

  /** For the text view. */
  readonly readPage = async (page: number): Promise<readonly TextBlock[]> =>
    (await this.#host.controller.shown?.viewer?.pageText(page)) ?? [];

  /** For the text view too. */
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

  /** Keys that hold in the whole viewer; arrows and the like scroll what has the focus. */
  readonly handleKey = (event: KeyboardEvent): void => {
    const act = this.#actOf(event);
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  /** Whoever goes on elsewhere has no more use for “more”. */
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

  /** On a narrow pane the table of contents lies over the pages that it leads to. */
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

  /** Into something that this update brings. */
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

/** Going there does not close “more”: it is there, or it is where it is opened and closed. */
const KEEPS = new Set(['sign-session-document-more', 'sign-session-document-tools']);
