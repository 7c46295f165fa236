import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { Appearance } from '../../appearance/appearance.ts';
import type {
  DocumentShownEvent,
  DocumentViewedEvent,
  DocumentWarningsEvent,
} from '../../document/controller/events.ts';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import type { Translator } from '../../i18n/translator.ts';
import { accepting, type BatchDocument, BatchDocuments } from '../../session/batch-documents.ts';
import type { StepWork } from '../../session/intents.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import { LazyScreenElement } from '../lazy-screen.ts';
import type { ManyDocuments } from '../many-documents.ts';
import { loadErrorKey } from '../own-request.ts';
import { screen } from '../screen.styles.ts';
import type { IntentEvent } from '../screen.ts';
import { styles } from './batch-screen.styles.ts';
import { ListRequest } from './list-request.ts';

/** The documents in order: title, pages, and what was seen of each. Each opens by its button. */
function documentList(
  { all, shown }: BatchDocuments,
  messages: LaterTranslator<'batch'>,
  translator: Translator,
  open: (index: number) => void,
): TemplateResult {
  return html`<ol class="documents" aria-label=${messages.t('list')}>
    ${all.map(
      (document, index) =>
        html`<li>
          <button
            type="button"
            aria-current=${shown?.index === index ? 'true' : 'false'}
            @click=${() => open(index)}
          >
            <span class="title">${index + 1}. ${document.title}</span>
            <span class="state secondary-text ${toneOf(document)}"
              >${stateOf(document, messages, translator)}</span
            >
          </button>
        </li>`,
    )}
  </ol>`;
}

function toneOf({ seen, check }: BatchDocument): string {
  if (check === 'mismatch' || check === 'unreachable') return 'bad';
  return seen === undefined || seen.pagesViewed === 0 ? '' : 'seen';
}

function stateOf(
  { pages, seen, check }: BatchDocument,
  messages: LaterTranslator<'batch'>,
  translator: Translator,
): string {
  const count = seen?.pages ?? pages;
  const length = count === undefined ? [] : [translator.plural('accept.pages', count)];
  if (check === 'mismatch' || check === 'unreachable')
    return messages.t(check === 'mismatch' ? 'state.other' : 'state.failed');
  if (seen === undefined) return [...length, messages.t('state.unseen')].join(' · ');
  if (seen.pagesViewed === 0) return messages.t('state.opened');
  return messages.t('state.seen', { viewed: seen.pagesViewed, pages: seen.pages });
}

/** Why the documents can't be signed now. */
function listNotice(text: string, tone: 'bad' | 'warn' = 'warn'): TemplateResult {
  return html`<div class="notice ${tone}" role="alert">
    ${icon('alert')}
    <p>${text}</p>
  </div>`;
}

/** What the reader takes from its screen. */
interface ReaderParts {
  readonly messages: LaterTranslator<'batch'>;
  readonly translator: Translator;
  readonly assetsUrl: string | undefined;
}

/**
 * The document of the list that is shown, with the ways to the others; without one a place for it.
 *
 * @param open shows another one; undefined: none, from where the signer goes on to sign with `isRead`.
 */
function documentReader(
  documents: BatchDocuments,
  { messages, translator, assetsUrl }: ReaderParts,
  open: (index: number | undefined, isRead?: boolean) => void,
): TemplateResult {
  const { shown, all } = documents;
  const document = shown && all[shown.index];
  if (shown === undefined || document === undefined)
    return html`<div class="reader empty">
      <p class="secondary-text">${messages.t('choose')}</p>
    </div>`;
  const { index, load } = shown;
  const step = (to: number, key: 'previous' | 'next') =>
    html`<button
      class="button quiet"
      type="button"
      aria-disabled=${String(all[to] === undefined)}
      @click=${() => all[to] && open(to)}
    >
      ${messages.t(key)}
    </button>`;
  const isLast = index === all.length - 1;
  const back = html`<button class="button quiet back" type="button" @click=${() => open(undefined)}>
    ${messages.t('back')}
  </button>`;
  const finish = html`<button class="button primary back" type="button" @click=${() => open(undefined, true)}>
    ${messages.t('finish')}
  </button>`;
  return html`<section class="reader" aria-labelledby="shown">
    <div class="reader-head">
      <h3 id="shown" tabindex="-1">
        <span class="secondary-text">${messages.t('place', { n: index + 1, all: all.length })}</span>
        ${document.title}
      </h3>
      ${isLast ? nothing : back} ${step(index - 1, 'previous')} ${isLast ? finish : step(index + 1, 'next')}
    </div>
    <div class="pane">
      <sign-session-document
        .load=${load}
        .filename=${`${document.title}.pdf`}
        .facts=${document}
        .translator=${translator}
        .assetsUrl=${assetsUrl}
        @document-shown=${({ pages }: DocumentShownEvent) => documents.note({ pages })}
        @document-viewed=${({ pages }: DocumentViewedEvent) => documents.note({ pagesViewed: pages.size })}
        @document-warnings=${({ warnings }: DocumentWarningsEvent) => documents.note({ notices: warnings })}
        @document-retry=${() => documents.show(documents.shown?.index)}
      ></sign-session-document>
    </div>
  </section>`;
}

/** What only certificates need. */
const loadSigning = () => import('../../session/batch-signing.ts');

/** Where it does not load, nothing was sent, and the signer can try again. */
function withSigning(make: (signing: Awaited<ReturnType<typeof loadSigning>>) => StepWork): StepWork {
  return async (task, signal) => make(await loadSigning())(task, signal);
}

/** The version of the consent sentence, as of an acceptance of one document. */
const CONSENT_VERSION = 'accept-batch-2';

/** Why the form was not sent. */
type FieldError = 'consentMissing' | 'checking';

/** A screen within this one, for the documents of the list. */
export type PartOfBatch = (batch: ManyDocuments) => TemplateResult | typeof nothing | undefined;

/** Several documents: their list, each to be read; and one consent or one certificate and one button for all. */
class BatchScreen extends LazyScreenElement<'batch'> {
  static override readonly styles = [controls, screen, styles];

  readonly #documents = new BatchDocuments(this);
  readonly #list = new ListRequest(this, this.#documents, async (task, signal) => {
    const answer = await this.#documents.reading(true)(task, signal);
    if (this.isWide && this.#documents.shown === undefined) this.#documents.show(0);
    return answer;
  });

  @state() private consented = false;
  @state() private fieldError: FieldError | undefined;
  @state() private isAccepting = false;
  /** The document that is being signed, from 0. */
  @state() private signing = 0;

  @property({ attribute: false }) appearance: Appearance = {};
  @property({ attribute: false }) assetsUrl: string | undefined;
  /** Signs the documents with a certificate; without it they are accepted. */
  @property({ attribute: false }) certificate: PartOfBatch | undefined;

  @query('input') private readonly checkbox!: HTMLInputElement;
  @query('.columns') private readonly columns!: HTMLElement;
  @query('.reader h3') private readonly readerHeading!: HTMLElement | null;

  protected override firstUpdated(): void {
    if (this.certificate !== undefined) loadSigning().catch(() => undefined);
  }

  override willUpdate(_changed: PropertyValues<this>): void {
    if (!this.busy) this.isAccepting = false;
    if (this.fieldError === 'checking' && this.isChecked) this.fieldError = undefined;
  }

  /** Does the card show the list and a document beside each other? */
  private get isWide(): boolean {
    return getComputedStyle(this.columns).display === 'grid';
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

  /** Did the list or a document not load? Then they have to be asked for again. */
  private get isIncomplete(): boolean {
    return this.#list.problem !== undefined || this.failed === 'unreachable';
  }

  /** Not of the list, whose error the screen shows in its own words. */
  protected override renderError(): TemplateResult {
    return this.#list.problem === undefined ? super.renderError() : html``;
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
    const shown = { submitLabel: this.submitText, replacedTexts: this.translator.replacedTexts };
    this.dispatchIntent({ kind: 'batch', work: accepting(this.#documents.all, consent, shown) });
  };

  /** Opens a document to read, or goes back to the list, and moves the focus to where reading goes on. */
  private async show(index: number | undefined, isRead = false): Promise<void> {
    const before = this.#documents.shown?.index;
    this.#documents.show(index);
    await this.updateComplete;
    if (index !== undefined) this.readerHeading?.focus();
    else if (isRead && this.certificate === undefined) this.checkbox.focus();
    else if (isRead) this.focusHeading();
    else this.renderRoot.querySelectorAll<HTMLElement>('.documents button')[before ?? 0]?.focus();
  }

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

  /** How far the documents are loaded, or why not all of them are. */
  private renderCheck(): TemplateResult {
    const { messages, failed, total: all } = this;
    const { verified: done, all: documents } = this.#documents;
    const { problem } = this.#list;
    if (problem !== undefined) return listNotice(this.translator.t(loadErrorKey(problem)));
    if (failed === undefined) {
      const n = documents.filter(({ seen }) => (seen?.pagesViewed ?? 0) > 0).length;
      const text = this.isChecked ? messages.t('seen', { n, all }) : messages.t('loading', { done, all });
      return html`<p class="secondary-text" role="status">${text}</p>`;
    }
    const title = documents.find(({ check }) => check === failed)?.title ?? '';
    return listNotice(messages.t(`failed.${failed}`, { title }), failed === 'mismatch' ? 'bad' : 'warn');
  }

  private renderConsent(): TemplateResult {
    const { messages, view, total, fieldError } = this;
    const { name } = view.signer;
    const [before, after] = messages
      .t(name === undefined ? 'consentNoName' : 'consent', { n: total })
      .split('{signer}');
    const tone = fieldError === 'checking' ? 'secondary' : 'error';
    const error = fieldError === undefined ? nothing : messages.t(fieldError);
    return html`<div class="consent">
      <p class="message ${tone}-text" id="fieldError" role="alert">${error}</p>
      <label class="option">
        <input
          type="checkbox"
          .checked=${this.consented}
          aria-invalid=${String(fieldError === 'consentMissing')}
          aria-describedby="fieldError"
          @change=${this.handleConsent}
        />
        <span>${before}${after === undefined ? nothing : html`<b>${name}</b>${after}`}</span>
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
    if (failed === 'mismatch') return html``;
    if (this.isIncomplete)
      return html`<button class="button primary" type="button" @click=${this.#list.again}>
        ${translator.t('action.retry')}
      </button>`;
    const text = this.isAccepting
      ? html`<span class="spinner"></span>${messages.t('submitting')}`
      : this.submitText;
    return html`<button class="button primary" type="submit" part="submit" aria-disabled=${String(this.busy)}>
      ${text}
    </button>`;
  }

  /** What a certificate signs. */
  private get documentsToSign(): ManyDocuments {
    const { messages, total } = this;
    const batch = {
      documents: this.#documents,
      tell: (signed: number) => {
        this.signing = signed;
      },
    };
    return {
      areChecked: this.isChecked,
      submitText: messages.t('submit', { n: total }),
      busyText: messages.t('signing', { n: this.signing + 1, all: total }),
      signing: (signer, prepare) =>
        withSigning(({ batchSigning }) => batchSigning(signer, { ...batch, prepare })),
      cloudSigning: (check, confirm, prepare) =>
        withSigning(({ cloudBatchSigning }) => cloudBatchSigning(check, confirm, { ...batch, prepare })),
    };
  }

  /** The part is in this element's tree, which its events do not leave. */
  private readonly forward = (event: IntentEvent) => {
    event.stopPropagation();
    this.dispatchIntent(event.intent);
  };

  /** The certificate's own screen has the actions; where documents did not load, nothing can be signed. */
  private renderCertificate(part: PartOfBatch): TemplateResult {
    if (this.failed !== undefined || this.isIncomplete)
      return html`<div class="actions">
        ${this.renderError()} ${this.renderAction()} ${this.renderDecline(this.messages.t('decline'))}
      </div>`;
    // While the list is read, nothing can be chosen.
    if (this.#documents.all.length === 0) return html``;
    return html`<div @intent=${this.forward}>${part(this.documentsToSign)}</div>`;
  }

  private renderAcceptance(): TemplateResult {
    return html`<div class="actions">
      ${this.renderError()}
      ${this.failed === 'mismatch' || this.#list.problem ? nothing : this.renderConsent()}
      ${this.renderAction()} ${this.renderDecline(this.messages.t('decline'))}
    </div>`;
  }

  /** Nothing while it is known to be missing: an empty box would say that there are no documents. */
  private renderList(): TemplateResult | typeof nothing {
    if (this.#list.problem !== undefined) return nothing;
    return documentList(this.#documents, this.messages, this.translator, index => void this.show(index));
  }

  override render(): TemplateResult {
    const { certificate } = this;
    const isReading = this.#documents.shown !== undefined;
    return html`<div class="columns ${isReading ? 'reading' : ''}">
      ${
        certificate === undefined
          ? html`<form class="list" novalidate @submit=${this.handleSubmit}>
              ${this.renderIntro()} ${this.renderCheck()} ${this.renderList()} ${this.renderAcceptance()}
            </form>`
          : html`<div class="list">
              ${this.renderIntro()} ${this.renderCheck()}
              <details>
                <summary>${this.messages.t('list')} (${this.total})</summary>
                ${this.renderList()}
              </details>
              ${this.renderCertificate(certificate)}
            </div>`
      }
      ${documentReader(this.#documents, this, (index, isRead) => void this.show(index, isRead))}
    </div>`;
  }
}

define('sign-session-batch', BatchScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-batch': BatchScreen;
  }
}
