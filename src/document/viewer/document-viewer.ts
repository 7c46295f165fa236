import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query } from 'lit/decorators.js';
import { LocalizeController } from '../../i18n/localize-controller.ts';
import type { Translator } from '../../i18n/translator.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { SlowController } from '../../ui/slow.ts';
import type { DocumentProblem, ViewableLoad } from '../document-load.ts';
import { DownloadLink } from '../download-link.ts';
import { DocumentRetryEvent, type DocumentEvent } from '../events.ts';
import { blankSheet, openingBar, stillOpening } from '../opening.ts';
import { openingStyles } from '../opening.styles.ts';
import type { EarlyWorker } from '../pdf/early-worker.ts';
import type { ListState, ListSurface, PageWords } from '../pdf/pdf-viewer.ts';
import { problemStyles } from '../problem.styles.ts';
import type { ViewerTranslator } from '../words/viewer-key.ts';
import { VIEWER_WORDS } from '../words/viewer-words.ts';
import { abovePages } from './above-pages.ts';
import type { ViewerCommandEvent } from './command.ts';
import { documentViewerStyles } from './document-viewer.styles.ts';
import { fileProblem } from './file-problem.ts';
import { FullView, type FullViewHost } from './full-view.ts';
import './outline-panel.ts';
import { overPages } from './over-pages.ts';
import { PoliteVoice } from './polite-voice.ts';
import { ReaderCommands, type CommandedViewer } from './reader-commands.ts';
import type { ShowingState } from './showing.ts';
import { Viewing, type ViewingHost } from './viewing.ts';

/**
 * A document that is here or still expected: its pages, and all that one can do with them. It comes with the
 * lazy chunk of the pane (document-pane.ts) and fills it.
 */
export class DocumentViewer extends LitElement implements ViewingHost, CommandedViewer, FullViewHost {
  static override readonly styles = [controls, openingStyles, problemStyles, documentViewerStyles];

  readonly viewing = new Viewing(this);
  readonly voice = new PoliteVoice(this);
  readonly fullView = new FullView(this);
  private readonly commands = new ReaderCommands(this);
  private readonly localize = new LocalizeController(this, VIEWER_WORDS);
  private readonly slowly = new SlowController(this);
  private readonly download = new DownloadLink();
  private spoken: ViewerTranslator | undefined;
  /** Have there been words in the wanted language? Another language's take their place when they are there. */
  private hasWords = false;
  private sayWorded!: () => void;
  /** Settles when there are words, and what they say is rendered. */
  readonly worded = new Promise<void>(resolve => (this.sayWorded = resolve));

  @property({ attribute: false }) load: ViewableLoad = { status: 'loading' };
  /** The name that a download gets. */
  @property({ attribute: false }) filename = '';
  /** The widget's words; the viewer's own come in the same locale. */
  @property({ attribute: false }) translator!: Translator;
  @property({ attribute: false }) assetsUrl: string | undefined;
  @property({ attribute: false }) countedPages: number | undefined;
  /** What the signer has to hear wherever they are reading; empty where there is nothing. */
  @property({ attribute: false }) urgent = '';
  /** For the first document. */
  @property({ attribute: false }) earlyWorker: EarlyWorker | undefined;
  /** Gets what happens. */
  @property({ attribute: false }) tell!: (event: DocumentEvent) => void;

  @query('dialog') readonly dialog!: HTMLDialogElement | null;
  @query('.scroller') readonly scroller!: HTMLElement;
  @query('.pages') private readonly pages!: HTMLElement;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.download.revoke();
  }

  protected override willUpdate(): void {
    this.localize.want(this.translator.locale);
    // After so long a wait it is better said in English than not at all.
    this.hasWords ||= this.localize.settled || this.slowly.slow;
    this.viewing.expect(this.load);
    // What closes after it has gone updates it once more, with nothing to wait for.
    this.slowly.waiting(this.isConnected && this.state.status === 'opening');
    const { list, words } = this;
    if (list !== undefined) {
      this.voice.sayWhere(words.text('page.position', { page: list.page, pages: list.pages }));
    }
  }

  /** What goes away with the focus in it leaves the signer at the document. */
  protected override update(changed: PropertyValues): void {
    const focused = this.matches(':focus-within');
    super.update(changed);
    if (focused && !this.matches(':focus-within')) this.focus();
  }

  protected override updated(): void {
    const { words } = this;
    if (this.hasWords) this.sayWorded();
    if (words === this.spoken) return;
    this.spoken = words;
    this.viewing.act(viewer => viewer.setWords(this.pageWords));
  }

  /** To the pages, or to their text. */
  override focus(): void {
    void this.focusDocument();
  }

  /** To the tool for the full view. */
  focusFullView(): void {
    const tools = this.renderRoot.querySelector('sign-session-document-tools');
    void tools?.updateComplete.then(() => tools.focusFullView());
  }

  private async focusDocument(): Promise<void> {
    const text = this.renderRoot.querySelector('sign-session-document-text');
    await text?.updateComplete;
    (text ?? this.scroller).focus();
  }

  /** For the viewer: where to put the pages. */
  get surface(): ListSurface {
    return { scroller: this.scroller, pages: this.pages };
  }

  /** For the viewer: what to call the pages. */
  get pageWords(): PageWords {
    const { words } = this;
    return {
      pageLabel: page => words.text('page.label', { page }),
      pageFailed: page => words.text('page.failed', { page }),
    };
  }

  get words(): ViewerTranslator {
    return this.localize.translator;
  }

  /**
   * Where the document's bytes are. What lies there is a copy: making it must not hold up the first page, and nobody
   * would let go of one that was made when the viewer has gone.
   */
  get href(): string | undefined {
    if (!this.isConnected) return undefined;
    const opening = this.state.status === 'opening' && !this.slowly.slow;
    return this.load.status === 'loaded' && !opening ? this.download.href(this.load.bytes) : undefined;
  }

  get list(): ListState | undefined {
    return this.viewing.showing?.list;
  }

  private get state(): ShowingState {
    return this.viewing.showing?.state ?? { status: 'opening' };
  }

  private handleRetry(problem: DocumentProblem): void {
    if (problem !== 'unreachable') this.viewing.retry();
    this.tell(new DocumentRetryEvent(problem));
  }

  private readonly handleCommand = (event: ViewerCommandEvent) => {
    event.stopPropagation();
    this.commands.obey(event.command);
  };

  private renderProblem(problem: DocumentProblem): TemplateResult | typeof nothing {
    const { filename, href, words } = this;
    return fileProblem(problem, words, { href, filename, retry: () => this.handleRetry(problem) });
  }

  private renderAbove(): TemplateResult {
    const { commands, filename, fullView, href, viewing, words } = this;
    const canFill = fullView.offered && !fullView.open;
    if (!this.hasWords) return openingBar(this.translator);
    return abovePages({ words, commands, showing: viewing.showing, href, filename, canFill });
  }

  /** The way back from the full view. */
  private renderBelow(): TemplateResult | typeof nothing {
    if (!this.fullView.open) return nothing;
    return html`<div class="back">
      <p role="status">${this.urgent}</p>
      <button class="button secondary" type="button" @click=${() => this.fullView.toggle()}>
        ${this.words.text('tools.back')}
      </button>
    </div>`;
  }

  private renderSlow(): TemplateResult {
    const waits = this.load.status === 'loading';
    return stillOpening(this.translator, waits ? () => this.handleRetry('unreachable') : undefined);
  }

  protected override render(): TemplateResult {
    const { commands, fullView, list, state, viewing, words } = this;
    const unreadable = state.status === 'unreadable';
    return html`<dialog
      class="viewer"
      aria-label=${fullView.open ? words.text('page.region') : nothing}
      @close=${fullView.handleClose}
      @viewer-command=${this.handleCommand}
      @keydown=${commands.handleKey}
      @focusin=${commands.handleElsewhere}
      @pointerdown=${commands.handleElsewhere}
    >
      ${unreadable ? this.renderProblem(state.problem) : this.renderAbove()}
      <div class="stage" ?hidden=${unreadable}>
        ${
          commands.panel === 'outline'
            ? html`<sign-session-document-outline
                .words=${words}
                .items=${viewing.showing?.outline ?? []}
              ></sign-session-document-outline>`
            : nothing
        }
        <div class="desk">
          <div
            class="scroller"
            role="region"
            tabindex="0"
            aria-label=${words.text('page.region')}
            aria-busy=${state.status === 'opening' ? 'true' : 'false'}
            ?inert=${commands.asText || state.status === 'asking'}
          >
            ${list === undefined ? blankSheet() : nothing}
            <div class="pages"></div>
          </div>
          ${overPages({ words, commands, load: this.load, showing: viewing.showing })}
          ${this.slowly.slow ? this.renderSlow() : nothing}
        </div>
      </div>
      ${this.renderBelow()}
      <div class="visually-hidden" role="status">${this.voice.text}</div>
    </dialog>`;
  }
}

define('sign-session-document-viewer', DocumentViewer);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-document-viewer': DocumentViewer;
  }
}
