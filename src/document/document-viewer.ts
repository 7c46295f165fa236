import { LitElement, type PropertyValues, type TemplateResult, html, nothing } from 'lit';
import { property, query } from 'lit/decorators.js';
import { LocalizeController } from '../i18n/localize-controller.ts';
import { overridesOf } from '../i18n/translator.ts';
import type { Translator } from '../i18n/translator.ts';
import { controls } from '../ui/controls.styles.ts';
import { define } from '../ui/define.ts';
import { SlowController } from '../ui/slow.ts';
import type { DocumentProblem, ViewableLoad } from './document-load.ts';
import { DownloadLink, blankSheet, openingBar, stillOpening } from './opening.ts';
import { type DocumentEvent, DocumentRetryEvent } from './controller/events.ts';
import { openingStyles, problemStyles } from './opening.styles.ts';
import type { EarlyWorker } from './pdf/pdf-worker.ts';
import type { DocumentFacts, ListState, ListSurface, PageLabels } from './controller/pdf-viewer.ts';
import { type ViewerTranslator, VIEWER_MESSAGES } from './messages/viewer-messages.ts';
import type { ViewerCommandEvent } from './toolbar/command.ts';
import { documentViewerStyles } from './document-viewer.styles.ts';
import { FullView, type FullViewHost } from './toolbar/full-view.ts';
import './panels/outline-panel.ts';
import { type ViewerParts, fileProblem, viewerHeader, viewerOverlays } from './viewer-parts.ts';
import { LiveRegion } from './toolbar/live-region.ts';
import { type CommandHost, ViewerCommands } from './toolbar/viewer-commands.ts';
import { NOTHING_KNOWN, type ShownState } from './controller/shown-document.ts';
import { DocumentController, type DocumentControllerHost } from './controller/document-controller.ts';

/**
 * A document that is loaded or loading: its pages and the tools for them. It is in the pane's lazy chunk
 * (document-pane.ts) and fills the pane.
 */
export class DocumentViewer extends LitElement implements DocumentControllerHost, CommandHost, FullViewHost {
  static override readonly styles = [controls, openingStyles, problemStyles, documentViewerStyles];

  readonly controller = new DocumentController(this);
  readonly liveRegion = new LiveRegion(this);
  readonly fullView = new FullView(this);
  private readonly commands = new ViewerCommands(this);
  private readonly localize = new LocalizeController(this, VIEWER_MESSAGES);
  private readonly slowly = new SlowController(this);
  private readonly download = new DownloadLink();
  private spoken: ViewerTranslator | undefined;
  /** Were messages loaded once? Those of another locale replace them when they are loaded. */
  private hasWords = false;
  private sayWorded!: () => void;
  /** Settles when messages are loaded and rendered. */
  readonly worded = new Promise<void>(resolve => (this.sayWorded = resolve));

  @property({ attribute: false }) load: ViewableLoad = { status: 'loading' };
  /** The file name of a download. */
  @property({ attribute: false }) filename = '';
  /** The widget's translator; the viewer's own messages have the same locale. */
  @property({ attribute: false }) translator!: Translator;
  @property({ attribute: false }) assetsUrl: string | undefined;
  @property({ attribute: false }) facts: DocumentFacts | undefined;
  /** A message that has to be visible in the full view too; empty if there is none. */
  @property({ attribute: false }) urgent = '';
  /** Used for the first document. */
  @property({ attribute: false }) earlyWorker: EarlyWorker | undefined;
  /** Called with each event. */
  @property({ attribute: false }) tell!: (event: DocumentEvent) => void;

  @query('dialog') readonly dialog!: HTMLDialogElement | null;
  @query('.scroller') readonly scroller!: HTMLElement;
  @query('.pages') private readonly pages!: HTMLElement;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.download.revoke();
  }

  protected override willUpdate(): void {
    const { locale, overrides } = this.translator;
    this.localize.setLocale(locale, overridesOf(overrides, 'viewer'));
    // After a long wait, English is better than nothing.
    this.hasWords ||= this.localize.settled || this.slowly.slow;
    this.controller.expect(this.load);
    // Closing after disconnection updates the element once more, when there is nothing to wait for.
    this.slowly.waiting(this.isConnected && this.state.status === 'opening');
    const { list, messages } = this;
    if (list !== undefined) {
      this.liveRegion.announcePosition(messages.t('page.position', { page: list.page, pages: list.pages }));
    }
  }

  /** Moves the focus to the document when the focused control is removed. */
  protected override update(changed: PropertyValues): void {
    const focused = this.matches(':focus-within');
    super.update(changed);
    if (focused && !this.matches(':focus-within')) this.focus();
  }

  protected override updated(): void {
    const { messages } = this;
    if (this.hasWords) this.sayWorded();
    if (messages === this.spoken) return;
    this.spoken = messages;
    this.controller.act(viewer => viewer.setLabels(this.pageLabels));
  }

  /** Focuses the pages or their text. */
  override focus(): void {
    void this.focusDocument();
  }

  /** Focuses the button that opens the full view. */
  focusFullView(): void {
    const tools = this.renderRoot.querySelector('sign-session-document-tools');
    void tools?.updateComplete.then(() => tools.focusFullView());
  }

  private async focusDocument(): Promise<void> {
    const text = this.renderRoot.querySelector('sign-session-document-text');
    await text?.updateComplete;
    (text ?? this.scroller).focus();
  }

  /** The elements for the pages, used by the PdfViewer. */
  get surface(): ListSurface {
    return { scroller: this.scroller, pages: this.pages };
  }

  /** The labels of the pages, used by the PdfViewer. */
  get pageLabels(): PageLabels {
    const { messages } = this;
    return {
      pageLabel: page => messages.t('page.label', { page }),
      pageFailed: page => messages.t('page.failed', { page }),
    };
  }

  get messages(): ViewerTranslator {
    return this.localize.translator;
  }

  /**
   * The blob address of the document's bytes. It holds a copy, so it is created only after the first page is shown and
   * while the viewer is connected, which revokes it.
   */
  get href(): string | undefined {
    if (!this.isConnected) return undefined;
    const opening = this.state.status === 'opening' && !this.slowly.slow;
    return this.load.status === 'loaded' && !opening ? this.download.href(this.load.bytes) : undefined;
  }

  get list(): ListState | undefined {
    return this.controller.shown?.list;
  }

  private get state(): ShownState {
    return (this.controller.shown?.known ?? NOTHING_KNOWN).state;
  }

  private handleRetry(problem: DocumentProblem): void {
    if (problem !== 'unreachable') this.controller.retry();
    this.tell(new DocumentRetryEvent(problem));
  }

  private readonly handleCommand = (event: ViewerCommandEvent) => {
    event.stopPropagation();
    this.commands.execute(event.command);
  };

  private renderProblem(problem: DocumentProblem): TemplateResult | typeof nothing {
    const { filename, href, messages } = this;
    return fileProblem(problem, messages, href, filename, () => this.handleRetry(problem));
  }

  private get parts(): ViewerParts {
    const { commands, controller, filename, fullView, href, load, messages } = this;
    const canFill = fullView.offered && !fullView.open;
    return { messages, commands, load, shown: controller.shown, href, filename, canFill };
  }

  /** The button that closes the full view. */
  private renderBelow(): TemplateResult | typeof nothing {
    if (!this.fullView.open) return nothing;
    return html`<div class="back">
      <p role="status">${this.urgent}</p>
      <button class="button secondary" type="button" @click=${() => this.fullView.toggle()}>
        ${this.messages.t('tools.back')}
      </button>
    </div>`;
  }

  private renderSlow(): TemplateResult {
    const waits = this.load.status === 'loading';
    return stillOpening(this.translator, waits ? () => this.handleRetry('unreachable') : undefined);
  }

  protected override render(): TemplateResult {
    const { commands, fullView, list, state, controller, messages } = this;
    const unreadable = state.status === 'unreadable';
    return html`<dialog
      class="viewer"
      aria-label=${messages.t('page.region')}
      @close=${fullView.handleClose}
      @viewer-command=${this.handleCommand}
      @keydown=${commands.handleKey}
      @focusin=${commands.handleElsewhere}
      @pointerdown=${commands.handleElsewhere}
    >
      ${unreadable ? this.renderProblem(state.problem) : this.hasWords ? viewerHeader(this.parts) : openingBar(this.translator)}
      <div class="viewer-body" ?hidden=${unreadable}>
        ${
          commands.panel === 'outline'
            ? html`<sign-session-document-outline
                .messages=${messages}
                .items=${controller.shown?.known.outline ?? []}
              ></sign-session-document-outline>`
            : nothing
        }
        <div class="backdrop">
          <div
            class="scroller"
            role="region"
            tabindex="0"
            aria-label=${messages.t('page.region')}
            aria-busy=${state.status === 'opening' ? 'true' : 'false'}
            ?inert=${commands.asText || state.status === 'asking'}
          >
            ${list === undefined ? blankSheet() : nothing}
            <div class="pages"></div>
          </div>
          ${viewerOverlays(this.parts)} ${this.slowly.slow ? this.renderSlow() : nothing}
        </div>
      </div>
      ${this.renderBelow()}
      <div class="visually-hidden" role="status">${this.liveRegion.text}</div>
    </dialog>`;
  }
}

define('sign-session-document-viewer', DocumentViewer);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-document-viewer': DocumentViewer;
  }
}
