import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import type { LaterKey } from '../../../i18n/messages/message-keys.ts';
import { prepareSigning, type Prepared } from '../../../session/certificate-signing.ts';
import { authorizing, cancelling, cloudSigning, findingProviders } from '../../../session/cloud-signing.ts';
import type { StepWork } from '../../../session/intents.ts';
import { define } from '../../../ui/define.ts';
import { icon } from '../../../ui/icon.ts';
import { styles } from '../certificate-screen.styles.ts';
import { unlessRefused } from '../certificate-signer.ts';
import type { LazyScreenElement } from '../../lazy-screen.ts';
import type { ManyDocuments } from '../../many-documents.ts';
import { CertificatePart } from '../certificate-part.ts';
import { earlyPressKey } from '../early-press.ts';
import { checkInCloud } from './cloud-check.ts';
import { cloudErrorKey } from './cloud-errors.ts';
import { ProviderChoice } from './provider-choice.ts';
import { addressToReturnTo, goesThere, ProviderWindow } from './provider-page.ts';
import { cloudStyles } from './cloud-certificate.styles.ts';

/** The certificate screen, which knows what is signed. */
export interface CloudScreen extends LazyScreenElement<'certificate'> {
  readonly batch: ManyDocuments | undefined;
}

/**
 * Signing by a certificate that a provider keeps: choosing the provider, authorising on its page, signing. What the
 * signer sees follows from the session's `cloud.authorization`, also after coming back or reloading.
 */
export class CloudCertificate extends CertificatePart {
  declare screen: CloudScreen;

  static override readonly styles = [...super.styles, styles, cloudStyles];

  readonly #window = new ProviderWindow();
  readonly #choice = new ProviderChoice(this);

  /** The provider's page, where the browser did not let it open. It works once. */
  @state() private address: string | undefined;
  /** Why nothing was signed, as found here. */
  @state() private refusal: LaterKey<'certificate'> | undefined;
  /** The signer wanted to sign before there was a document. */
  private hurried = false;
  /** Was the authorisation used, so that only the signer's press uses it again? */
  private isUsed = false;

  private wasPending = false;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#window.close();
  }

  override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const { status } = this.authorization ?? {};
    const isPending = status === 'pending';
    // Not before: between the press and the service's answer the window waits for its address. Nor between two visits.
    const isOver = this.wasPending && !isPending && !this.isIdentified;
    if (isOver || this.snapshot.error !== undefined) this.#window.close();
    this.wasPending = isPending;
    if (status !== 'authorized' && !this.isIdentified) this.isUsed = false;
    else if (!this.isUsed) this.sign();
    if (status === undefined && !this.#choice.isAsked && !this.busy && this.snapshot.error === undefined)
      this.find();
  }

  private get authorization() {
    return this.view.cloud?.authorization;
  }

  /** Is the certificate known, and what is prepared with it to be authorised yet? */
  private get isIdentified(): boolean {
    return this.authorization?.status === 'identified';
  }

  private get name(): string {
    const { cloud } = this.view;
    return (
      cloud?.providers.find(({ providerId }) => providerId === cloud.authorization?.providerId)?.name ?? ''
    );
  }

  private work(work: StepWork): void {
    this.refusal = undefined;
    this.dispatchIntent({ kind: 'cloudCertificate', work });
  }

  private find(): void {
    this.work(findingProviders(ids => this.#choice.tell(ids)));
  }

  private readonly handleAuthorize = () => {
    const providerId = this.#choice.chosenOf(this.view.cloud);
    if (this.busy || providerId === undefined) return;
    this.openWindow();
    this.work(this.leading({ action: 'authorize_cloud_signing', providerId }));
  };

  /** Within the press: browsers open no window later. */
  private openWindow(): void {
    this.address = undefined;
    if (!goesThere()) this.#window.open();
  }

  /** Leads the signer to their provider. */
  private leading(content: Parameters<typeof authorizing>[0]): StepWork {
    return authorizing(content, goesThere() ? addressToReturnTo() : undefined, (address, leadsBack) => {
      if (address === undefined) this.#window.close();
      else if (leadsBack) location.assign(address);
      else if (!this.#window.show(address)) this.address = address;
    });
  }

  private readonly handleCancel = () => {
    if (this.busy) return;
    this.#window.close();
    this.address = undefined;
    this.work(cancelling);
  };

  private get isReady(): boolean {
    const { batch } = this.screen;
    return batch ? batch.areChecked : this.snapshot.document?.status === 'loaded';
  }

  /** Needs the document that the signer sees: until it is there, the next update tries again. */
  private readonly sign = () => {
    const { batch } = this.screen;
    if (this.busy || !this.isReady) return;
    this.isUsed = true;
    this.hurried = false;
    this.refusal = undefined;
    const refuse = (why: LaterKey<'certificate'>) => {
      this.refusal = why;
      this.#window.close();
    };
    const confirm = this.isIdentified ? this.leading({ action: 'confirm_cloud_signing' }) : undefined;
    const check = (prepared: Prepared, shown: Uint8Array<ArrayBuffer>, signal: AbortSignal) =>
      unlessRefused(refuse, signal, () => checkInCloud(prepared, shown, this.view));
    const work = batch?.cloudSigning(check, confirm, prepareSigning) ?? cloudSigning(check, confirm);
    this.dispatchIntent({ kind: 'signCertificate', work });
  };

  private renderFailure(): TemplateResult {
    const { status, error } = this.authorization ?? {};
    const key = this.refusal ?? (status === 'failed' ? cloudErrorKey(error) : undefined);
    return html`<div role="alert">
      ${
        key === undefined
          ? nothing
          : html`<div class="notice bad">
              ${icon('alert')}
              <p>${this.messages.t(key)}</p>
            </div>`
      }
    </div>`;
  }

  private renderBar(main: TemplateResult | typeof nothing): TemplateResult {
    return html`<div class="actions">
      ${this.renderError(effect => this.messages.t(`problem.${effect}`))} ${main}
      <slot></slot>
    </div>`;
  }

  private renderCancel(): TemplateResult {
    return html`<button
      class="button secondary"
      type="button"
      aria-disabled=${String(this.busy)}
      @click=${this.handleCancel}
    >
      ${this.messages.t('cloud.cancel')}
    </button>`;
  }

  private renderPending(): TemplateResult {
    const { messages, address } = this;
    const open = html`<a
      class="button primary"
      href=${address ?? ''}
      target="_blank"
      rel="noopener noreferrer"
      @click=${this.handleOpened}
      >${icon('external')}${messages.t('cloud.open')}</a
    >`;
    return html`<p class="waiting" role="status">
        <span class="spinner"></span>
        <span>${messages.t('cloud.pending', { name: this.name })}</span>
      </p>
      ${this.renderBar(html`${address === undefined ? nothing : open} ${this.renderCancel()}`)}`;
  }

  /** It opens once. */
  private readonly handleOpened = () => {
    this.address = undefined;
  };

  private readonly handleSign = () => {
    if (this.busy) return;
    if (!this.isReady) {
      // Done as soon as they are there.
      this.isUsed = false;
      this.hurried = true;
      this.requestUpdate();
      return;
    }
    if (this.isIdentified) this.openWindow();
    this.sign();
  };

  /** Answers an early press. */
  private get hurryText(): string {
    if (!this.hurried || this.isReady) return '';
    return this.translator.t(earlyPressKey(this.snapshot.document, this.screen.batch?.areChecked));
  }

  private renderAuthorized(): TemplateResult {
    const { messages, isIdentified } = this;
    const { batch } = this.screen;
    const submit = batch?.submitText ?? messages.t('submit');
    const submitting = batch?.busyText ?? messages.t('submitting');
    const main = this.renderSubmit(
      'signCertificate',
      isIdentified ? messages.t('cloud.authorize') : submit,
      isIdentified ? messages.t('cloud.opening') : submitting,
      this.handleSign,
    );
    const text = messages.t(isIdentified ? 'cloud.identified' : 'cloud.authorized');
    return html`<p class="waiting" role="status">${icon('check')} ${text}</p>
      ${this.renderFailure()}
      ${this.renderBar(
        html`${main}
          <p class="secondary-text" role="status">${this.hurryText}</p>
          ${this.renderCancel()}`,
      )}`;
  }

  override render() {
    const { messages } = this;
    const { status } = this.authorization ?? {};
    if (status === 'pending') return this.renderPending();
    if (status === 'authorized' || this.isIdentified) return this.renderAuthorized();
    const isSearching = status === undefined && this.snapshot.pending === 'cloudCertificate';
    return html`${this.renderFailure()} ${this.#choice.render(this.view.cloud, messages, isSearching)}
    ${this.renderBar(
      this.renderSubmit(
        'cloudCertificate',
        messages.t('cloud.authorize'),
        messages.t('cloud.opening'),
        this.handleAuthorize,
      ),
    )}`;
  }
}

define('sign-session-cloud-certificate', CloudCertificate);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-cloud-certificate': CloudCertificate;
  }
}
