import { LitElement, type PropertyValues, type TemplateResult, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Translator } from '../i18n/translator.ts';
import { controls } from '../ui/controls.styles.ts';
import { define } from '../ui/define.ts';
import { SlowController } from '../ui/slow.ts';
import { assetsFolder } from './assets-url.ts';
import type { DocumentLoad } from './document-load.ts';
import { documentPaneStyles } from './document-pane.styles.ts';
import {
  DownloadLink,
  blankSheet,
  documentProblem,
  downloadButton,
  openingBar,
  stillOpening,
} from './opening.ts';
import { type DocumentEvent, DocumentRetryEvent, DocumentUnreadableEvent } from './events.ts';
import { openingStyles, problemStyles } from './opening.styles.ts';
import { EarlyWorker } from './pdf/pdf-worker.ts';
import type { ToldOfDocument } from './pages/pdf-viewer.ts';
import { loadPdfViewer } from './pdf/load-viewer.ts';

/** What is wrong before there is a viewer: its own words come with it. */
type EarlyProblem = 'unreachable' | 'mismatch' | 'viewer';

/**
 * The document: a toolbar and its pages, or in plain words why they can't be shown. It fills its container,
 * whose height must be definite. Colours and radii come from the tokens of the element around it.
 *
 * All that shows a document comes in a chunk of its own (viewer/), which is fetched while the document is on its
 * way. This part is in the first script: what is seen until then, and what is said when either does not arrive.
 *
 * Fires the events of events.ts, which stay within the shadow tree around it.
 */
export class DocumentPane extends LitElement {
  static override readonly styles = [controls, openingStyles, problemStyles, documentPaneStyles];

  private readonly slowly = new SlowController(this);
  private readonly download = new DownloadLink();
  private earlyWorker: EarlyWorker | undefined;

  @state() private viewer: 'absent' | 'loading' | 'ready' | 'failed' = 'absent';

  /** The document on its way to the screen; another one starts anew. */
  @property({ attribute: false }) load: DocumentLoad = { status: 'loading' };
  /** The name that a download gets. */
  @property({ attribute: false }) filename = '';
  /** Is a document on its way? Before, the assets' address may still change. */
  @property({ attribute: false }) expected = true;
  /** What the service says of the document, as far as it does. */
  @property({ attribute: false }) told: ToldOfDocument | undefined;
  /** What the signer has to hear wherever they are reading, in words; empty where there is nothing. */
  @property({ attribute: false }) urgent = '';
  @property({ attribute: false }) translator!: Translator;
  /**
   * The absolute address of the folder with the viewer's worker and data; `undefined` for beside the bundle.
   * Read when a viewer starts.
   */
  @property({ attribute: false }) assetsUrl: string | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    // A viewer that did not arrive while the pane was away is asked for again.
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.download.revoke();
    this.earlyWorker?.discard();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('load') && this.viewer === 'failed') this.viewer = 'absent';
    // Nobody takes it where the document failed before there was a viewer.
    if (this.load.status === 'failed') this.earlyWorker?.discard();
    // Not for a pane that is away: where a failed import fails again at once, that would never end.
    if (this.isConnected && this.load.status !== 'failed' && this.viewer === 'absent') void this.loadViewer();
    this.slowly.waiting(this.problem === undefined && this.viewer === 'loading');
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { load } = this;
    if (changed.has('load') && load.status === 'failed') {
      this.dispatchEvent(new DocumentUnreadableEvent(load.problem));
    }
  }

  private get problem(): EarlyProblem | undefined {
    if (this.load.status === 'failed') return this.load.problem;
    return this.viewer === 'failed' ? 'viewer' : undefined;
  }

  private async loadViewer(): Promise<void> {
    this.viewer = 'loading';
    if (this.expected) this.earlyWorker = new EarlyWorker(assetsFolder(this.assetsUrl));
    // What the viewer needs is on its way at once with it; where it does not come, the viewer tells.
    loadPdfViewer().catch(() => undefined);
    try {
      await import('./document-viewer.ts');
      this.viewer = 'ready';
    } catch (error) {
      this.viewer = 'absent';
      this.earlyWorker?.discard();
      if (this.isConnected) this.handleTold(new DocumentUnreadableEvent('viewer', error));
    }
  }

  /** What the viewer has to tell is told by the pane. A viewer that can't run goes away. */
  private readonly handleTold = (event: DocumentEvent) => {
    if (event instanceof DocumentUnreadableEvent && event.problem === 'viewer') this.viewer = 'failed';
    this.dispatchEvent(event);
  };

  private handleRetry(problem: EarlyProblem): void {
    if (problem === 'viewer') this.viewer = 'absent';
    this.dispatchEvent(new DocumentRetryEvent(problem));
  }

  private renderProblem(problem: EarlyProblem): TemplateResult {
    const { load, translator } = this;
    const retry = html`<button
      class="button secondary retry"
      type="button"
      @click=${() => this.handleRetry(problem)}
    >
      ${translator.t('action.retry')}
    </button>`;
    const download =
      load.status === 'loaded'
        ? downloadButton(
            this.download.href(load.bytes),
            downloadName(this.filename, translator),
            translator.t('document.download'),
          )
        : nothing;
    return documentProblem(
      translator.t('document.error.heading'),
      translator.t(`document.error.${problem}`),
      // The bytes of another document are not even offered.
      [problem === 'mismatch' ? nothing : retry, download],
    );
  }

  private renderOpening(): TemplateResult {
    const { load, translator } = this;
    const retry = load.status === 'loading' ? () => this.handleRetry('unreachable') : undefined;
    return html`${openingBar(translator)}
      <div class="backdrop" aria-busy="true">
        ${blankSheet()} ${this.slowly.slow ? stillOpening(translator, retry) : nothing}
      </div>`;
  }

  protected override render(): TemplateResult {
    const { load, problem } = this;
    if (problem !== undefined) return this.renderProblem(problem);
    if (this.viewer !== 'ready' || load.status === 'failed') return this.renderOpening();
    return html`<sign-session-document-viewer
      .load=${load}
      .filename=${downloadName(this.filename, this.translator)}
      .translator=${this.translator}
      .assetsUrl=${this.assetsUrl}
      .told=${this.told}
      .urgent=${this.urgent}
      .earlyWorker=${this.earlyWorker}
      .tell=${this.handleTold}
    ></sign-session-document-viewer>`;
  }
}

function downloadName(filename: string, translator: Translator): string {
  return filename || `${translator.t('document.untitled')}.pdf`;
}

define('sign-session-document', DocumentPane);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-document': DocumentPane;
  }
}
