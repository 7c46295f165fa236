import { type PropertyValues, html, nothing } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { Appearance } from '../../appearance/appearance.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import { type SignerStep, signerSteps } from '../../session/screen-for.ts';
import type { SessionView } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import { SlowController } from '../../ui/slow.ts';
import type { Geolocation } from '../../session/intents.ts';
import type { LocationEvent } from '../location/location-choice.ts';
import type { DocumentReadState } from '../screen-props.ts';
import { screen } from '../screen.styles.ts';
import { ScreenElement } from '../screen.ts';
import { styles } from './accept-screen.styles.ts';

/**
 * The version of the consent sentence, which is part of the evidence together with the locale. Change it whenever the
 * meaning of `accept.consent.*` changes in any locale.
 */
const CONSENT_VERSION = { document: 'accept-document-1', action: 'accept-action-1' } as const;

/** Why the form was not sent. */
type FieldError = 'consentMissing' | 'documentLoading' | 'documentUnread';

/** The requester, what is signed and by whom; the consent, not ticked; and the primary action. */
export class AcceptScreen extends ScreenElement {
  static override readonly styles = [controls, screen, styles];

  readonly #slow = new SlowController(this);

  @state() private consented = false;
  @state() private fieldError: FieldError | undefined;
  private geolocation: Geolocation | undefined;

  @property({ attribute: false }) view!: SessionView;
  /** The session's, overridden by the element's own. */
  @property({ attribute: false }) appearance: Appearance = {};
  @property({ attribute: false }) documentStatus: DocumentReadState = 'none';
  /** Number of pages of the opened document; until then the service's number is used. */
  @property({ attribute: false }) pages: number | undefined;
  /** Is the signer asked for their location? */
  @property({ attribute: false }) asksLocation = false;

  @query('input') private readonly checkbox!: HTMLInputElement;

  override willUpdate(changed: PropertyValues<this>): void {
    this.#slow.waiting(this.snapshot.pending === 'accept');
    // If the part can't be loaded, the question is omitted: it must not prevent signing.
    if (changed.has('asksLocation') && this.asksLocation)
      import('../location/location-choice.ts').catch(() => undefined);
    if (changed.has('documentStatus') && this.fieldError !== 'consentMissing') this.fieldError = undefined;
  }

  private readonly handleConsent = () => {
    this.consented = this.checkbox.checked;
    this.fieldError = undefined;
  };

  private readonly handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (this.busy) return;
    this.fieldError = this.findFieldError();
    if (this.fieldError === 'consentMissing') this.checkbox.focus();
    if (this.fieldError !== undefined) return;
    const { geolocation } = this;
    this.dispatchIntent({ kind: 'accept', textVersion: CONSENT_VERSION[this.view.purpose], geolocation });
  };

  private readonly handleLocation = ({ geolocation }: LocationEvent) => {
    this.geolocation = geolocation;
  };

  private findFieldError(): FieldError | undefined {
    if (this.documentStatus === 'unreadable') return 'documentUnread';
    if (!this.consented) return 'consentMissing';
    return this.documentStatus === 'opening' ? 'documentLoading' : undefined;
  }

  private get fieldErrorText(): string {
    const { translator, fieldError } = this;
    switch (fieldError) {
      case undefined:
        return '';
      case 'consentMissing':
        return translator.t(`accept.consentMissing.${this.view.purpose}`);
      case 'documentLoading':
        return translator.t('accept.documentLoading');
      case 'documentUnread':
        return translator.t('accept.documentUnread');
    }
  }

  private get submitText(): string {
    const { translator, view } = this;
    if (this.appearance.submitLabel) return this.appearance.submitLabel;
    if (view.purpose === 'action') return translator.t('accept.submit.action');
    return translator.t(this.nextSteps.length > 0 ? 'accept.submitNext' : 'accept.submit');
  }

  /** What comes after this screen, in words. */
  private get nextSteps(): string[] {
    return signerSteps(this.view)
      .filter(step => !step.done && step.kind !== 'accept')
      .map(({ kind }) => STEP_WORDS[kind])
      .filter(key => key !== undefined)
      .map(key => this.translator.t(key));
  }

  private get signerText(): string {
    const { name, cpf, cnpj } = this.view.signer;
    return [name, cpf && `CPF\u00a0${cpf}`, cnpj && `CNPJ\u00a0${cnpj}`].filter(Boolean).join(' · ');
  }

  private get documentText(): string {
    const { translator, view } = this;
    const pages = this.pages ?? view.document?.pages;
    const filename = view.document?.filename ?? translator.t('document.untitled');
    return pages === undefined ? filename : `${filename} · ${translator.plural('accept.pages', pages)}`;
  }

  private renderIntro() {
    const { translator, view } = this;
    const { companyName: company, title } = this.appearance;
    return html`<div class="intro">
      <h2 tabindex="-1">${title || translator.t(`accept.heading.${view.purpose}`)}</h2>
      <p class="secondary-text">
        ${
          company
            ? translator.t(`accept.intro.${view.purpose}`, { company })
            : translator.t(`accept.intro.${view.purpose}NoCompany`)
        }
      </p>
      <div class="secondary-text brief">
        ${view.purpose === 'document' ? html`<p>${this.documentText}</p>` : nothing}
        <p>${this.signerText}</p>
      </div>
    </div>`;
  }

  private renderFacts() {
    const { translator, view, nextSteps } = this;
    const action = view.purpose === 'action';
    const fact = (label: MessageKey, value: string) =>
      html`<div>
        <dt>${translator.t(label)}</dt>
        <dd>${value}</dd>
      </div>`;
    return html`<dl class="facts ${action ? 'alone' : ''}">
      ${
        action
          ? fact('accept.action', view.action?.description ?? '–')
          : fact('accept.document', this.documentText)
      }
      ${view.action?.reference ? fact('accept.reference', view.action.reference) : nothing}
      ${this.signerText ? fact(action ? 'accept.confirmingAs' : 'accept.signingAs', this.signerText) : nothing}
      ${nextSteps.length > 0 ? fact('accept.next', nextSteps.join(', ')) : nothing}
    </dl>`;
  }

  /** An action without a description can't be confirmed. */
  private get nothingToConfirm(): boolean {
    return this.view.purpose === 'action' && !this.view.action?.description?.trim();
  }

  private renderForm() {
    const { translator } = this;
    if (this.nothingToConfirm) {
      return html`<div class="notice warn" role="alert">
        ${icon('alert')}
        <p>${translator.t('accept.actionMissing')}</p>
      </div>`;
    }
    return html`${this.renderError()}
    ${
      this.asksLocation
        ? html`<sign-session-location
            .translator=${translator}
            @location-chosen=${this.handleLocation}
          ></sign-session-location>`
        : nothing
    }
    ${this.renderConsent()} ${this.renderAccept()}`;
  }

  private renderConsent() {
    const invalid = this.fieldError === 'consentMissing';
    return html`<div>
      <label class="consent option">
        <input
          type="checkbox"
          .checked=${this.consented}
          aria-invalid=${invalid ? 'true' : 'false'}
          aria-describedby="fieldError"
          @change=${this.handleConsent}
        />
        <span>${this.translator.t(`accept.consent.${this.view.purpose}`)}</span>
      </label>
      <p class="message error-text" id="fieldError" role="alert">${this.fieldErrorText}</p>
    </div>`;
  }

  private renderAccept() {
    const { translator, view } = this;
    const busyText = translator.t(view.purpose === 'action' ? 'accept.confirming' : 'accept.submitting');
    return html`${this.renderSubmit('accept', this.submitText, busyText)}
      <p class="secondary-text slow" role="status">
        ${this.#slow.slow ? translator.t('accept.stillSigning') : nothing}
      </p>`;
  }

  override render() {
    return html`${this.renderIntro()}
      <form novalidate @submit=${this.handleSubmit}>
        ${this.renderFacts()}
        <div class="actions">${this.renderForm()} ${this.renderDecline()}</div>
      </form>`;
  }
}

const STEP_WORDS: Readonly<Record<SignerStep['kind'], MessageKey | undefined>> = {
  accept: undefined,
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
