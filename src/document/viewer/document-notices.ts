import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import type { DocumentNotice, NoticePages } from '../pdf/pdf-viewer.ts';
import { documentNoticesStyles } from './document-notices.styles.ts';
import { ViewerPart } from './viewer-part.ts';

/** Notices that say which pages they are about. */
const OF_PAGES: readonly DocumentNotice[] = ['page-failed', 'image-missing', 'font-missing', 'blank-page'];

/** More page numbers than these tell nobody anything. */
const MOST_PAGES = 10;

/**
 * What the pages may not show, in plain words, and what to do about it. It can be made small, but not put away:
 * who signs is bound by it. A new notice opens it again.
 */
export class DocumentNotices extends ViewerPart {
  static override readonly styles = [controls, documentNoticesStyles];

  @state() private small = false;

  @property({ attribute: false }) notices: readonly DocumentNotice[] = [];
  /** The pages that each is about, from 1. */
  @property({ attribute: false }) pages: NoticePages = new Map();
  /** Where the document's bytes are. */
  @property({ attribute: false }) href: string | undefined;
  @property({ attribute: false }) filename = '';

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.hasNew(changed)) this.small = false;
  }

  /** Who hears the document hears of them too. */
  protected override updated(changed: PropertyValues<this>): void {
    if (this.hasNew(changed)) this.ask({ kind: 'say', text: this.summary });
  }

  /** Whether there is one that was not there before; that one is gone needs nobody's attention. */
  private hasNew(changed: PropertyValues<this>): boolean {
    const before = changed.get('notices') ?? [];
    return changed.has('notices') && this.notices.some(notice => !before.includes(notice));
  }

  private get heading(): string {
    return this.words.plural('notices.heading', this.notices.length);
  }

  private get summary(): string {
    const texts = this.notices.map(notice => this.textOf(notice));
    return [`${this.heading}.`, ...texts].join(' ');
  }

  private textOf(notice: DocumentNotice): string {
    const { words } = this;
    const text = words.text(`notices.${notice}`);
    const pages = this.pages.get(notice) ?? [];
    if (!OF_PAGES.includes(notice) || pages.length === 0) return text;
    const numbers = pages.slice(0, MOST_PAGES).map(String);
    if (pages.length > MOST_PAGES) numbers.push('…');
    const list = new Intl.ListFormat(words.locale, { type: 'unit' }).format(numbers);
    return `${text} ${words.plural('notices.pages', pages.length, { pages: list })}`;
  }

  private renderDetails(): TemplateResult {
    const { notices, words } = this;
    // That a page is a picture says nothing about what it shows.
    const doubtful = notices.some(notice => notice !== 'scanned');
    return html`<div class="details" id="details" ?hidden=${this.small}>
      <ul>
        ${notices.map(notice => html`<li>${this.textOf(notice)}</li>`)}
      </ul>
      ${doubtful ? html`<p>${words.text('notices.advice')}</p>` : nothing}
      ${
        doubtful && this.href !== undefined
          ? html`<a class="link" href=${this.href} download=${this.filename}
              >${words.text('tools.download')}</a
            >`
          : nothing
      }
    </div>`;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { notices, small, words } = this;
    if (notices.length === 0) return nothing;
    return html`<section class="banner" aria-label=${words.text('notices.region')}>
      <div class="head">
        ${icon('alert')}
        <h3>${this.heading}</h3>
        <button
          class="toggle"
          type="button"
          aria-expanded=${small ? 'false' : 'true'}
          aria-controls="details"
          @click=${() => (this.small = !small)}
        >
          ${words.text(small ? 'notices.show' : 'notices.hide')}
        </button>
      </div>
      ${this.renderDetails()}
    </section>`;
  }
}

define('sign-session-document-notices', DocumentNotices);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-document-notices': DocumentNotices;
  }
}
