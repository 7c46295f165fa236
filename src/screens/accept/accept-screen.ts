import { html, nothing, type PropertyValues } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { Appearance } from '../../appearance/appearance.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import { signerSteps, type SignerStepKind } from '../../session/signer-steps.ts';
import type { SessionView } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import { SlowController } from '../../ui/slow.ts';
import type { Geolocation } from '../../session/signer-action.ts';
import type { PlaceEvent } from '../place/place-event.ts';
import { problemNotice } from '../problem-notice.ts';
import { screen } from '../screen.styles.ts';
import { ScreenElement } from '../screen.ts';
import { styles } from './accept-screen.styles.ts';
import { CONSENT_VERSION } from './consent.ts';

/** Can the signer see what they would sign? */
export type DocumentSight = 'none' | 'opening' | 'shown' | 'unreadable';

/** Why the form was not sent. */
type Hindrance = 'consentMissing' | 'documentLoading' | 'documentUnread';

/** Who asks, what is signed, as whom; the consent, not ticked; and the one primary action. */
export class AcceptScreen extends ScreenElement {
  static override readonly styles = [controls, screen, styles];

  readonly #slow = new SlowController(this);

  @state() private consented = false;
  @state() private hindrance: Hindrance | undefined;
  private geolocation: Geolocation | undefined;

  @property({ attribute: false }) view!: SessionView;
  /** The session's, with the element's own over it. */
  @property({ attribute: false }) appearance: Appearance = {};
  @property({ attribute: false }) sight: DocumentSight = 'none';
  /** Pages of the document as opened; the service's number serves until then. */
  @property({ attribute: false }) pages: number | undefined;
  /** Is the signer asked where they are? */
  @property({ attribute: false }) asksPlace = false;

  @query('input') private readonly checkbox!: HTMLInputElement;

  override willUpdate(changed: PropertyValues<this>): void {
    this.#slow.waiting(this.snapshot.pending === 'accept');
    // In vain, the question is not asked: it stops nobody from signing.
    if (changed.has('asksPlace') && this.asksPlace) import('../place/place-choice.ts').catch(() => undefined);
    if (changed.has('sight') && this.hindrance !== 'consentMissing') this.hindrance = undefined;
  }

  private readonly handleConsent = () => {
    this.consented = this.checkbox.checked;
    this.hindrance = undefined;
  };

  private readonly handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (this.snapshot.pending !== undefined) return;
    this.hindrance = this.findHindrance();
    if (this.hindrance === 'consentMissing') this.checkbox.focus();
    if (this.hindrance !== undefined) return;
    const { geolocation } = this;
    this.say({ kind: 'accept', textVersion: CONSENT_VERSION[this.view.purpose], geolocation });
  };

  private readonly handlePlace = ({ geolocation }: PlaceEvent) => {
    this.geolocation = geolocation;
  };

  private findHindrance(): Hindrance | undefined {
    if (this.sight === 'unreadable') return 'documentUnread';
    if (!this.consented) return 'consentMissing';
    return this.sight === 'opening' ? 'documentLoading' : undefined;
  }

  private get hindranceText(): string {
    const { translator, hindrance } = this;
    switch (hindrance) {
      case undefined:
        return '';
      case 'consentMissing':
        return translator.text(`accept.consentMissing.${this.view.purpose}`);
      case 'documentLoading':
        return translator.text('accept.documentLoading');
      case 'documentUnread':
        return translator.text('accept.documentUnread');
    }
  }

  private get submitText(): string {
    const { translator, view } = this;
    if (this.appearance.submitLabel) return this.appearance.submitLabel;
    if (view.purpose === 'action') return translator.text('accept.submit.action');
    return translator.text(this.nextSteps.length > 0 ? 'accept.submitNext' : 'accept.submit');
  }

  /** What comes after this screen, in words. */
  private get nextSteps(): string[] {
    return signerSteps(this.view)
      .filter(step => !step.done && step.kind !== 'accept')
      .map(({ kind }) => STEP_WORDS[kind])
      .filter(key => key !== undefined)
      .map(key => this.translator.text(key));
  }

  private get signerText(): string {
    const { name, cpf, cnpj } = this.view.signer;
    return [name, cpf && `CPF ${cpf}`, cnpj && `CNPJ ${cnpj}`].filter(Boolean).join(' · ');
  }

  private get documentText(): string {
    const { translator, view } = this;
    const pages = this.pages ?? view.document?.pages;
    const filename = view.document?.filename ?? translator.text('document.untitled');
    return pages === undefined ? filename : `${filename} · ${translator.plural('accept.pages', pages)}`;
  }

  private renderIntro() {
    const { translator, view } = this;
    const { companyName: company, title } = this.appearance;
    return html`<div class="intro">
      <h2 tabindex="-1">${title || translator.text(`accept.heading.${view.purpose}`)}</h2>
      <p class="secondary-text">
        ${
          company
            ? translator.text(`accept.intro.${view.purpose}`, { company })
            : translator.text(`accept.intro.${view.purpose}NoCompany`)
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
        <dt>${translator.text(label)}</dt>
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

  /** Nobody can confirm what they are not told. */
  private get nothingToConfirm(): boolean {
    return this.view.purpose === 'action' && !this.view.action?.description?.trim();
  }

  private renderForm() {
    const { snapshot, translator } = this;
    if (this.nothingToConfirm) {
      return html`<div class="notice warn" role="alert">
        ${icon('alert')}
        <p>${translator.text('accept.actionMissing')}</p>
      </div>`;
    }
    return html`${problemNotice(snapshot, translator, () => this.say({ kind: 'reload' }))}
    ${
      this.asksPlace
        ? html`<sign-session-place
            .translator=${translator}
            @place-chosen=${this.handlePlace}
          ></sign-session-place>`
        : nothing
    }
    ${this.renderConsent()} ${this.renderSubmit()}`;
  }

  private renderConsent() {
    const invalid = this.hindrance === 'consentMissing';
    return html`<div>
      <label class="consent">
        <input
          type="checkbox"
          .checked=${this.consented}
          aria-invalid=${invalid ? 'true' : 'false'}
          aria-describedby="hindrance"
          @change=${this.handleConsent}
        />
        <span>${this.translator.text(`accept.consent.${this.view.purpose}`)}</span>
      </label>
      <p class="message error-text" id="hindrance" role="alert">${this.hindranceText}</p>
    </div>`;
  }

  private renderSubmit() {
    const { translator, view } = this;
    const busy = this.snapshot.pending === 'accept';
    const busyText = translator.text(view.purpose === 'action' ? 'accept.confirming' : 'accept.submitting');
    return html`<button
        class="button primary"
        type="submit"
        part="submit"
        aria-disabled=${this.snapshot.pending === undefined ? 'false' : 'true'}
      >
        ${busy ? html`<span class="spinner"></span>${busyText}` : this.submitText}
      </button>
      <p class="secondary-text slow" role="status">
        ${this.#slow.slow ? translator.text('accept.stillSigning') : nothing}
      </p>`;
  }

  override render() {
    const { translator } = this;
    return html`${this.renderIntro()}
      <form novalidate @submit=${this.handleSubmit}>
        ${this.renderFacts()}
        <div class="actions">
          ${this.renderForm()}
          <button class="button quiet" type="button" @click=${() => this.say({ kind: 'considerDecline' })}>
            ${translator.text('accept.decline')}
          </button>
        </div>
      </form>`;
  }
}

const STEP_WORDS: Readonly<Record<SignerStepKind, MessageKey | undefined>> = {
  accept: undefined,
  otp: 'step.otp',
  liveness: 'step.liveness',
  certificate: 'step.certificate',
  documentPhoto: 'step.documentPhoto',
  disclosure: 'step.disclosure',
  other: 'step.confirmation',
};

define('sign-session-accept', AcceptScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-accept': AcceptScreen;
  }
}
