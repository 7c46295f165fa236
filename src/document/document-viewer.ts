import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query } from 'lit/decorators.js';
import { LocalizeController } from '../i18n/localize-controller.ts';
import { overridesOf, type Translator } from '../i18n/translator.ts';
import { controls } from '../ui/controls.styles.ts';
import { define } from '../ui/define.ts';
import { SlowController } from '../ui/slow.ts';
import {
  DocumentController,
  type DocumentControllerHost,
  NOTHING_KNOWN,
  type ShownDocument,
  type ShownState,
} from './controller/document-controller.ts';
import { type DocumentEvent, DocumentRetryEvent } from './controller/events.ts';
import type { DocumentFacts, ListState, ListSurface, PageLabels } from './controller/pdf-viewer.ts';
import type { DocumentProblem, ViewableLoad } from './document-load.ts';
import { documentViewerStyles } from './document-viewer.styles.ts';
import { VIEWER_MESSAGES, type ViewerTranslator } from './messages/viewer-messages.ts';
import { openingStyles, problemStyles } from './opening.styles.ts';
import { blankSheet, documentProblem, DownloadLink, openingBar, stillOpening } from './opening.ts';
import type { EarlyWorker } from './pdf/pdf-worker.ts';
import type { ViewerCommandEvent } from './toolbar/command.ts';
import {
  type CommandHost,
  FullView,
  type FullViewHost,
  LiveRegion,
  ViewerCommands,
} from './toolbar/viewer-commands.ts';
import './panels/document-warnings.ts';
import './panels/text-view.ts';
import './toolbar/find-bar.ts';
import './panels/more-panel.ts';
import './panels/password-form.ts';
import './toolbar/viewer-tools.ts';
import './panels/outline-panel.ts';

/** What the viewer's parts depend on. */
interface ViewerParts {
  readonly messages: ViewerTranslator;
  readonly commands: ViewerCommands;
  readonly load: ViewableLoad;
  readonly shown: ShownDocument | undefined;
  /** The address of the document's bytes, once they are loaded. */
  readonly href: string | undefined;
  readonly filename: string;
  /** Is the full view available, and not open? */
  readonly canFill: boolean;
}

/** Renders what is above the pages: the toolbar, the find bar, the warnings. */
function viewerHeader(parts: ViewerParts): TemplateResult {
  const { messages, commands, shown, href, filename, canFill } = parts;
  const { outline, find, warnings, warningPages } = shown?.known ?? NOTHING_KNOWN;
  return html`<sign-session-document-tools
      .messages=${messages}
      .list=${shown?.list}
      .viewed=${shown?.known.viewed ?? 0}
      .hasOutline=${outline.length > 0}
      .panel=${commands.panel}
      .finding=${commands.finding}
      .asText=${commands.asText}
      .href=${href}
      .filename=${filename}
      .canFill=${canFill}
    ></sign-session-document-tools>
    ${
      commands.finding
        ? html`<sign-session-document-find .messages=${messages} .find=${find}></sign-session-document-find>`
        : nothing
    }
    <sign-session-document-warnings
      .messages=${messages}
      .warnings=${warnings}
      .pages=${warningPages}
      .href=${href}
      .filename=${filename}
    ></sign-session-document-warnings>`;
}

/** Renders what covers the pages: their text, the password form, “more”. */
function viewerOverlays(parts: ViewerParts): TemplateResult {
  const { messages, commands, shown } = parts;
  const list = shown?.list;
  return html`${
    commands.asText && list !== undefined
      ? html`<sign-session-document-text
          .messages=${messages}
          .page=${list.page}
          .pages=${list.pages}
          .read=${commands.readPage}
          .seen=${commands.noteRead}
        ></sign-session-document-text>`
      : nothing
  }
  ${passwordForm(parts)} ${commands.panel === 'more' ? morePanel(parts) : nothing}`;
}

function passwordForm({ messages, shown }: ViewerParts): TemplateResult | typeof nothing {
  const state = shown?.known.state;
  if (state?.status !== 'asking') return nothing;
  return html`<sign-session-document-password
    .messages=${messages}
    .wrong=${state.wrong}
    .checking=${state.checking}
    .answer=${(password: string) => shown?.answer(password)}
    .giveUp=${() => shown?.giveUp()}
  ></sign-session-document-password>`;
}

function morePanel({ messages, commands, load, shown }: ViewerParts): TemplateResult {
  return html`<sign-session-document-more
    .messages=${messages}
    .list=${shown?.list}
    .hasOutline=${(shown?.known.outline.length ?? 0) > 0}
    .asText=${commands.asText}
    .digest=${load.status === 'loaded' ? load.digest : ''}
    .verified=${load.status === 'loaded' && load.verified}
  ></sign-session-document-more>`;
}

/** What can be wrong with a file; the rest is wrong before there is one, and the pane says it. */
type FileProblem = Exclude<DocumentProblem, 'unreachable' | 'mismatch' | 'viewer' | 'assets'>;

/** Problems of files that another program may be able to open. */
const WORTH_DOWNLOADING: readonly FileProblem[] = ['damaged', 'protected', 'tooLarge'];

/** Renders why the file can't be shown, and what can be done. Nothing for problems that the pane reports. */
function fileProblem(
  problem: DocumentProblem,
  messages: ViewerTranslator,
  href: string | undefined,
  filename: string,
  act: () => void,
): TemplateResult | typeof nothing {
  if (!isFileProblem(problem)) return nothing;
  const isOffered = href !== undefined && WORTH_DOWNLOADING.includes(problem);
  return documentProblem(messages.t('problem.heading'), messages.t(`problem.${problem}`), {
    retry: problem === 'protected' ? { text: messages.t('password.again'), act } : undefined,
    download: isOffered ? { text: messages.t('tools.download'), href, filename } : undefined,
  });
}

function isFileProblem(problem: DocumentProblem): problem is FileProblem {
  return !['unreachable', 'mismatch', 'viewer', 'assets'].includes(problem);
}

/**
 * A document that is loaded or loading: its pages and the tools for them. It is in the pane's lazy chunk
 * (document-pane.ts) and fills the pane.
 */
class DocumentViewer extends LitElement implements DocumentControllerHost, CommandHost, FullViewHost {
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

  @query('.viewer') readonly content!: HTMLElement | null;
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

  get scrollers(): readonly HTMLElement[] {
    const text = this.renderRoot.querySelector('sign-session-document-text');
    return text === null ? [this.scroller] : [this.scroller, text.scroller];
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
      pagePending: messages.t('page.pending'),
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
    return this.load.status === 'loaded' && !opening ? this.download.href(this.load) : undefined;
  }

  get list(): ListState | undefined {
    return this.controller.shown?.list;
  }

  /** Tools have nothing to act on before the first page, nor are they urgent then. Warnings are, and come with them. */
  private get hasTools(): boolean {
    const { painted, state, warnings } = this.controller.shown?.known ?? NOTHING_KNOWN;
    const isUrgent = state.status === 'asking' || warnings.length > 0 || this.slowly.slow;
    return this.hasWords && (painted || isUrgent);
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
    return html`<div
        class="viewer"
        @viewer-command=${this.handleCommand}
        @keydown=${commands.handleKey}
        @focusin=${commands.handleElsewhere}
        @pointerdown=${commands.handleElsewhere}
      >
        ${unreadable ? this.renderProblem(state.problem) : this.hasTools ? viewerHeader(this.parts) : openingBar(this.translator)}
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
      </div>
      <dialog aria-label=${messages.t('page.region')} @close=${fullView.handleClose}></dialog>`;
  }
}

define('sign-session-document-viewer', DocumentViewer);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-document-viewer': DocumentViewer;
  }
}
