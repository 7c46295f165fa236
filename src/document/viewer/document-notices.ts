import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import type { DocumentNotice } from '../pdf/pdf-viewer.ts';
import { documentNoticesStyles } from './document-notices.styles.ts';
import { ViewerPart } from './viewer-part.ts';

/**
 * What the pages may not show, in plain words, and what to do about it. It can be made small, but not put away:
 * who signs is bound by it. A new notice opens it again.
 */
export class DocumentNotices extends ViewerPart {
  static override readonly styles = [controls, documentNoticesStyles];

  @state() private small = false;

  @property({ attribute: false }) notices: readonly DocumentNotice[] = [];
  /** Where the document's bytes are. */
  @property({ attribute: false }) href: string | undefined;
  @property({ attribute: false }) filename = '';

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('notices')) this.small = false;
  }

  /** Who hears the document hears of them too. */
  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('notices') && this.notices.length > 0) this.ask({ kind: 'say', text: this.summary });
  }

  private get heading(): string {
    return this.words.plural('notices.heading', this.notices.length);
  }

  private get summary(): string {
    const texts = this.notices.map(notice => this.words.text(`notices.${notice}`));
    return [`${this.heading}.`, ...texts].join(' ');
  }

  private renderDetails(): TemplateResult {
    const { notices, words } = this;
    // That a page is a picture says nothing about what it shows.
    const doubtful = notices.some(notice => notice !== 'scanned');
    return html`<div class="details" id="details" ?hidden=${this.small}>
      <ul>
        ${notices.map(notice => html`<li>${words.text(`notices.${notice}`)}</li>`)}
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
