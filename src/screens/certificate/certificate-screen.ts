import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type AssetSource, assetSource } from '../../assets/asset-source.ts';
import type { CertificateProvider } from '../../certificate/provider.ts';
import { signaturesAdded } from '../../certificate/signing/added-signatures.ts';
import { type Suitability, suitabilityOf } from '../../certificate/suitability.ts';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import type { LaterKey } from '../../i18n/messages/message-keys.ts';
import { certificateSigning, prepareSigning } from '../../session/certificate-signing.ts';
import type { ActionError } from '../../session/errors.ts';
import type { Step } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import { SlowController } from '../../ui/slow.ts';
import { LazyScreenElement, type LazyScreenProps, lazyStepScreen } from '../lazy-screen.ts';
import type { ManyDocuments } from '../many-documents.ts';
import type { CertificateOptions, DocumentReadState } from '../screen-props.ts';
import { screen } from '../screen.styles.ts';
import {
  CertificateChoice,
  CertificateSources,
  type ChoosableCertificate,
  type FoundCertificates,
  kindOf,
  lastSource,
  type Source,
} from './certificate-choice.ts';
import { NEEDS_ANOTHER, Refusals } from './certificate-errors.ts';
import { certificateFacts, choiceGroup, isSigners, suitabilityNotices } from './certificate-facts.ts';
import type { CertificateFileEvent } from './certificate-file-form.ts';
import { styles } from './certificate-screen.styles.ts';
import { certificateSigner, earlyPressKey } from './certificate-signer.ts';
import type { CloudScreen } from './cloud-certificate.ts';
import type { PortalScreen } from './gov-br-signature.ts';
import type { BridgeScreen } from './token-bridge.ts';
import './certificate-file-form.ts';

/** The state of a bridge to tokens. */
function bridgeNotice(choice: FoundCertificates, messages: LaterTranslator<'certificate'>): TemplateResult {
  if (choice.busy) {
    return html`<p class="secondary-text" role="status">
      <span class="spinner"></span> ${messages.t('bridge.starting')}
    </p>`;
  }
  return html`<div class="notice warn" role="alert">
    ${icon('alert')}
    <p>${messages.t(noticeKey(choice))}</p>
  </div>`;
}

/** One way to a certificate: all of the row opens it. */
function wayRow(index: number, label: string, text: string | undefined, choose: () => void): TemplateResult {
  return html`<li class="facts">
    <button class="link" type="button" aria-describedby="way-${index}" @click=${choose}>${label}</button>
    <p id="way-${index}">${text}</p>
  </li>`;
}

/** What the signer can do about a bridge without certificates. */
function bridgeActions(
  { busy, bridge }: FoundCertificates,
  { installUrl }: CertificateProvider,
  messages: LaterTranslator<'certificate'>,
  look: () => void,
): TemplateResult | typeof nothing {
  if (busy) return nothing;
  const canInstall = (bridge === 'not-installed' || bridge === 'outdated') && isHttps(installUrl);
  return html`${
      canInstall
        ? html`<a class="button primary" href=${installUrl ?? ''} target="_blank" rel="noopener noreferrer">
            ${icon('external')}${messages.t('bridge.install')}
          </a>`
        : nothing
    }
    <button class="button ${canInstall ? 'secondary' : 'primary'}" type="button" @click=${look}>
      ${messages.t('bridge.again')}
    </button>`;
}

function noticeKey({ bridge, error }: FoundCertificates): LaterKey<'certificate'> {
  switch (bridge) {
    case 'not-installed':
      return 'bridge.missing';
    case 'outdated':
      return 'bridge.outdated';
    case 'unsupported':
      return 'bridge.unsupported';
    case 'ready':
    case undefined:
      return error ?? 'bridge.none';
  }
}

/** The address is the integrator's provider's, so `javascript:` and similar schemes are refused. */
function isHttps(address: string | undefined): boolean {
  return address !== undefined && /^https:\/\//i.test(address);
}

/** The certificate screen as the parts see it. */
type PartsScreen = BridgeScreen & CloudScreen & PortalScreen;

interface DrawnSource {
  /** Loads its code. */
  readonly load: () => Promise<unknown>;
  /** @param decline goes into the bar of its actions */
  readonly draw: (shown: PartsScreen, decline: TemplateResult | typeof nothing) => TemplateResult;
}

/** The sources that draw themselves, each in a part of its own. */
const DRAWN_SOURCES = {
  cloud: {
    load: () => import('./cloud-certificate.ts'),
    draw: (shown, decline) =>
      html`<sign-session-cloud-certificate .screen=${shown}>${decline}</sign-session-cloud-certificate>`,
  },
  'token-bridge': {
    load: () => import('./token-bridge.ts'),
    draw: (shown, decline) =>
      html`<sign-session-token-bridge .screen=${shown}>${decline}</sign-session-token-bridge>`,
  },
  'gov-br': {
    load: () => import('./gov-br-signature.ts'),
    draw: (shown, decline) => html`<sign-session-gov-br .screen=${shown}>${decline}</sign-session-gov-br>`,
  },
} satisfies Readonly<Record<string, DrawnSource>>;

/** Choosing a certificate, from a file or through a bridge; checking it; signing with it. */
class CertificateScreen extends LazyScreenElement<'certificate'> {
  static override readonly styles = [controls, screen, styles];

  readonly #choice = new CertificateChoice(this);
  readonly #slow = new SlowController(this);
  readonly #sources = new CertificateSources();
  readonly #refusals = new Refusals(this);
  readonly signaturesAdded = signaturesAdded;
  #leftRefusal: ActionError | undefined;

  /** What is used; undefined: a file. */
  /** Why nothing was signed, as it was rendered last: what is new is scrolled into view. */
  #refused: LaterKey<'certificate'> | undefined;
  @state() private bridge: Source;
  /** Is the signer asked where their certificate is? A screen of its own. */
  @state() private asksWay = false;
  /** The signer wanted to sign before there was a document. */
  @state() private hurried = false;

  @property({ attribute: false }) step!: Step;
  /** Where the worker's script comes from. */
  @property({ attribute: false }) assets!: AssetSource;
  @property({ attribute: false }) options!: CertificateOptions;
  @property({ attribute: false }) baseUrl!: string;
  @property({ attribute: false }) documentStatus: DocumentReadState = 'none';
  /** What is signed; without it the document that is shown. */
  @property({ attribute: false }) batch: ManyDocuments | undefined;

  override willUpdate(changed: PropertyValues<this>): void {
    this.#sources.follow(this.options, this.view, this.messages);
    if (!this.hasUpdated) {
      const { cloud } = this.view;
      const last = cloud?.authorization === undefined ? lastSource() : 'cloud';
      const { ways } = this.#sources;
      const way = ways.find(({ source }) => kindOf(source) === last);
      this.asksWay = way === undefined && ways.length > 1;
      this.bridge = (way ?? ways[0])?.source;
      if (!this.asksWay) this.look();
    }
    this.#refusals.follow(changed.get('snapshot'), this.snapshot);
    this.#slow.waiting(this.snapshot.pending === 'signCertificate');
  }

  override firstUpdated(changed: PropertyValues): void {
    super.firstUpdated(changed);
    this.#choice.warm(this.assets);
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { refusalKey } = this;
    if (refusalKey !== undefined && refusalKey !== this.#refused)
      this.renderRoot.querySelector('.notice.bad')?.scrollIntoView({ block: 'nearest' });
    this.#refused = refusalKey;
  }

  /** The time of the service's clock: the device's may be a day off. */
  private suitability({ chain }: ChoosableCertificate): Suitability {
    return suitabilityOf(chain, this.view.signer, Date.now() + this.view.clockOffset);
  }

  private readonly handleFile = ({ file, password }: CertificateFileEvent) => {
    this.forgetRefusals();
    void this.open(file, password);
  };

  private async open(file: File, password: string): Promise<void> {
    await this.show(this.#choice.openFile(file, password, this.assets));
  }

  /** Shows the certificates of a source that drew itself. */
  use(provider: CertificateProvider): Promise<void> {
    return this.show(this.#choice.look(provider));
  }

  private async show(found: Promise<void>): Promise<void> {
    await found;
    await this.updateComplete;
    // The focused form was replaced, so the focus moves to the new content.
    if (this.#choice.chosen !== undefined) this.focusHeading();
  }

  private choose(bridge: Source): void {
    lastSource(kindOf(bridge));
    this.asksWay = false;
    this.bridge = bridge;
    this.look();
  }

  private readonly handleChange = () => {
    if (this.busy) return;
    this.startOver();
    this.asksWay = true;
  };

  /** The way to another certificate; undefined where there is one way only. */
  renderElsewhere(): TemplateResult | undefined {
    if (this.#sources.ways.length < 2) return undefined;
    return html`<button class="button primary" type="button" @click=${this.handleChange}>
      ${this.messages.t('cloud.another')}
    </button>`;
  }

  /** Gets what the chosen source has. */
  private readonly look = (): void => {
    const { bridge } = this;
    if (typeof bridge === 'string') {
      DRAWN_SOURCES[bridge].load().catch(() => this.#refusals.add('error.worker'));
    } else if (bridge !== undefined) void this.#choice.look(bridge);
  };

  /** A new attempt begins: the messages about the last one are no longer shown. */
  forgetRefusals(): void {
    this.#refusals.forget(this.step);
    this.#leftRefusal = this.requestRefusal;
  }

  /** Did the service refuse the request itself? Another certificate leaves that behind. */
  private get requestRefusal(): ActionError | undefined {
    const { error } = this.snapshot;
    return error?.reason === 'refused' ? error : undefined;
  }

  private get isLeftBehind(): boolean {
    return this.#leftRefusal !== undefined && this.requestRefusal === this.#leftRefusal;
  }

  private startOver(): void {
    this.forgetRefusals();
    this.#choice.clear();
  }

  private readonly handleSign = () => {
    const { chosen } = this.#choice;
    if (chosen === undefined || this.busy) return;
    const { batch } = this;
    this.hurried = !(batch ? batch.areChecked : this.snapshot.document?.status === 'loaded');
    if (this.hurried) return;
    this.forgetRefusals();
    const signer = certificateSigner(chosen, this.#refusals.add);
    this.dispatchIntent({
      kind: 'signCertificate',
      work: batch?.signing(signer, prepareSigning) ?? certificateSigning(signer),
    });
  };

  /** Where the certificate is. Who chose before, on this device, comes here by “Change” only. */
  private renderWays(): TemplateResult {
    const { messages } = this;
    return html`<h2 tabindex="-1">${messages.t('way.label')}</h2>
      ${this.renderRefusal()}
      <ul class="ways">
        ${this.#sources.ways.map(({ source, label, text }, index) => wayRow(index, label, text, () => this.choose(source)))}
      </ul>
      <div class="actions">${this.renderDecline()}</div>`;
  }

  /** The name of the chosen way, with the way back to the others. */
  private renderHeading(): TemplateResult {
    const { messages } = this;
    const { chosen } = this.#choice;
    const { ways } = this.#sources;
    const way = ways.length > 1 ? ways.find(({ source }) => source === this.bridge)?.label : undefined;
    const change = html`<button class="link" type="button" @click=${this.handleChange}>
      ${messages.t('way.change')}
    </button>`;
    return html`<div class="way">
      <h2 tabindex="-1">
        ${chosen === undefined ? (way ?? messages.t('heading')) : messages.t('heading.chosen')}
      </h2>
      ${way === undefined ? nothing : change}
    </div>`;
  }

  private renderList(): TemplateResult | typeof nothing {
    const { found, chosen } = this.#choice;
    const { certificates } = found;
    if (certificates.length < 2) return nothing;
    const options = certificates.map((certificate, index) => ({
      label: `${certificate.chain[0].subject.display} · ${certificate.chain[0].issuer.display}`,
      chosen: certificate === chosen,
      choose: () => this.#choice.select(index),
    }));
    return choiceGroup(this.messages.t('list.label'), 'certificate', options);
  }

  private renderSource(): TemplateResult {
    const { messages, bridge } = this;
    const { found } = this.#choice;
    if (bridge === undefined) {
      return html`<sign-session-certificate-file
        .messages=${messages}
        .busy=${found.busy}
        .error=${found.error}
        @certificate-file=${this.handleFile}
        >${this.renderDecline()}</sign-session-certificate-file
      >`;
    }
    if (typeof bridge === 'string') return DRAWN_SOURCES[bridge].draw(this, this.renderDecline());
    return html`${bridgeNotice(found, messages)}
      <div class="actions">
        ${bridgeActions(found, bridge, messages, this.look)} ${this.renderDecline()}
      </div>`;
  }

  private renderChosen(chosen: ChoosableCertificate): TemplateResult {
    const { messages } = this;
    const suitability = this.suitability(chosen);
    const canSign = suitability.problems.length === 0;
    return html`${this.renderList()}
      ${certificateFacts(chosen, suitability, isSigners(this.view.signer, suitability), messages)}
      ${suitabilityNotices(suitability, messages)}
      ${canSign && !this.needsAnother ? this.renderAnother('link') : nothing}
      <div class="actions">
        ${this.renderRefusal()}
        ${this.isLeftBehind ? nothing : this.renderError(effect => messages.t(`problem.${effect}`))}
        ${canSign ? this.renderMain() : this.renderAnother('button primary')} ${this.renderDecline()}
      </div>`;
  }

  /** Signing; another certificate after one that was refused for what it is; the document where there is none. */
  private renderMain(): TemplateResult {
    if (this.needsAnother) return this.renderAnother('button primary');
    if (this.documentStatus !== 'unreachable') return this.renderSign();
    return html`${this.renderRetryDocument()}
      <p class="secondary-text" role="status">${this.translator.t('accept.documentUnread')}</p>`;
  }

  /** The way to another certificate: the only one where this one can't sign. */
  private renderAnother(kind: 'link' | 'button primary'): TemplateResult {
    return html`<button
      class=${kind}
      type="button"
      aria-disabled=${String(this.busy)}
      @click=${this.handleAnother}
    >
      ${this.messages.t(this.bridge === undefined ? 'file.another' : 'bridge.again')}
    </button>`;
  }

  private readonly handleAnother = () => {
    if (this.busy) return;
    this.startOver();
    this.look();
  };

  private get refusalKey(): LaterKey<'certificate'> | undefined {
    return this.#refusals.keyOf(this.step, this.bridge === 'gov-br');
  }

  /** Was this certificate refused for what it is? Then the same one can't succeed. */
  private get needsAnother(): boolean {
    const { refusalKey } = this;
    return (
      (this.requestRefusal !== undefined && !this.isLeftBehind) ||
      (refusalKey !== undefined && NEEDS_ANOTHER.test(refusalKey))
    );
  }

  /** Why nothing was signed: found here, or by the service, whose error is shown after a reload too. */
  private renderRefusal(): TemplateResult {
    return this.renderReason(this.refusalKey);
  }

  /** Why nothing was signed; undefined: nothing went wrong. */
  renderReason(key: LaterKey<'certificate'> | undefined): TemplateResult {
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

  private renderSign(): TemplateResult {
    const { messages, batch } = this;
    const submit = batch?.submitText ?? messages.t('submit');
    const confirming = this.bridge === 'token-bridge' ? messages.t('token.confirm') : batch?.busyText;
    const submitting = confirming ?? messages.t('submitting');
    return html`${this.renderSubmit('signCertificate', submit, submitting, this.handleSign)}
      <p class="secondary-text" role="status">${this.#slow.slow ? messages.t('slow') : this.hurryText}</p>`;
  }

  /** Answers an early press: only a shown document can be signed. */
  private get hurryText(): string | typeof nothing {
    if (!this.hurried || this.busy) return nothing;
    return this.translator.t(earlyPressKey(this.snapshot.document, this.batch?.areChecked));
  }

  private get introKey(): LaterKey<'certificate'> {
    const { bridge } = this;
    return bridge === 'cloud' || bridge === 'gov-br' ? `${bridge}.intro` : 'intro';
  }

  override render() {
    const { chosen } = this.#choice;
    if (this.asksWay) return this.renderWays();
    if (chosen !== undefined) return html`${this.renderHeading()} ${this.renderChosen(chosen)}`;
    return html`<div class="intro choose">
        ${this.renderHeading()}
        <p class="secondary-text">${this.messages.t(this.introKey)}</p>
      </div>
      ${this.renderRefusal()} ${this.renderSource()}`;
  }
}

define('sign-session-certificate', CertificateScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-certificate': CertificateScreen;
  }
}

const REMOVED = 'allow-unverified-digest';
let isWarned = false;

/** The element's own settings: a new object each time, so that the screen follows their changes. */
function optionsOf(element: LazyScreenProps['element']): CertificateOptions {
  // For one version: the attribute meant something until 0.3.
  if (!isWarned && element.hasAttribute(REMOVED)) {
    isWarned = true;
    console.warn(`<sign-session>: the attribute ${REMOVED} was removed; it is ignored.`);
  }
  const { webPki, certificateProviders, tokenBridge } = element;
  return { webPki, certificateProviders, tokenBridge };
}

/** Signing with a digital certificate. */
export const certificateScreen = lazyStepScreen(
  'certificate',
  (common, { step, assetsUrl, baseUrl, element, documentStatus, batch }) =>
    html`<sign-session-certificate
      ${common}
      .baseUrl=${baseUrl}
      .step=${step}
      .assets=${assetSource(assetsUrl)}
      .options=${optionsOf(element)}
      .documentStatus=${documentStatus}
      .batch=${batch}
    ></sign-session-certificate>`,
);
