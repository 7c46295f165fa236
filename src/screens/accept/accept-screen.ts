import { css, html, nothing, type PropertyValues } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { Appearance } from '../../appearance/appearance.ts';
import type { MessageKey } from '../../i18n/messages/message-keys.ts';
import type { DocumentView, Geolocation } from '../../session/intents.ts';
import { type CountedScreen, SCREEN_OF_STEP } from '../../session/screen-for.ts';
import type { SessionView } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import { SlowController } from '../../ui/slow.ts';
import type { LocationEvent } from '../location/location-choice.ts';
import type { DocumentReadState } from '../screen-props.ts';
import { screen } from '../screen.styles.ts';
import { ScreenElement } from '../screen.ts';
import { consentText, signerNumbers } from './consent-text.ts';

const styles = css`
  .number {
    display: none;
  }

  /* On a narrow card the consent sentence has the document and the signer; their number has a line where there is room. */
  @container (width < 52.5em) {
    .facts:not(.alone) {
      display: none;
    }

    @media (height >= 44em) {
      .document .number:not(:empty) {
        display: block;
      }
    }
  }

  @media (max-height: 30rem) {
    /* The document needs the room: its heading is for screen readers, and the button says the same. */
    @container (width < 35em) {
      .intro.document {
        clip-path: inset(50%);
        position: absolute;
      }
    }
  }
`;

/**
 * The version of the consent sentence, which is part of the evidence together with the locale. Change it whenever the
 * meaning of `accept.consent.*` changes in any locale.
 */
const CONSENT_VERSION = { document: 'accept-document-4', action: 'accept-action-1' } as const;

/** Why the form was not sent; `documentReady`: it was pressed too early, and could be sent now. */
type FieldError =
  'consentMissing' | 'documentLoading' | 'documentArriving' | 'documentReady' | 'documentUnread';

/** Waiting is no error. */
const TONES = {
  consentMissing: 'error',
  documentLoading: 'secondary',
  documentArriving: 'secondary',
  documentReady: 'good',
  documentUnread: 'error',
} as const satisfies Record<FieldError, string>;

/** The requester, what is signed and by whom; the consent, not ticked; and the primary action. */
class AcceptScreen extends ScreenElement {
  static override readonly styles = [controls, screen, styles];

  readonly #slow = new SlowController(this);

  @state() private consented = false;
  @state() private fieldError: FieldError | undefined;
  private geolocation: Geolocation | undefined;

  @property({ attribute: false }) view!: SessionView;
  /** The session's, overridden by the element's own. */
  @property({ attribute: false }) appearance: Appearance = {};
  @property({ attribute: false }) documentStatus: DocumentReadState = 'none';
  /** Undefined until the document is shown; until then the service's number of pages is used. */
  @property({ attribute: false }) documentView: DocumentView | undefined;
  /** Is the signer asked for their location? */
  @property({ attribute: false }) asksLocation = false;

  @query('input') private readonly checkbox!: HTMLInputElement;

  override willUpdate(changed: PropertyValues<this>): void {
    this.#slow.waiting(this.snapshot.pending === 'accept');
    // If the part can't be loaded, the question is omitted: it must not prevent signing.
    if (changed.has('asksLocation') && this.asksLocation)
      import('../location/location-choice.ts').catch(() => undefined);
    if (changed.has('documentStatus')) this.#updateFieldError();
  }

  /** An early press is answered until the signer goes on: first why it has to wait, then that it can be repeated. */
  #updateFieldError(): void {
    if (this.fieldError === 'documentLoading' || this.fieldError === 'documentArriving') {
      this.fieldError = this.#waitError ?? (this.documentStatus === 'shown' ? 'documentReady' : undefined);
    } else if (this.fieldError !== 'consentMissing') this.fieldError = undefined;
  }

  /** Nobody had access to what was not shown yet: the box stays empty, and says why. */
  readonly #handleConsent = () => {
    const early = this.documentStatus === 'arriving' ? undefined : this.#documentError;
    if (early !== undefined) this.checkbox.checked = false;
    this.consented = this.checkbox.checked;
    if (early !== undefined || this.fieldError === 'consentMissing') this.fieldError = early;
  };

  readonly #handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (this.busy) return;
    this.fieldError = this.#documentError ?? (this.consented ? undefined : 'consentMissing');
    if (this.fieldError === 'consentMissing') this.checkbox.focus();
    if (this.fieldError !== undefined) return;
    const { geolocation } = this;
    const shown = { submitLabel: this.#submitText, replacedTexts: this.translator.replacedTexts };
    const textVersion = CONSENT_VERSION[this.view.purpose];
    this.dispatchIntent({ kind: 'accept', textVersion, geolocation, shown });
  };

  readonly #handleLocation = ({ geolocation }: LocationEvent) => {
    this.geolocation = geolocation;
  };

  /** What is waited for before the document can be signed. */
  get #waitError(): FieldError | undefined {
    if (this.documentStatus === 'opening') return 'documentLoading';
    return this.documentStatus === 'arriving' ? 'documentArriving' : undefined;
  }

  /** Why the document can't be signed now. */
  get #documentError(): FieldError | undefined {
    return ['unreadable', 'unreachable'].includes(this.documentStatus) ? 'documentUnread' : this.#waitError;
  }

  get #fieldErrorText(): string {
    const { translator, fieldError } = this;
    switch (fieldError) {
      case undefined:
        return '';
      case 'consentMissing':
        return translator.t(`accept.consentMissing.${this.view.purpose}`);
      case 'documentLoading':
      case 'documentArriving':
      case 'documentReady':
      case 'documentUnread':
        return translator.t(`accept.${fieldError}`);
    }
  }

  get #submitText(): string {
    const { translator, view } = this;
    if (this.appearance.submitLabel) return this.appearance.submitLabel;
    if (view.purpose === 'action') return translator.t('accept.submit.action');
    return translator.t(this.#nextSteps.length > 0 ? 'accept.submitNext' : 'accept.submit');
  }

  /** What comes after this screen, in words, each once. */
  get #nextSteps(): string[] {
    const open = this.view.steps.filter(({ status }) => status !== 'COMPLETED');
    const keys = new Set(open.map(({ type }) => STEP_WORDS[SCREEN_OF_STEP.get(type) ?? 'other']));
    return [...keys].filter(key => key !== undefined).map(key => this.translator.t(key));
  }

  get #filename(): string {
    return this.view.document?.filename ?? this.translator.t('document.untitled');
  }

  get #documentText(): string {
    const { translator, view } = this;
    const pages = this.documentView?.pages ?? view.document?.pages;
    return pages === undefined
      ? this.#filename
      : `${this.#filename} · ${translator.plural('accept.pages', pages)}`;
  }

  #renderIntro() {
    const { translator, view } = this;
    const { companyName: company, headerStyle, title } = this.appearance;
    // On a narrow card the header says who asks.
    const isNamed = company !== undefined && (headerStyle === undefined || headerStyle === 'full');
    // A notice takes its place.
    return html`<div class="intro ${view.purpose} ${this.snapshot.error ? 'visually-hidden' : ''}">
      <h2 tabindex="-1">${title || translator.t(`accept.heading.${view.purpose}`)}</h2>
      <p class="secondary-text ${isNamed && view.purpose === 'document' ? 'wide-only' : ''}">
        ${
          company
            ? translator.t(`accept.intro.${view.purpose}`, { company })
            : translator.t(`accept.intro.${view.purpose}NoCompany`)
        }
      </p>
      <p class="secondary-text number">${signerNumbers(view)}</p>
    </div>`;
  }

  #renderFacts() {
    const { translator, view } = this;
    const nextSteps = this.#nextSteps;
    const action = view.purpose === 'action';
    const signer = [view.signer.name, signerNumbers(view)].filter(Boolean).join(' · ');
    const fact = (label: MessageKey, value: string) =>
      html`<div>
        <dt>${translator.t(label)}</dt>
        <dd>${value}</dd>
      </div>`;
    return html`<dl class="facts ${action ? 'alone' : ''}">
      ${
        action
          ? fact('accept.action', view.action?.description ?? '–')
          : fact('accept.document', this.#documentText)
      }
      ${view.action?.reference ? fact('accept.reference', view.action.reference) : nothing}
      ${signer ? fact(action ? 'accept.confirmingAs' : 'accept.signingAs', signer) : nothing}
      ${nextSteps.length > 0 ? fact('accept.next', nextSteps.join(', ')) : nothing}
    </dl>`;
  }

  /** An action without a description can't be confirmed. */
  get #nothingToConfirm(): boolean {
    return this.view.purpose === 'action' && !this.view.action?.description?.trim();
  }

  #renderLocation() {
    return this.asksLocation
      ? html`<sign-session-location
          .translator=${this.translator}
          @location-chosen=${this.#handleLocation}
        ></sign-session-location>`
      : nothing;
  }

  #renderNothingToConfirm() {
    return html`<div class="notice warn" role="alert">
      ${icon('alert')}
      <p>${this.translator.t('accept.actionMissing')}</p>
    </div>`;
  }

  #renderConsent() {
    const invalid = this.fieldError === 'consentMissing';
    const tone = this.fieldError === undefined ? 'error' : TONES[this.fieldError];
    return html`<div class="consent">
      <p class="message ${tone}-text" id="fieldError" role="alert">${this.#fieldErrorText}</p>
      <label class="option">
        <input
          type="checkbox"
          .checked=${this.consented}
          aria-invalid=${invalid ? 'true' : 'false'}
          aria-describedby="fieldError"
          @change=${this.#handleConsent}
        />
        <span>${consentText(this.view, this.#filename, this.translator)}</span>
      </label>
    </div>`;
  }

  /** While the document opens, the button says so; a press is answered. */
  #renderAccept() {
    const { translator, view } = this;
    if (this.documentStatus === 'unreachable') return this.renderRetryDocument();
    const isOpening = this.#waitError !== undefined && view.purpose === 'document';
    const key = this.documentStatus === 'arriving' ? 'document.arriving' : 'document.opening';
    const busyText = translator.t(view.purpose === 'action' ? 'accept.confirming' : 'accept.submitting');
    const text = isOpening ? html`<span class="spinner"></span>${translator.t(key)}` : this.#submitText;
    return html`${this.renderSubmit('accept', text, busyText, undefined, isOpening)}
      <p class="secondary-text slow" role="status">
        ${this.#slow.slow ? translator.t('accept.stillSigning') : ''}
      </p>`;
  }

  override render() {
    const isPossible = !this.#nothingToConfirm;
    const form = () => html`${this.#renderConsent()} ${this.#renderAccept()}`;
    return html`${this.snapshot.error ? this.renderError() : nothing} ${this.#renderIntro()}
      <form novalidate @submit=${this.#handleSubmit}>
        ${this.#renderFacts()} ${isPossible ? this.#renderLocation() : this.#renderNothingToConfirm()}
        <div class="actions">${isPossible ? form() : nothing} ${this.renderDecline()}</div>
      </form>`;
  }
}

const STEP_WORDS: Readonly<Record<CountedScreen | 'waiting' | 'other', MessageKey | undefined>> = {
  accept: undefined,
  waiting: undefined,
  otp: 'step.otp',
  liveness: 'step.liveness',
  certificate: 'step.certificate',
  documentPhoto: 'step.documentPhoto',
  purposeDisclosure: 'step.disclosure',
  other: 'step.confirmation',
};

define('sign-session-accept', AcceptScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-accept': AcceptScreen;
  }
}
