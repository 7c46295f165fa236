import { html, type PropertyValues, type TemplateResult } from 'lit';
import { property, query } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import type { TextBlock } from '../controller/pdf-viewer.ts';
import type { ViewerTranslator } from '../messages/viewer-messages.ts';
import { isInSight, ViewedPages, VisibleStretch } from '../pages/viewed-pages.ts';
import { ViewerPart } from '../toolbar/command.ts';
import { textViewStyles } from './text-view.styles.ts';

/** Renders a group of a page's text. The document's headings are below the page's own, which is an `h3`. */
function textGroup(group: TextGroup, messages: ViewerTranslator): TemplateResult {
  switch (group.kind) {
    case 'heading':
      return heading(group.level, group.text);
    case 'paragraph':
      return html`<p>${group.text}</p>`;
    case 'figure':
      return html`<p class="picture">${messages.t('text.picture', { text: group.text })}</p>`;
    case 'list':
      // The items contain their own bullets and numbers.
      return html`<ul role="list">
        ${group.items.map(item => html`<li>${item}</li>`)}
      </ul>`;
    case 'table':
      return html`<div class="table">
        <table>
          <tbody>
            ${group.rows.map(
              cells =>
                html`<tr>
                  ${cells.map(cell => html`<td>${cell}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
  }
}

function heading(level: number, text: string): TemplateResult {
  if (level === 1) return html`<h4>${text}</h4>`;
  if (level === 2) return html`<h5>${text}</h5>`;
  return html`<h6>${text}</h6>`;
}

type SingleBlock = Exclude<TextBlock, { kind: 'list-item' | 'table-row' }>;
interface List {
  readonly kind: 'list';
  readonly items: string[];
}
interface Table {
  readonly kind: 'table';
  readonly rows: (readonly string[])[];
}

/** Blocks that belong together: list items in a list, rows in a table. */
type TextGroup = SingleBlock | Readonly<List> | Readonly<Table>;

/** Groups adjacent list items and table rows; keeps the order. */
export function groupText(blocks: readonly TextBlock[]): readonly TextGroup[] {
  const groups: (SingleBlock | List | Table)[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind === 'list-item') {
      if (last?.kind === 'list') last.items.push(block.text);
      else groups.push({ kind: 'list', items: [block.text] });
    } else if (block.kind === 'table-row') {
      if (last?.kind === 'table') last.rows.push(block.cells);
      else groups.push({ kind: 'table', rows: [block.cells] });
    } else groups.push(block);
  }
  return groups;
}

/** How far beyond the visible part pages are loaded. */
const AHEAD = '150% 0px';

/**
 * The current page is the one a third down the visible part. At the very top or bottom it is the first or last page,
 * however short the pages are.
 */
function pageBeingRead(scroller: HTMLElement): number {
  const { children, scrollTop, clientHeight, scrollHeight } = scroller;
  if (scrollTop <= 0) return 1;
  if (scrollTop + clientHeight >= scrollHeight - 1) return children.length;
  const sections = [...children].filter(section => section instanceof HTMLElement);
  const index = sections.findLastIndex(({ offsetTop }) => offsetTop <= scrollTop + clientHeight / 3);
  return Math.max(0, index) + 1;
}

/**
 * The document as text, page by page, for screen readers and small screens. Every page has its heading from the start;
 * its text is loaded when it is near. The scroll position is kept when text is added above it.
 */
class TextView extends ViewerPart {
  static override readonly styles = [controls, textViewStyles];

  readonly #texts = new Map<number, readonly TextGroup[] | 'failed'>();
  readonly #asked = new Set<number>();
  readonly #viewed = new ViewedPages(pages => this.seen(pages));
  #near: IntersectionObserver | undefined;
  #stretch: VisibleStretch | undefined;
  /** The current page. */
  #page = 0;
  /** The position that this element scrolled to; at any other the reader has scrolled. */
  #scrollTop = 0;

  /** The page to show, from 1. When the reader scrolls to another, a command is dispatched. */
  @property({ attribute: false }) page = 1;
  @property({ attribute: false }) pages = 0;
  /** Loads a page's text. */
  @property({ attribute: false }) read!: (page: number) => Promise<readonly TextBlock[]>;
  /** Called with all pages so far, from 1, whose text was visible for a second; a page without text doesn't count. */
  @property({ attribute: false }) seen!: (pages: ReadonlySet<number>) => void;

  @query('.scroller') readonly scroller!: HTMLElement;

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#near?.disconnect();
    this.#near = undefined;
    this.#stretch?.close();
    this.#stretch = undefined;
    this.#viewed.close();
  }

  override focus(): void {
    this.scroller.focus();
  }

  protected override update(changed: PropertyValues<this>): void {
    // The reader may have scrolled since the last scroll event.
    if (this.hasUpdated) this.follow();
    const top = this.hasUpdated ? this.topOf(this.#page) - this.scroller.scrollTop : 0;
    super.update(changed);
    this.watch();
    const turned = changed.has('page') && this.page !== this.#page;
    if (turned) this.#page = this.page;
    this.keepAt(this.topOf(this.#page) - (turned ? 0 : top));
    this.noteViewed();
  }

  /** Sets the scroll position only if it differs: setting it ends a scroll that a key or a finger started. */
  private keepAt(top: number): void {
    const { scroller } = this;
    if (Math.abs(top - scroller.scrollTop) > 1) scroller.scrollTop = top;
    this.#scrollTop = scroller.scrollTop;
  }

  /** Where a page begins, CSS px from the top of the text. */
  private topOf(page: number): number {
    const section = this.scroller.children[page - 1];
    return section instanceof HTMLElement ? section.offsetTop : 0;
  }

  private watch(): void {
    this.#stretch ??= new VisibleStretch(this.scroller, () => this.noteViewed());
    if (this.#near !== undefined) return;
    this.#near = new IntersectionObserver(
      entries => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) void this.fetchText([...this.scroller.children].indexOf(target) + 1);
        }
      },
      { root: this.scroller, rootMargin: AHEAD },
    );
    for (const section of this.scroller.children) this.#near.observe(section);
  }

  /** Records the pages whose text is visible. */
  private noteViewed(): void {
    const { children, clientHeight } = this.scroller;
    const seen = this.#stretch?.now ?? { top: 0, height: 0 };
    const pages = new Set<number>();
    for (const [page, text] of this.#texts) {
      const section = children[page - 1];
      if (text === 'failed' || text.length === 0 || !(section instanceof HTMLElement)) continue;
      const { offsetTop: top, offsetHeight: height } = section;
      if (isInSight({ top, height }, seen, clientHeight)) pages.add(page);
    }
    this.#viewed.see(pages);
  }

  private async fetchText(page: number): Promise<void> {
    if (this.#asked.has(page)) return;
    this.#asked.add(page);
    try {
      this.#texts.set(page, groupText(await this.read(page)));
    } catch {
      this.#texts.set(page, 'failed');
    }
    this.requestUpdate();
  }

  /** The button is removed when it is pressed, so the focus moves to the text. */
  private handleRetry(page: number): void {
    this.#asked.delete(page);
    this.#texts.delete(page);
    this.focus();
    void this.fetchText(page);
    this.requestUpdate();
  }

  private readonly handleScroll = () => {
    this.follow();
    this.noteViewed();
  };

  /** Jumps to either end without smooth scrolling, which the text loaded on the way would end. */
  private readonly handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    this.scroller.scrollTop = event.key === 'End' ? this.scroller.scrollHeight : 0;
  };

  /** Dispatches the page that the reader has scrolled to. */
  private follow(): void {
    const { scrollTop } = this.scroller;
    if (Math.abs(scrollTop - this.#scrollTop) <= 1) return;
    this.#scrollTop = scrollTop;
    const page = pageBeingRead(this.scroller);
    if (page === this.#page) return;
    this.#page = page;
    this.ask({ kind: 'goToPage', page });
  }

  private renderText(page: number): unknown {
    const { messages } = this;
    const text = this.#texts.get(page);
    if (text === undefined) return html`<p class="aside">${messages.t('text.reading')}</p>`;
    if (text === 'failed') return this.renderFailed(page);
    if (text.length === 0) return html`<p class="aside">${messages.t('text.none')}</p>`;
    return text.map(group => textGroup(group, messages));
  }

  private renderFailed(page: number): TemplateResult {
    const { messages } = this;
    return html`<p class="aside">${messages.t('text.failed')}</p>
      <button
        class="button quiet retry"
        type="button"
        aria-describedby="page-${page}"
        @click=${() => this.handleRetry(page)}
      >
        ${messages.t('text.retry')}
      </button>`;
  }

  protected override render(): TemplateResult {
    const { messages } = this;
    const pages: number[] = [];
    while (pages.length < this.pages) pages.push(pages.length + 1);
    return html`<div class="head">
        <h3>${messages.t('text.region')}</h3>
        <button class="button quiet" type="button" @click=${() => this.ask({ kind: 'text' })}>
          ${messages.t('tools.showPages')}
        </button>
      </div>
      <div
        class="scroller"
        role="region"
        tabindex="0"
        aria-label=${messages.t('text.region')}
        @keydown=${this.handleKey}
        @scroll=${this.handleScroll}
      >
        ${pages.map(
          page =>
            html`<section class=${this.#texts.has(page) ? '' : 'unread'} aria-labelledby="page-${page}">
              ${guard([this.#texts.get(page), messages], () => [
                html`<h3 id="page-${page}">${messages.t('page.label', { page })}</h3>`,
                this.renderText(page),
              ])}
            </section>`,
        )}
      </div>`;
  }
}

define('sign-session-document-text', TextView);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-document-text': TextView;
  }
}
