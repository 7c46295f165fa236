import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { assetSource } from '../assets/asset-source.ts';
import { isMissing } from '../assets/asset-watch.ts';
import type { Translator } from '../i18n/translator.ts';
import { controls } from '../ui/controls.styles.ts';
import { define } from '../ui/define.ts';
import { SlowController } from '../ui/slow.ts';
import { type DocumentEvent, DocumentRetryEvent, DocumentUnreadableEvent } from './controller/events.ts';
import type { DocumentFacts } from './controller/pdf-viewer.ts';
import type { DocumentLoad } from './document-load.ts';
import { openingStyles, problemStyles } from './opening.styles.ts';
import { blankSheet, documentProblem, DownloadLink, openingBar, stillOpening } from './opening.ts';
import type { EarlyWorker } from './pdf/pdf-worker.ts';
import { earlyWorker, loadViewer } from './start-viewer.ts';

const documentPaneStyles = css`
  :host {
    background: var(--backdrop);
    color: var(--ink);
    container-type: inline-size;
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
    height: 100%;
    min-height: 0;
    overflow: hidden;
  }

  :host([hidden]) {
    display: none;
  }

  .backdrop {
    overflow: hidden;
    position: relative;
  }

  sign-session-document-viewer {
    grid-row: 1 / -1;
  }
`;

/** Problems that can occur before there is a viewer, whose messages load with it. */
type EarlyProblem = 'unreachable' | 'mismatch' | 'viewer' | 'assets';

/**
 * The document: a toolbar and its pages, or a message why they can't be shown. It fills its container, whose height
 * must be definite. Colours and radii come from the tokens of the surrounding element.
 *
 * The viewer is a chunk of its own, which loads in parallel with the document. This part is in the first script: what
 * is shown until then, and the message when either can't be loaded.
 *
 * Dispatches the events of events.ts, which stay within the surrounding shadow tree.
 */
export class DocumentPane extends LitElement {
  static override readonly styles = [controls, openingStyles, problemStyles, documentPaneStyles];

  readonly #slowly = new SlowController(this);
  readonly #download = new DownloadLink();
  #earlyWorker: EarlyWorker | undefined;

  @state() private viewer: 'absent' | 'loading' | 'ready' | 'failed' | 'unavailable' = 'absent';

  /** The document; another one starts again. */
  @property({ attribute: false }) load: DocumentLoad = { status: 'loading' };
  /** The file name of a download. */
  @property({ attribute: false }) filename = '';
  /** Is a document being loaded? Before, the assets' address may still change. */
  @property({ attribute: false }) expected = true;
  /** What the service says about the document, if it says. */
  @property({ attribute: false }) facts: DocumentFacts | undefined;
  /** A message that has to be visible in the full view too; empty if there is none. */
  @property({ attribute: false }) urgent = '';
  /** Is there a button for another try here? Not where the screen beside it has one. */
  @property({ attribute: false }) offersRetry = true;
  @property({ attribute: false }) translator!: Translator;
  /**
   * The absolute address of the folder with the viewer's worker and data; by default beside the bundle. Read when a
   * viewer starts.
   */
  @property({ attribute: false }) assetsUrl: string | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    // Loads the viewer again if it failed while the pane was disconnected.
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#download.revoke();
    this.#earlyWorker?.discard();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('load') && this.viewer === 'failed') this.viewer = 'absent';
    // Nobody takes the worker if the document failed before there was a viewer.
    if (this.load.status === 'failed') this.#earlyWorker?.discard();
    // Skip while disconnected, or an import that keeps failing would be retried forever.
    if (this.isConnected && this.load.status !== 'failed' && this.viewer === 'absent')
      void this.#loadViewer();
    this.#slowly.waiting(this.#problem === undefined && this.viewer === 'loading');
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { load } = this;
    if (changed.has('load') && load.status === 'failed') {
      this.dispatchEvent(new DocumentUnreadableEvent(load.problem));
    }
  }

  /** Opens the document over the whole window; nothing happens before it is shown. */
  showFullView(): void {
    const { fullView } = this.renderRoot.querySelector('sign-session-document-viewer') ?? {};
    if (fullView?.open === false) fullView.toggle();
  }

  /** Tries again after a problem that another try may solve. */
  retry(): void {
    const problem = this.#problem;
    if (problem !== undefined) this.#handleRetry(problem);
  }

  get #problem(): EarlyProblem | undefined {
    if (this.load.status === 'failed') return this.load.problem;
    if (this.viewer === 'unavailable') return 'assets';
    return this.viewer === 'failed' ? 'viewer' : undefined;
  }

  async #loadViewer(): Promise<void> {
    this.viewer = 'loading';
    if (this.expected) this.#earlyWorker = earlyWorker(assetSource(this.assetsUrl));
    try {
      await loadViewer();
      this.viewer = 'ready';
    } catch (error) {
      this.#earlyWorker?.discard();
      const problem = (await isMissing(error)) ? 'assets' : 'viewer';
      this.viewer = 'absent';
      if (this.isConnected) this.#handleTold(new DocumentUnreadableEvent(problem, error));
    }
  }

  /** Dispatches the viewer's events. A viewer that can't run is removed. */
  readonly #handleTold = (event: DocumentEvent) => {
    if (event instanceof DocumentUnreadableEvent) {
      if (event.problem === 'viewer') this.viewer = 'failed';
      if (event.problem === 'assets') this.viewer = 'unavailable';
    }
    this.dispatchEvent(event);
  };

  #handleRetry(problem: EarlyProblem): void {
    if (problem === 'viewer') this.viewer = 'absent';
    this.dispatchEvent(new DocumentRetryEvent(problem));
  }

  #renderProblem(problem: EarlyProblem): TemplateResult {
    const { load, translator } = this;
    // The bytes of another document are not offered for download.
    const isGone = problem === 'assets';
    const retry =
      problem === 'mismatch' || !(isGone || this.offersRetry)
        ? undefined
        : {
            text: translator.t(isGone ? 'action.reloadPage' : 'action.retry'),
            act: () => (isGone ? location.reload() : this.#handleRetry(problem)),
          };
    const download =
      load.status === 'loaded'
        ? {
            text: translator.t('document.download'),
            href: this.#download.href(load),
            filename: downloadName(this.filename, translator),
          }
        : undefined;
    const text = translator.t(`document.error.${problem}`);
    return documentProblem(translator.t('document.error.heading'), text, { retry, download });
  }

  #renderOpening(): TemplateResult {
    const { load, translator } = this;
    const retry = load.status === 'loading' ? () => this.#handleRetry('unreachable') : undefined;
    return html`${openingBar(translator)}
      <div class="backdrop" aria-busy="true">
        ${blankSheet()} ${this.#slowly.slow ? stillOpening(translator, retry) : nothing}
      </div>`;
  }

  protected override render(): TemplateResult {
    const { load } = this;
    const problem = this.#problem;
    if (problem !== undefined) return this.#renderProblem(problem);
    if (this.viewer !== 'ready' || load.status === 'failed') return this.#renderOpening();
    return html`<sign-session-document-viewer
      .load=${load}
      .filename=${downloadName(this.filename, this.translator)}
      .translator=${this.translator}
      .assetsUrl=${this.assetsUrl}
      .facts=${this.facts}
      .urgent=${this.urgent}
      .earlyWorker=${this.#earlyWorker}
      .tell=${this.#handleTold}
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
