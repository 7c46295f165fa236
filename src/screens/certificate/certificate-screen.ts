import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { WebPkiProvider, type WebPkiOptions } from '../../certificate/bridge/web-pki-provider.ts';
import type { CertificateProvider } from '../../certificate/provider.ts';
import { suitabilityOf, type Suitability } from '../../certificate/suitability.ts';
import { certificateSigning } from '../../session/certificate-signing.ts';
import type { SessionView, Step } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import { SlowController } from '../../ui/slow.ts';
import type { CertificateOptions } from '../context.ts';
import { problemNotice } from '../problem-notice.ts';
import { screen } from '../screen.styles.ts';
import { ScreenElement } from '../screen.ts';
import { bridgeNotice } from './bridge-notice.ts';
import { CertificateChoice, type ChoosableCertificate } from './certificate-choice.ts';
import { certificateFacts, suitabilityNotices } from './certificate-facts.ts';
import './certificate-file-form.ts';
import type { CertificateFileEvent } from './certificate-file-form.ts';
import { styles } from './certificate-screen.styles.ts';
import { certificateSigner } from './certificate-signer.ts';
import { problemKey, type CertificateKey, type CertificateTranslator } from './certificate-words.ts';

/** Choosing a certificate, from a file or through a bridge; reading what it says; signing with it. */
export class CertificateScreen extends ScreenElement {
  static override readonly styles = [controls, screen, styles];

  readonly #choice = new CertificateChoice(this);
  readonly #slow = new SlowController(this);
  #webPki: WebPkiOptions | undefined;
  #bridge: CertificateProvider | undefined;
  /** Ways to a certificate other than a file. */
  #bridges: readonly CertificateProvider[] = [];

  /** The bridge that is used; undefined: a file. */
  @state() private bridge: CertificateProvider | undefined;
  /** Why nothing was signed. */
  @state() private refusal: CertificateKey | undefined;

  @property({ attribute: false }) view!: SessionView;
  @property({ attribute: false }) step!: Step;
  @property({ attribute: false }) words!: CertificateTranslator;
  /** Where the widget's assets lie: absolute, with a slash at the end. */
  @property({ attribute: false }) assetsUrl!: string;
  @property({ attribute: false }) options!: CertificateOptions;

  override willUpdate(): void {
    this.followOptions();
    this.#slow.waiting(this.snapshot.pending === 'signCertificate');
  }

  override firstUpdated(changed: PropertyValues): void {
    super.firstUpdated(changed);
    this.#choice.warm(this.fileOptions);
  }

  /** The frame's options are a new object at each update; a bridge is made once for what it is made of. */
  private followOptions(): void {
    const { webPki, providers } = this.options;
    if (webPki !== this.#webPki) {
      this.#webPki = webPki;
      this.#bridge = webPki && new WebPkiProvider(webPki);
    }
    this.#bridges = this.#bridge === undefined ? providers : [this.#bridge, ...providers];
  }

  private get fileOptions() {
    return { assetsUrl: this.assetsUrl, forDigests: this.options.allowUnverifiedDigest };
  }

  /** By the service's clock: the device's may be a day off. */
  private suitability({ chain }: ChoosableCertificate): Suitability {
    return suitabilityOf(chain, this.view.signer, Date.now() + this.view.clockOffset);
  }

  private readonly handleFile = ({ file, password }: CertificateFileEvent) => {
    this.refusal = undefined;
    void this.open(file, password);
  };

  private async open(file: File, password: string): Promise<void> {
    await this.#choice.openFile(file, password, this.fileOptions);
    await this.updateComplete;
    // The form has gone; what took its place is to be read.
    if (this.#choice.chosen !== undefined) this.focusHeading();
  }

  private choose(bridge: CertificateProvider | undefined): void {
    if (this.snapshot.pending !== undefined || bridge === this.bridge) return;
    this.startOver();
    this.bridge = bridge;
    if (bridge !== undefined) void this.#choice.look(bridge);
  }

  private startOver(): void {
    this.refusal = undefined;
    this.#choice.clear();
  }

  private readonly handleSign = () => {
    const { chosen } = this.#choice;
    if (chosen === undefined || this.snapshot.pending !== undefined) return;
    this.refusal = undefined;
    const signer = certificateSigner(chosen, {
      allowUnverifiedDigest: this.options.allowUnverifiedDigest,
      refuse: why => {
        this.refusal = why;
      },
    });
    this.say({ kind: 'signCertificate', sign: certificateSigning(signer) });
  };

  private renderWays(): TemplateResult | typeof nothing {
    const { words } = this;
    if (this.#bridges.length === 0) return nothing;
    const way = (provider: CertificateProvider | undefined, label: string) =>
      html`<label class="choice">
        <input
          type="radio"
          name="way"
          .checked=${provider === this.bridge}
          @change=${() => this.choose(provider)}
        />
        ${label}
      </label>`;
    return html`<fieldset>
      <legend class="label">${words.text('way.label')}</legend>
      ${way(undefined, words.text('way.file'))}
      ${this.#bridges.map(provider => way(provider, provider.label ?? words.text('way.token')))}
    </fieldset>`;
  }

  private renderList(): TemplateResult | typeof nothing {
    const { certificates, chosen } = this.#choice;
    if (certificates.length < 2) return nothing;
    return html`<fieldset>
      <legend class="label">${this.words.text('list.label')}</legend>
      ${certificates.map(
        (certificate, index) =>
          html`<label class="choice">
            <input
              type="radio"
              name="certificate"
              .checked=${certificate === chosen}
              @change=${() => this.#choice.select(index)}
            />
            ${certificate.chain[0].subjectName} · ${certificate.chain[0].issuerName}
          </label>`,
      )}
    </fieldset>`;
  }

  private renderSource(): TemplateResult {
    const { words, bridge } = this;
    const { busy, trouble } = this.#choice;
    return bridge === undefined
      ? html`<sign-session-certificate-file
          .words=${words}
          .busy=${busy}
          .trouble=${trouble}
          @certificate-file=${this.handleFile}
        ></sign-session-certificate-file>`
      : bridgeNotice(this.#choice, bridge, words, () => void this.#choice.look(bridge));
  }

  private renderChosen(chosen: ChoosableCertificate): TemplateResult {
    const { words } = this;
    const suitability = this.suitability(chosen);
    const isNumbered = this.view.signer.cpf !== undefined || this.view.signer.cnpj !== undefined;
    const isSigners = isNumbered && !suitability.obstacles.some(obstacle => HOLDER_OBSTACLES.has(obstacle));
    return html`${this.renderList()} ${certificateFacts(chosen, isSigners, words)}
      ${suitabilityNotices(suitability, words)}
      <div class="actions">
        ${this.renderTrouble()} ${suitability.obstacles.length === 0 ? this.renderSubmit() : nothing}
        <button
          class="button secondary"
          type="button"
          aria-disabled=${String(this.snapshot.pending !== undefined)}
          @click=${this.handleAnother}
        >
          ${words.text(this.bridge === undefined ? 'file.another' : 'bridge.again')}
        </button>
        ${this.renderDecline()}
      </div>`;
  }

  private readonly handleAnother = () => {
    if (this.snapshot.pending !== undefined) return;
    this.startOver();
    if (this.bridge !== undefined) void this.#choice.look(this.bridge);
  };

  private renderTrouble(): TemplateResult {
    const { words, refusal } = this;
    return html`<div role="alert">
        ${
          refusal === undefined
            ? nothing
            : html`<div class="notice bad">
                ${icon('alert')}
                <p>${words.text(refusal)}</p>
              </div>`
        }
      </div>
      ${problemNotice(
        this.snapshot,
        this.translator,
        () => this.say({ kind: 'reload' }),
        ({ kind }) => words.text(problemKey(kind)),
      )}`;
  }

  private renderSubmit(): TemplateResult {
    const { words, snapshot } = this;
    const busy = snapshot.pending === 'signCertificate';
    return html`<button
        class="button primary"
        type="button"
        part="submit"
        aria-disabled=${String(snapshot.pending !== undefined)}
        @click=${this.handleSign}
      >
        ${busy ? html`<span class="spinner"></span>${words.text('submitting')}` : words.text('submit')}
      </button>
      <p class="secondary-text" role="status">${this.#slow.slow ? words.text('slow') : nothing}</p>`;
  }

  private renderDecline(): TemplateResult {
    return html`<button
      class="button quiet"
      type="button"
      @click=${() => this.say({ kind: 'considerDecline' })}
    >
      ${this.translator.text('accept.decline')}
    </button>`;
  }

  override render() {
    const { words } = this;
    const { chosen } = this.#choice;
    return html`<div class="intro">
        <h2 tabindex="-1">${words.text('heading')}</h2>
        <p class="secondary-text">${words.text('intro')}</p>
      </div>
      ${this.renderWays()}
      ${
        chosen === undefined
          ? html`${this.renderSource()}
              <div class="actions">${this.renderDecline()}</div>`
          : this.renderChosen(chosen)
      }`;
  }
}

/** What says that it is not the signer's own. */
const HOLDER_OBSTACLES: ReadonlySet<string> = new Set(['otherHolder', 'noNumber']);

define('sign-session-certificate', CertificateScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-certificate': CertificateScreen;
  }
}
