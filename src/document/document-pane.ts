import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query } from 'lit/decorators.js';
import type { Translator } from '../i18n/translator.ts';
import { controls } from '../ui/controls.styles.ts';
import { define } from '../ui/define.ts';
import { icon, type IconName } from '../ui/icon.ts';
import { SlowController } from '../ui/slow.ts';
import type { DocumentLoad, DocumentProblem } from './document-load.ts';
import { documentPaneStyles } from './document-pane.styles.ts';
import { DownloadLink } from './download-link.ts';
import { DocumentRetryEvent, DocumentShownEvent, DocumentUnreadableEvent } from './events.ts';
import type { ListState, ListSurface, PageWords } from './pdf/pdf-viewer.ts';
import { Viewing, type ViewingHost } from './viewing.ts';

/** What can be mended by trying again. */
const RETRIABLE: readonly DocumentProblem[] = ['unreachable', 'viewer'];

/** Files that another program may still open. */
const WORTH_DOWNLOADING: readonly DocumentProblem[] = ['damaged', 'protected', 'viewer'];

/**
 * The document: a toolbar and its pages, or in plain words why they can't be shown. It fills its container,
 * whose height must be definite. Colours and radii come from the tokens of the element around it.
 *
 * Fires `document-shown`, `document-unreadable` and `document-retry` (events.ts), which stay within the shadow
 * tree around it.
 */
export class DocumentPane extends LitElement implements ViewingHost {
  static override styles = [controls, documentPaneStyles];

  private readonly viewing = new Viewing(this);
  private readonly slowly = new SlowController(this);
  private readonly download = new DownloadLink();

  /** The document on its way to the screen; another one starts anew. */
  @property({ attribute: false }) load: DocumentLoad = { status: 'loading' };
  /** The name that a download gets. */
  @property({ attribute: false }) filename = '';
  @property({ attribute: false }) translator!: Translator;
  /**
   * The absolute address of the folder with the viewer's worker and data; `undefined` for beside the bundle.
   * Read when a viewer starts.
   */
  @property({ attribute: false }) assetsUrl: string | undefined;

  @query('.scroller') private readonly scroller!: HTMLElement;
  @query('.pages') private readonly pages!: HTMLElement;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.download.revoke();
  }

  protected override willUpdate(): void {
    this.viewing.expect(this.load);
    this.slowly.waiting(this.viewing.state.status === 'opening');
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('translator')) this.viewing.setWords(this.words);
  }

  /** A button that goes away with the focus on it leaves the signer at the document. */
  protected override update(changed: PropertyValues): void {
    const focused = this.matches(':focus-within');
    super.update(changed);
    if (focused && !this.matches(':focus-within')) this.scroller.focus();
  }

  /** For the viewer: where to put the pages. */
  get surface(): ListSurface {
    return { scroller: this.scroller, pages: this.pages };
  }

  /** For the viewer: what to call the pages. */
  get words(): PageWords {
    const { translator } = this;
    return {
      pageLabel: page => translator.text('document.pageLabel', { page }),
      pageFailed: page => translator.text('document.pageFailed', { page }),
    };
  }

  /** For the viewer: the first page is painted. */
  handleShown(pages: number): void {
    this.dispatchEvent(new DocumentShownEvent(pages));
  }

  /** For the viewer: there is nothing to see. */
  handleUnreadable(problem: DocumentProblem, cause: unknown): void {
    this.dispatchEvent(new DocumentUnreadableEvent(problem, cause));
  }

  private handleRetry(problem: DocumentProblem): void {
    if (problem === 'viewer') this.viewing.retry();
    this.dispatchEvent(new DocumentRetryEvent(problem));
  }

  private handleKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    switch (event.key) {
      case '+':
      case '=':
        this.viewing.zoom(1);
        break;
      case '-':
        this.viewing.zoom(-1);
        break;
      case '0':
        this.viewing.fitWidth();
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  private renderTools(list: ListState | undefined): TemplateResult {
    const { translator } = this;
    const percent = list === undefined ? '' : String(Math.round(list.scale * 100));
    return html`<div class="tools" role="group" aria-label=${translator.text('document.tools')}>
      <div class="zoom">
        ${this.renderTool('minus', 'document.zoomOut', list?.canZoomOut, () => this.viewing.zoom(-1))}
        <span class="percent">${percent && translator.text('document.zoomLevel', { percent })}</span>
        ${this.renderTool('plus', 'document.zoomIn', list?.canZoomIn, () => this.viewing.zoom(1))}
        ${this.renderTool('fitWidth', 'document.fitWidth', list !== undefined, () => this.viewing.fitWidth())}
      </div>
      <p class="position" role="status">
        ${
          list === undefined
            ? html`<span class="opening">${translator.text('document.opening')}</span>`
            : translator.text('document.page', { page: list.page, pages: list.pages })
        }
      </p>
      <div class="file">${this.renderDownload('icon-button')}</div>
    </div>`;
  }

  private renderTool(
    name: IconName,
    label: 'document.zoomIn' | 'document.zoomOut' | 'document.fitWidth',
    enabled: boolean | undefined,
    act: () => void,
  ): TemplateResult {
    const text = this.translator.text(label);
    // Not `disabled`: a button at its limit keeps the focus.
    return html`<button
      class="icon-button"
      type="button"
      aria-label=${text}
      title=${text}
      aria-disabled=${enabled === true ? 'false' : 'true'}
      @click=${enabled === true ? act : nothing}
    >
      ${icon(name)}
    </button>`;
  }

  private renderDownload(look: 'icon-button' | 'button'): TemplateResult | typeof nothing {
    const { load, translator } = this;
    if (load.status !== 'loaded') return nothing;
    const text = translator.text('document.download');
    const inIcon = look === 'icon-button';
    return html`<a
      class="${look} secondary download"
      href=${this.download.href(load.bytes)}
      download=${this.filename || `${translator.text('document.untitled')}.pdf`}
      aria-label=${inIcon ? text : nothing}
      title=${inIcon ? text : nothing}
      >${icon('download')}${inIcon ? nothing : text}</a
    >`;
  }

  private renderProblem(problem: DocumentProblem): TemplateResult {
    const { translator } = this;
    return html`<div class="problem" role="alert">
      ${icon('alert')}
      <h3>${translator.text('document.error.heading')}</h3>
      <p>${translator.text(`document.error.${problem}`)}</p>
      ${
        RETRIABLE.includes(problem)
          ? html`<button
              class="button secondary retry"
              type="button"
              @click=${() => this.handleRetry(problem)}
            >
              ${translator.text('action.retry')}
            </button>`
          : nothing
      }
      ${WORTH_DOWNLOADING.includes(problem) ? this.renderDownload('button') : nothing}
    </div>`;
  }

  protected override render(): TemplateResult {
    const { translator } = this;
    const { state } = this.viewing;
    const unreadable = state.status === 'unreadable';
    const list = unreadable ? undefined : state.list;
    return html`
      ${unreadable ? this.renderProblem(state.problem) : this.renderTools(list)}
      <div
        class="scroller"
        role="region"
        tabindex="0"
        aria-label=${translator.text('document.pagesRegion')}
        aria-busy=${state.status === 'opening' ? 'true' : 'false'}
        ?hidden=${unreadable}
        @keydown=${(event: KeyboardEvent) => this.handleKey(event)}
      >
        ${list === undefined ? html`<div class="sheet skeleton pending"></div>` : nothing}
        <div class="pages"></div>
        ${this.slowly.slow ? this.renderSlow() : nothing}
      </div>
    `;
  }

  /** A long wait gets a sentence, and a way out where the wait is for the network. */
  private renderSlow(): TemplateResult {
    const { load, translator } = this;
    return html`<div class="slow">
      <p role="status">${translator.text('document.openingSlow')}</p>
      ${
        load.status === 'loading'
          ? html`<button
              class="button secondary retry"
              type="button"
              @click=${() => this.handleRetry('unreachable')}
            >
              ${translator.text('action.retry')}
            </button>`
          : nothing
      }
    </div>`;
  }
}

define('sign-session-document', DocumentPane);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-document': DocumentPane;
  }
}
