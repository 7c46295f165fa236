import { type PropertyValues, type TemplateResult, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import type { DocumentWarning, WarningPages } from '../controller/pdf-viewer.ts';
import { documentWarningsStyles } from './document-warnings.styles.ts';
import { ViewerPart } from '../toolbar/command.ts';

/** Warnings that list their pages. */
const OF_PAGES: readonly DocumentWarning[] = [
  'field-appearance-differs',
  'page-failed',
  'image-missing',
  'font-missing',
  'font-not-embedded',
  'annotation-without-appearance',
  'comment-texts',
  'print-only',
  'blank-page',
];

/** Warnings that do not question what the pages show. */
const HARMLESS: readonly DocumentWarning[] = ['scanned', 'form-fields'];

/** Maximum number of pages that are listed. */
const MOST_PAGES = 10;

/**
 * What the pages may not show, in plain words, and what to do about it. It can be collapsed but not dismissed, because
 * the signer is bound by such content. A new warning expands it again.
 */
export class DocumentWarnings extends ViewerPart {
  static override readonly styles = [controls, documentWarningsStyles];

  @state() private small = false;

  @property({ attribute: false }) warnings: readonly DocumentWarning[] = [];
  /** The pages of each warning, from 1. */
  @property({ attribute: false }) pages: WarningPages = new Map();
  /** The address of the document's bytes. */
  @property({ attribute: false }) href: string | undefined;
  @property({ attribute: false }) filename = '';

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.hasNew(changed)) this.small = false;
  }

  /** Announces new warnings to screen readers. */
  protected override updated(changed: PropertyValues<this>): void {
    if (this.hasNew(changed)) this.ask({ kind: 'say', text: this.summary });
  }

  /** Whether there is a warning that was not there before. Removed ones don't matter. */
  private hasNew(changed: PropertyValues<this>): boolean {
    const before = changed.get('warnings') ?? [];
    return changed.has('warnings') && this.warnings.some(warning => !before.includes(warning));
  }

  private get heading(): string {
    return this.messages.plural('warnings.heading', this.warnings.length);
  }

  private get summary(): string {
    const texts = this.warnings.map(warning => this.textOf(warning));
    return [`${this.heading}.`, ...texts].join(' ');
  }

  private textOf(warning: DocumentWarning): string {
    const { messages } = this;
    const text = messages.t(`warnings.${warning}`);
    const pages = this.pages.get(warning) ?? [];
    if (!OF_PAGES.includes(warning) || pages.length === 0) return text;
    const numbers = pages.slice(0, MOST_PAGES).map(String);
    if (pages.length > MOST_PAGES) numbers.push('…');
    const list = new Intl.ListFormat(messages.locale, { type: 'unit' }).format(numbers);
    return `${text} ${messages.plural('warnings.pages', pages.length, { pages: list })}`;
  }

  private renderDetails(): TemplateResult {
    const { warnings, messages } = this;
    const doubtful = warnings.some(warning => !HARMLESS.includes(warning));
    return html`<div class="details" id="details" ?hidden=${this.small}>
      <ul>
        ${warnings.map(warning => html`<li>${this.textOf(warning)}</li>`)}
      </ul>
      ${doubtful ? html`<p>${messages.t('warnings.advice')}</p>` : nothing}
      ${
        doubtful && this.href !== undefined
          ? html`<a class="link" href=${this.href} download=${this.filename}
              >${messages.t('tools.download')}</a
            >`
          : nothing
      }
    </div>`;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { warnings, small, messages } = this;
    if (warnings.length === 0) return nothing;
    return html`<section class="banner" aria-label=${messages.t('warnings.region')}>
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
          ${messages.t(small ? 'warnings.show' : 'warnings.hide')}
        </button>
      </div>
      ${this.renderDetails()}
    </section>`;
  }
}

define('sign-session-document-warnings', DocumentWarnings);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-document-warnings': DocumentWarnings;
  }
}
