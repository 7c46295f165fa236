import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { query, state } from 'lit/decorators.js';
import type { LaterKey } from '../../../i18n/messages/message-keys.ts';
import { define } from '../../../ui/define.ts';
import { icon } from '../../../ui/icon.ts';
import type { LazyScreenElement } from '../../lazy-screen.ts';
import { CertificatePart } from '../certificate-part.ts';

/** The certificate screen, which says why the service gave a file back. */
export interface PortalScreen extends LazyScreenElement<'certificate'> {
  forgetRefusals(): void;
}

/** What the portal adds has about 30 kB. */
const MOST_ADDED = 300_000;

/**
 * Signing the document at the gov.br portal: the signer downloads it, signs it there, and hands the signed file in. It is
 * read here only to see that it begins with the document; the service reads the signature.
 */
export class GovBrSignature extends CertificatePart {
  declare screen: PortalScreen;

  static override readonly styles = [
    ...super.styles,
    css`
      ol {
        display: grid;
        gap: 16px;
        margin: 0;
        padding-inline-start: 24px;
      }

      li > p ~ .button {
        margin-top: 8px;
      }

      .chosen {
        font-size: 0.875em;
        overflow-wrap: anywhere;
      }

      input:focus-visible + .button {
        outline: 3px solid var(--focus);
        outline-offset: 2px;
      }
    `,
  ];

  #address: string | undefined;
  #addressed: Uint8Array<ArrayBuffer> | undefined;

  @state() private file: File | undefined;
  /** Why the file was not sent. */
  @state() private fault: LaterKey<'certificate'> | undefined;

  @query('#file') private readonly input!: HTMLInputElement;

  override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    this.#follow(this.bytes);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#follow(undefined);
  }

  /** The document that the signer sees; undefined until it is there. */
  private get bytes(): Uint8Array<ArrayBuffer> | undefined {
    const { document } = this.snapshot;
    return document?.status === 'loaded' ? document.bytes : undefined;
  }

  /** One address at a time: each holds a copy of the document. */
  #follow(bytes: Uint8Array<ArrayBuffer> | undefined): void {
    if (bytes === this.#addressed) return;
    if (this.#address !== undefined) URL.revokeObjectURL(this.#address);
    this.#addressed = bytes;
    this.#address = bytes && URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  }

  private readonly handleChange = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement)) return;
    this.fault = undefined;
    this.file = target.files?.[0] ?? this.file;
    // So that the same name can be chosen again, once the portal has written it anew.
    target.value = '';
  };

  private readonly handleSubmit = () => {
    if (!this.busy) void this.submit();
  };

  private async submit(): Promise<void> {
    const { bytes } = this;
    this.screen.forgetRefusals();
    const read = await this.read(bytes);
    if (typeof read === 'string') {
      this.fault = read;
      await this.updateComplete;
      this.input.focus();
      this.input.scrollIntoView({ block: 'nearest' });
      return;
    }
    this.dispatchIntent({
      kind: 'signCertificate',
      work: async ({ client, step }, signal) => {
        const signedDocument = await base64Of(read);
        return client.advance(step, { action: 'submit_signed_document', signedDocument }, signal);
      },
    });
  }

  /** @returns the file's bytes, or why it is not sent */
  private async read(
    bytes: Uint8Array<ArrayBuffer> | undefined,
  ): Promise<Uint8Array<ArrayBuffer> | LaterKey<'certificate'>> {
    const { file } = this;
    if (file === undefined) return 'gov-br.missing';
    if (bytes === undefined) return 'unsafe.unchecked';
    if (file.size > bytes.length + MOST_ADDED) return 'gov-br.tooLarge';
    const content = await file.arrayBuffer().catch(() => undefined);
    // It was changed or removed since.
    if (content === undefined) return 'gov-br.missing';
    const read = new Uint8Array(content);
    if (!bytes.every((byte, index) => byte === read[index])) return 'gov-br.otherDocument';
    return read.length === bytes.length ? 'gov-br.unsigned' : read;
  }

  private renderDownload(): TemplateResult {
    const { messages, view } = this;
    if (this.#address === undefined) {
      return html`<p class="secondary-text" role="status">
        <span class="spinner"></span> ${this.translator.t('accept.documentLoading')}
      </p>`;
    }
    return html`<a
      class="button secondary"
      href=${this.#address}
      download=${view.document?.filename ?? 'document.pdf'}
      >${icon('download')}${messages.t('gov-br.download')}</a
    >`;
  }

  private renderChoice(): TemplateResult {
    const { messages, file, fault } = this;
    return html`<input
        id="file"
        class="visually-hidden"
        type="file"
        accept=".pdf,application/pdf"
        aria-label=${messages.t('gov-br.file')}
        aria-invalid=${fault ? 'true' : 'false'}
        aria-describedby="chosen fault"
        @change=${this.handleChange}
      />
      <label class="button secondary" for="file" aria-hidden="true">${messages.t('gov-br.choose')}</label>
      <p id="chosen" class="secondary-text chosen">
        ${file === undefined ? nothing : messages.t('gov-br.chosen', { name: file.name })}
      </p>
      <p id="fault" class="error-text" role="alert">${fault === undefined ? nothing : messages.t(fault)}</p>`;
  }

  override render() {
    const { messages, view } = this;
    return html`<ol>
        <li>${this.renderDownload()}</li>
        <li>
          <p>${messages.t('gov-br.sign')}</p>
          <a class="button secondary" href=${view.portalUrl ?? ''} target="_blank" rel="noopener noreferrer"
            >${icon('external')}${messages.t('gov-br.open')}</a
          >
        </li>
        <li>
          <p>${messages.t('gov-br.return')}</p>
          ${this.renderChoice()}
        </li>
      </ol>
      <div class="actions">
        ${this.renderError(effect => messages.t(`problem.${effect}`))}
        ${this.renderSubmit(
          'signCertificate',
          messages.t('gov-br.submit'),
          messages.t('gov-br.submitting'),
          this.handleSubmit,
        )}
        <slot></slot>
      </div>`;
  }
}

/** By the browser, which keeps the page responsive over several megabytes. */
function base64Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.addEventListener('load', () => {
      const url = typeof reader.result === 'string' ? reader.result : '';
      resolve(url.slice(url.indexOf(',') + 1));
    });
    reader.addEventListener('error', () => reject(new Error('The file cannot be read.')));
    reader.readAsDataURL(new Blob([bytes]));
  });
}

define('sign-session-gov-br', GovBrSignature);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-gov-br': GovBrSignature;
  }
}
