import { readCertificate } from '@sign-session/certificates';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { fromBase64 } from '../../../certificate/base64.ts';
import { suitabilityOf } from '../../../certificate/suitability.ts';
import type { LaterKey } from '../../../i18n/messages/message-keys.ts';
import { prepareSigning, type Prepared } from '../../../session/certificate-signing.ts';
import { authorizing, cancelling, cloudSigning, findingProviders } from '../../../session/cloud-signing.ts';
import type { Intent, StepWork } from '../../../session/intents.ts';
import { controls } from '../../../ui/controls.styles.ts';
import { define } from '../../../ui/define.ts';
import { icon } from '../../../ui/icon.ts';
import { choiceGroup } from '../certificate-facts.ts';
import { styles } from '../certificate-screen.styles.ts';
import { checkedPreparation, Refusal, unlessRefused } from '../certificate-signer.ts';
import { IntentEvent } from '../../intent.ts';
import { LazyScreenElement } from '../../lazy-screen.ts';
import type { ManyDocuments } from '../../many-documents.ts';
import { screen } from '../../screen.styles.ts';
import { cloudErrorKey } from './cloud-errors.ts';
import { addressToReturnTo, goesThere, ProviderWindow } from './provider-page.ts';
import { cloudStyles } from './cloud-certificate.styles.ts';

/**
 * Signing by a certificate that a provider keeps: choosing the provider, authorising on its page, signing. What the
 * signer sees follows from the session's `cloud.authorization`, also after coming back or reloading.
 */
export class CloudCertificate extends LazyScreenElement<'certificate'> {
  static override readonly styles = [controls, screen, styles, cloudStyles];

  readonly #window = new ProviderWindow();
  readonly #follower = { hostUpdated: () => this.requestUpdate() };

  /** The screen that this is a part of. */
  @property({ attribute: false }) screen!: LazyScreenElement<'certificate'> & {
    readonly batch: ManyDocuments | undefined;
  };

  /** Undefined: nobody was asked yet. */
  @state() private found: readonly string[] | undefined;
  @state() private showsAll = false;
  @state() private chosen: string | undefined;
  /** The provider's page, where the browser did not let it open. It works once. */
  @state() private address: string | undefined;
  /** Why nothing was signed, as found here. */
  @state() private refusal: LaterKey<'certificate'> | undefined;
  /** Was the authorisation used, so that only the signer's press uses it again? */
  private isUsed = false;

  private wasPending = false;

  override connectedCallback(): void {
    super.connectedCallback();
    // On its first connection it may be upgraded before its properties are there.
    if (this.hasUpdated) this.screen.addController(this.#follower);
  }

  override firstUpdated(changed: PropertyValues): void {
    super.firstUpdated(changed);
    this.screen.addController(this.#follower);
  }

  /** Shows what its screen does: that has the session and the texts. */
  override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const { view, translator, snapshot, messages } = this.screen;
    Object.assign(this, { view, translator, snapshot, messages });
  }

  /** To the screen: events do not leave its shadow tree. */
  protected override dispatchIntent(intent: Intent): void {
    this.screen.dispatchEvent(new IntentEvent(intent));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.screen.removeController(this.#follower);
    this.#window.close();
  }

  override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const { status } = this.authorization ?? {};
    const isPending = status === 'pending';
    // Not before: between the press and the service's answer the window waits for its address.
    if ((this.wasPending && !isPending) || this.snapshot.error !== undefined) this.#window.close();
    this.wasPending = isPending;
    if (status !== 'authorized') this.isUsed = false;
    else if (!this.isUsed) this.sign();
    if (status === undefined && this.found === undefined && !this.busy && this.snapshot.error === undefined)
      this.find();
  }

  private get authorization() {
    return this.view.cloud?.authorization;
  }

  private get name(): string {
    const { cloud } = this.view;
    return (
      cloud?.providers.find(({ providerId }) => providerId === cloud.authorization?.providerId)?.name ?? ''
    );
  }

  /** Only those where there is a certificate; all, where nobody could say so. */
  private get offered() {
    const { providers = [] } = this.view.cloud ?? {};
    const known = providers.filter(({ providerId }) => this.found?.includes(providerId));
    return known.length === 0 || this.showsAll ? providers : known;
  }

  private work(work: StepWork): void {
    this.refusal = undefined;
    this.dispatchIntent({ kind: 'cloudCertificate', work });
  }

  private find(): void {
    this.work(
      findingProviders(ids => {
        this.found = ids;
      }),
    );
  }

  private readonly handleAuthorize = () => {
    const [first] = this.offered;
    const providerId = this.chosen ?? first?.providerId;
    if (this.busy || providerId === undefined) return;
    this.address = undefined;
    const goes = goesThere();
    // Now, within the press: browsers open no window later.
    if (!goes) this.#window.open();
    this.work(
      authorizing(providerId, goes ? addressToReturnTo() : undefined, (address, leadsBack) => {
        if (address === undefined) return;
        if (leadsBack) location.assign(address);
        else if (!this.#window.show(address)) this.address = address;
      }),
    );
  };

  private readonly handleCancel = () => {
    if (this.busy) return;
    this.#window.close();
    this.address = undefined;
    this.work(cancelling);
  };

  /** Needs the document that the signer sees: until it is there, the next update tries again. */
  private readonly sign = () => {
    const { batch } = this.screen;
    const isReady = batch ? batch.areChecked : this.snapshot.document?.status === 'loaded';
    if (this.busy || !isReady) return;
    this.isUsed = true;
    this.refusal = undefined;
    const refuse = (why: LaterKey<'certificate'>) => {
      this.refusal = why;
    };
    const check = (prepared: Prepared, shown: Uint8Array<ArrayBuffer>, signal: AbortSignal) =>
      unlessRefused(refuse, signal, () => this.check(prepared, shown));
    const work = batch?.cloudSigning(check, prepareSigning) ?? cloudSigning(check);
    this.dispatchIntent({ kind: 'signCertificate', work });
  };

  /** As with every certificate: it is the signer's, and what it is to sign is the document that they see. */
  private async check(
    { preparation, chainPems }: Prepared,
    shown: Uint8Array<ArrayBuffer>,
  ): Promise<boolean> {
    const [certificate, ...issuers] = chainPems.map(pem =>
      readCertificate(fromBase64(pem.replaceAll(/-----[^-]+-----|\s/g, ''))),
    );
    if (certificate === undefined) throw new Refusal('unsafe.unchecked');
    const now = Date.now() + this.view.clockOffset;
    const [problem] = suitabilityOf([certificate, ...issuers], this.view.signer, now).problems;
    if (problem !== undefined) throw new Refusal(`problem.${problem}`);
    const prepared = await checkedPreparation(preparation, certificate, shown);
    if (prepared === undefined) throw new Refusal('unsafe.unchecked');
    return true;
  }

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

  private renderProviders(): TemplateResult {
    const { messages, offered, found } = this;
    if (
      found === undefined &&
      this.snapshot.pending === 'cloudCertificate' &&
      this.authorization === undefined
    ) {
      return html`<p class="secondary-text" role="status">
        <span class="spinner"></span> ${messages.t('cloud.searching')}
      </p>`;
    }
    const options = offered.map(({ providerId, name }, index) => ({
      label: name,
      chosen: this.chosen === undefined ? index === 0 : providerId === this.chosen,
      choose: () => {
        this.chosen = providerId;
      },
    }));
    const hasMore = offered.length < (this.view.cloud?.providers.length ?? 0);
    const more = html`<button class="link" type="button" @click=${this.handleShowAll}>
      ${messages.t('cloud.all')}
    </button>`;
    return html`${choiceGroup(messages.t('cloud.providers'), 'provider', options)} ${hasMore ? more : nothing}`;
  }

  private readonly handleShowAll = () => {
    this.showsAll = true;
  };

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

  private renderAuthorized(): TemplateResult {
    const { messages } = this;
    const { batch } = this.screen;
    const main = this.renderSubmit(
      'signCertificate',
      batch?.submitText ?? messages.t('submit'),
      batch?.busyText ?? messages.t('submitting'),
      this.sign,
    );
    return html`<p class="waiting" role="status">${icon('check')} ${messages.t('cloud.authorized')}</p>
      ${this.renderFailure()} ${this.renderBar(html`${main} ${this.renderCancel()}`)}`;
  }

  override render() {
    const { messages } = this;
    const { status } = this.authorization ?? {};
    if (status === 'pending') return this.renderPending();
    if (status === 'authorized') return this.renderAuthorized();
    return html`${this.renderFailure()} ${this.renderProviders()}
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
