import { type TemplateResult, html, nothing } from 'lit';
import { property, query } from 'lit/decorators.js';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import type { ListState } from '../controller/pdf-viewer.ts';
import { type Panel, ViewerPart } from './command.ts';
import { ICON, toolButton, zoomTools } from './tool-button.ts';
import { viewerToolsStyles } from './viewer-tools.styles.ts';

/**
 * The toolbar: zoom, page, find, download; the rest is under “more”, and on a narrow pane the zoom and the table
 * of contents too.
 */
class ViewerTools extends ViewerPart {
  static override readonly styles = [controls, viewerToolsStyles];

  /** `undefined` until the pages are laid out. */
  @property({ attribute: false }) list: ListState | undefined;
  /** How many pages were viewed. */
  @property({ attribute: false }) viewed = 0;
  @property({ attribute: false }) hasOutline = false;
  @property({ attribute: false }) panel: Panel | undefined;
  @property({ attribute: false }) finding = false;
  /** The pages' text is shown, which has no zoom. */
  @property({ attribute: false }) asText = false;
  /** The address of the document's bytes; `undefined` while there is nothing to download. */
  @property({ attribute: false }) href: string | undefined;
  @property({ attribute: false }) filename = '';
  /** Is the full view available, and not open? */
  @property({ attribute: false }) canFill = false;

  @query('.number') private readonly field!: HTMLInputElement;

  /** Resets the field to the current page, unless the reader is typing in it. */
  protected override updated(): void {
    if (this.shadowRoot?.activeElement !== this.field) this.showPage();
  }

  /** Focuses the button that opens the full view. */
  focusFullView(): void {
    this.renderRoot.querySelector<HTMLElement>('.full-view')?.focus();
  }

  private showPage(): void {
    this.field.value = String(this.list?.page ?? '');
  }

  private readonly handleJump = (event: SubmitEvent) => {
    event.preventDefault();
    const { list } = this;
    const wanted = Number.parseInt(this.field.value, 10);
    if (list !== undefined && Number.isInteger(wanted)) {
      const page = Math.min(list.pages, Math.max(1, wanted));
      this.ask({ kind: 'goToPage', page });
      this.field.value = String(page);
    } else this.showPage();
    this.field.select();
  };

  private renderPosition(): TemplateResult {
    const { list, messages } = this;
    const pages = list?.pages ?? 1;
    return html`<form class="position" novalidate @submit=${this.handleJump}>
      <label for="page">${messages.t('tools.page')}</label>
      <input
        class="number"
        id="page"
        type="text"
        inputmode="numeric"
        autocomplete="off"
        maxlength="6"
        size=${Math.max(2, String(pages).length)}
        aria-describedby="pages"
        ?readonly=${list === undefined}
        @focus=${() => this.field.select()}
        @blur=${() => this.showPage()}
      />
      <span id="pages">${list === undefined ? '' : messages.t('tools.pages', { pages: list.pages })}</span>
      ${
        this.viewed > 0 && pages > 1
          ? html`<span class="viewed">${messages.t('tools.viewed', { viewed: this.viewed, pages })}</span>`
          : nothing
      }
    </form>`;
  }

  /** Rendered before there is something to download, so that the other tools don't move. */
  private renderDownload(): TemplateResult {
    const name = this.messages.t('tools.download');
    const waits = this.href === undefined;
    return html`<a
      class="icon-button download"
      href=${this.href ?? nothing}
      download=${this.filename}
      role=${waits ? 'link' : nothing}
      aria-disabled=${waits ? 'true' : nothing}
      title=${name}
      >${icon('download')}</a
    >`;
  }

  private renderFullView(): TemplateResult | typeof nothing {
    if (!this.canFill) return nothing;
    return toolButton({
      icon: ICON.fullView,
      name: this.messages.t('tools.fullView'),
      enabled: this.list !== undefined,
      className: 'full-view',
      act: () => this.ask({ kind: 'fullView' }),
    });
  }

  protected override render(): TemplateResult {
    const { asText, list, panel, messages } = this;
    return html`<div class="tools" role="group" aria-label=${messages.t('tools.label')}>
      <div class="start">
        ${
          this.hasOutline
            ? toolButton({
                icon: ICON.outline,
                name: messages.t('tools.outline'),
                expanded: panel === 'outline',
                act: () => this.ask({ kind: 'panel', panel: 'outline' }),
              })
            : nothing
        }
        ${zoomTools(asText ? undefined : list, messages, command => this.ask(command))}
      </div>
      ${this.renderPosition()}
      <div class="end">
        ${toolButton({
          icon: ICON.find,
          name: messages.t('tools.find'),
          enabled: list !== undefined,
          expanded: this.finding,
          act: () => this.ask({ kind: 'find' }),
        })}
        ${this.renderFullView()} ${this.renderDownload()}
        ${toolButton({
          icon: ICON.more,
          name: messages.t('tools.more'),
          enabled: list !== undefined,
          expanded: panel === 'more',
          act: () => this.ask({ kind: 'panel', panel: 'more' }),
        })}
      </div>
    </div>`;
  }
}

define('sign-session-document-tools', ViewerTools);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-document-tools': ViewerTools;
  }
}
