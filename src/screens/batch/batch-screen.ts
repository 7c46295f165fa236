import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { Appearance } from '../../appearance/appearance.ts';
import type {
  DocumentShownEvent,
  DocumentViewedEvent,
  DocumentWarningsEvent,
} from '../../document/controller/events.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { signerParts } from '../accept/consent-text.ts';
import { LazyScreenElement } from '../lazy-screen.ts';
import { screen } from '../screen.styles.ts';
import { accepting, BatchDocuments } from '../../session/batch-documents.ts';
import { documentList } from './document-list.ts';
import { styles } from './batch-screen.styles.ts';

/** The version of the consent sentence, as of an acceptance of one document. */
const CONSENT_VERSION = 'accept-batch-1';

/** Why the form was not sent. */
type FieldError = 'consentMissing' | 'checking';

/** Several documents: their list, each to be read; and one consent and one button for all. */
export class BatchScreen extends LazyScreenElement<'batch'> {
  static override readonly styles = [controls, screen, styles];

  readonly #documents = new BatchDocuments(this);

  @state() private consented = false;
  @state() private fieldError: FieldError | undefined;
  @state() private isAccepting = false;

  @property({ attribute: false }) appearance: Appearance = {};
  @property({ attribute: false }) assetsUrl: string | undefined;

  @query('input') private readonly checkbox!: HTMLInputElement;
  @query('.reader h3') private readonly readerHeading!: HTMLElement | null;

  protected override firstUpdated(): void {
    this.read();
  }

  override willUpdate(_changed: PropertyValues<this>): void {
    if (!this.busy) this.isAccepting = false;
    if (this.fieldError === 'checking' && this.isChecked) this.fieldError = undefined;
  }

  private read(): void {
    this.dispatchIntent({ kind: 'batch', work: this.#documents.reading(true) });
  }

  /** Whether the bytes of every document were loaded here, and are those that the service has. */
  private get isChecked(): boolean {
    const { all, verified } = this.#documents;
    return all.length > 0 && verified === all.length;
  }

  private get failed(): 'mismatch' | 'unreachable' | undefined {
    const checks = this.#documents.all.map(({ check }) => check);
    return (['mismatch', 'unreachable'] as const).find(problem => checks.includes(problem));
  }

  private get total(): number {
    return this.view.batch?.total ?? 0;
  }

  private readonly handleConsent = () => {
    this.consented = this.checkbox.checked;
    if (this.fieldError === 'consentMissing') this.fieldError = undefined;
  };

  private readonly handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (this.busy) return;
    this.fieldError = this.isChecked ? (this.consented ? undefined : 'consentMissing') : 'checking';
    if (this.fieldError === 'consentMissing') this.checkbox.focus();
    if (this.fieldError !== undefined) return;
    this.isAccepting = true;
    const consent = { textVersion: CONSENT_VERSION, locale: this.messages.locale };
    this.dispatchIntent({ kind: 'batch', work: accepting(this.#documents.all, consent) });
  };

  /** Opens a document to read, or goes back to the list, and moves the focus to where reading goes on. */
  private async show(index: number | undefined): Promise<void> {
    const before = this.#documents.shown?.index;
    this.#documents.show(index);
    await this.updateComplete;
    if (index !== undefined) this.readerHeading?.focus();
    else this.renderRoot.querySelectorAll<HTMLElement>('.documents button')[before ?? 0]?.focus();
  }

  private readonly handleShown = ({ pages }: DocumentShownEvent) => this.#documents.note({ pages });
  private readonly handleViewed = ({ pages }: DocumentViewedEvent) =>
    this.#documents.note({ pagesViewed: pages.size });
  private readonly handleWarnings = ({ warnings }: DocumentWarningsEvent) =>
    this.#documents.note({ notices: warnings });
  private readonly handleRetry = () => this.#documents.show(this.#documents.shown?.index);

  private renderIntro(): TemplateResult {
    const { messages, total } = this;
    const company = this.appearance.companyName;
    return html`<div class="intro">
      <h2 tabindex="-1">${this.appearance.title || messages.t('heading', { n: total })}</h2>
      <p class="secondary-text">
        ${company ? messages.t('intro', { company }) : messages.t('introNoCompany')}
      </p>
    </div>`;
  }

  private renderReader(): TemplateResult {
    const { messages, translator } = this;
    const { shown, all } = this.#documents;
    const document = shown && all[shown.index];
    if (shown === undefined || document === undefined)
      return html`<div class="reader empty">
        <p class="secondary-text">${messages.t('choose')}</p>
      </div>`;
    const { index, load } = shown;
    const step = (to: number, key: 'previous' | 'next') =>
      html`<button
        class="button secondary"
        type="button"
        aria-disabled=${String(all[to] === undefined)}
        @click=${() => all[to] && void this.show(to)}
      >
        ${messages.t(key)}
      </button>`;
    return html`<section class="reader" aria-labelledby="shown">
      <div class="reader-head">
        <h3 id="shown" tabindex="-1">
          <span class="secondary-text">${messages.t('place', { n: index + 1, all: all.length })}</span>
          ${document.title}
        </h3>
        <button class="button secondary back" type="button" @click=${() => this.show(undefined)}>
          ${messages.t('back')}
        </button>
        ${step(index - 1, 'previous')} ${step(index + 1, 'next')}
      </div>
      <div class="pane">
        <sign-session-document
          .load=${load}
          .filename=${`${document.title}.pdf`}
          .facts=${document}
          .translator=${translator}
          .assetsUrl=${this.assetsUrl}
          @document-shown=${this.handleShown}
          @document-viewed=${this.handleViewed}
          @document-warnings=${this.handleWarnings}
          @document-retry=${this.handleRetry}
        ></sign-session-document>
      </div>
    </section>`;
  }

  /** How far the documents are loaded, or why not all of them are. */
  private renderCheck(): TemplateResult {
    const { messages, failed, total } = this;
    const { verified } = this.#documents;
    if (failed === undefined) {
      const text = this.isChecked ? '' : messages.t('loading', { done: verified, all: total });
      return html`<p class="secondary-text" role="status">${text}</p>`;
    }
    return html`<div class="notice warn" role="alert"><p>${messages.t(`failed.${failed}`)}</p></div>`;
  }

  private renderConsent(): TemplateResult {
    const { messages, view, total, fieldError } = this;
    const [name, ...numbers] = signerParts(view);
    const [before, after] = messages
      .t(name === undefined ? 'consentNoName' : 'consent', { n: total })
      .split('{signer}');
    const signer = html`<b>${name}</b
      >${numbers.map(number => html`, <span class="number">${number}</span>`)}`;
    const tone = fieldError === 'checking' ? 'secondary' : 'error';
    return html`<div class="consent">
      <p class="message ${tone}-text" id="fieldError" role="alert">
        ${fieldError === undefined ? '' : messages.t(fieldError)}
      </p>
      <label class="option">
        <input
          type="checkbox"
          .checked=${this.consented}
          aria-invalid=${String(fieldError === 'consentMissing')}
          aria-describedby="fieldError"
          @change=${this.handleConsent}
        />
        <span>${before}${after === undefined ? nothing : html`${signer}${after}`}</span>
      </label>
    </div>`;
  }

  /** What is left after this screen decides whether its button signs. */
  private get submitText(): string {
    const isLast = this.view.steps.filter(({ status }) => status !== 'COMPLETED').length === 1;
    return this.messages.t(isLast ? 'submit' : 'submitNext', { n: this.total });
  }

  private renderAction(): TemplateResult {
    const { messages, translator, failed } = this;
    const again = html`<button class="button primary" type="button" @click=${() => this.read()}>
      ${translator.t('action.retry')}
    </button>`;
    if (failed === 'mismatch') return html``;
    if (failed === 'unreachable' || (this.#documents.all.length === 0 && this.snapshot.error)) return again;
    const text = this.isAccepting
      ? html`<span class="spinner"></span>${messages.t('submitting')}`
      : this.submitText;
    return html`<button class="button primary" type="submit" part="submit" aria-disabled=${String(this.busy)}>
      ${text}
    </button>`;
  }

  override render(): TemplateResult {
    const isReading = this.#documents.shown !== undefined;
    return html`<div class="columns ${isReading ? 'reading' : ''}">
      <form novalidate @submit=${this.handleSubmit}>
        ${this.renderIntro()}
        ${documentList(this.#documents, this.messages, this.translator, index => void this.show(index))}
        ${this.renderCheck()}
        <div class="actions">
          ${this.renderError()} ${this.failed === 'mismatch' ? nothing : this.renderConsent()}
          ${this.renderAction()} ${this.renderDecline(this.messages.t('decline'))}
        </div>
      </form>
      ${this.renderReader()}
    </div>`;
  }
}

define('sign-session-batch', BatchScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-batch': BatchScreen;
  }
}
