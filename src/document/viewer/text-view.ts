import { html, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { property, query } from 'lit/decorators.js';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import type { TextBlock } from '../pdf/pdf-viewer.ts';
import { textGroup } from './text-group.ts';
import { groupText, type TextGroup } from './text-groups.ts';
import { textViewStyles } from './text-view.styles.ts';
import { ViewerPart } from './viewer-part.ts';

/** How far above and below what is seen pages are read. */
const AHEAD = '150% 0px';

/**
 * The document as text, page by page, for those who hear it and for small screens. Every page has its heading
 * from the start; its text is fetched when it comes near. The place being read stays when text comes in above.
 */
export class TextView extends ViewerPart {
  static override readonly styles = [controls, textViewStyles];

  readonly #texts = new Map<number, readonly TextGroup[] | 'failed'>();
  readonly #asked = new Set<number>();
  #near: IntersectionObserver | undefined;
  /** The page being read. */
  #page = 0;
  /** Where this element has scrolled to; anywhere else it was the reader. */
  #scrollTop = 0;

  /** The page to be at, from 1. When the reader goes on to another, the viewer is asked for it. */
  @property({ attribute: false }) page = 1;
  @property({ attribute: false }) pages = 0;
  /** Gives a page's text. */
  @property({ attribute: false }) read!: (page: number) => Promise<readonly TextBlock[]>;

  @query('.scroller') private readonly scroller!: HTMLElement;

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#near?.disconnect();
    this.#near = undefined;
  }

  override focus(): void {
    this.scroller.focus();
  }

  protected override update(changed: PropertyValues<this>): void {
    // The reader may have scrolled since the last event told of it.
    if (this.hasUpdated) this.follow();
    const top = this.hasUpdated ? this.topOf(this.#page) - this.scroller.scrollTop : 0;
    super.update(changed);
    this.watch();
    const turned = changed.has('page') && this.page !== this.#page;
    if (turned) this.#page = this.page;
    this.scroller.scrollTop = this.topOf(this.#page) - (turned ? 0 : top);
    this.#scrollTop = this.scroller.scrollTop;
  }

  /** Where a page begins, CSS px down the text. */
  private topOf(page: number): number {
    const section = this.scroller.children[page - 1];
    return section instanceof HTMLElement ? section.offsetTop : 0;
  }

  private watch(): void {
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

  /** Asks for the page that the reader has come to. */
  private follow(): void {
    const { scrollTop, clientHeight, children } = this.scroller;
    if (Math.abs(scrollTop - this.#scrollTop) <= 1) return;
    this.#scrollTop = scrollTop;
    const sections = [...children].filter(section => section instanceof HTMLElement);
    const index = sections.findLastIndex(({ offsetTop }) => offsetTop <= scrollTop + clientHeight / 3);
    const page = Math.max(0, index) + 1;
    if (page === this.#page) return;
    this.#page = page;
    this.ask({ kind: 'goToPage', page });
  }

  private renderText(page: number): unknown {
    const { words } = this;
    const text = this.#texts.get(page);
    if (text === undefined) return html`<p class="aside">${words.text('text.reading')}</p>`;
    if (text === 'failed') return html`<p class="aside">${words.text('text.failed')}</p>`;
    if (text.length === 0) return html`<p class="aside">${words.text('text.none')}</p>`;
    return text.map(group => textGroup(group, words));
  }

  protected override render(): TemplateResult {
    const { words } = this;
    const pages = Array.from({ length: this.pages }, (_, index) => index + 1);
    return html`<div class="head">
        <h3>${words.text('text.region')}</h3>
        <button class="button quiet" type="button" @click=${() => this.ask({ kind: 'text' })}>
          ${words.text('tools.showPages')}
        </button>
      </div>
      <div
        class="scroller"
        role="region"
        tabindex="0"
        aria-label=${words.text('text.region')}
        @scroll=${() => this.follow()}
      >
        ${pages.map(
          page =>
            html`<section class=${this.#texts.has(page) ? '' : 'unread'} aria-labelledby="page-${page}">
              ${guard([this.#texts.get(page), words], () => [
                html`<h3 id="page-${page}">${words.text('page.label', { page })}</h3>`,
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
