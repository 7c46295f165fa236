import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { query, state } from 'lit/decorators.js';
import { fromBase64 } from '../../certificate/base64.ts';
import type { signaturesAdded } from '../../certificate/signing/added-signatures.ts';
import type { LaterKey } from '../../i18n/messages/message-keys.ts';
import { preparingForPortal } from '../../session/certificate-signing.ts';
import { isInAppHere } from '../../support/in-app.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import type { LazyScreenElement } from '../lazy-screen.ts';
import { CertificatePart } from './certificate-part.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The certificate screen, which says why the service gave a file back. */
export interface PortalScreen extends LazyScreenElement<'certificate'> {
  /** Its own, so that the check is loaded once with the rest of it. */
  readonly signaturesAdded: typeof signaturesAdded;
  forgetRefusals(): void;
}

/** What the portal adds has about 30 kB. */
const MOST_ADDED = 300_000;

/**
 * Signing the document at the gov.br portal: the signer downloads it as a file of this session alone, signs that there, and
 * hands the signed file in. It is read here only to see that it begins with what was given; the service reads the signature.
 */
class GovBrSignature extends CertificatePart {
  declare screen: PortalScreen;

  static override readonly styles = [
    ...super.styles,
    css`
      ol {
        counter-reset: step;
        display: grid;
        gap: 16px;
        list-style: none;
        margin: 0;
        padding: 0;
      }

      li {
        padding-inline-start: 36px;
        position: relative;
      }

      /* Numbers that lead through the steps. */
      li::before {
        align-content: center;
        border: 1px solid var(--line-strong);
        border-radius: 50%;
        content: counter(step);
        counter-increment: step;
        font-weight: 600;
        height: 24px;
        inset: 0 auto auto 0;
        line-height: 1;
        position: absolute;
        text-align: center;
        width: 24px;
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
  #addressed: Bytes | undefined;

  /** The document, and the file to sign that the service made of it for this session. */
  @state() private prepared:
    { readonly shown: Bytes; readonly toSign: Bytes; readonly address: string | undefined } | undefined;
  /** Why the signer gets no file to sign. */
  @state() private unsafe: LaterKey<'certificate'> | undefined;

  /** Did the signer open the portal from here? */
  @state() private isOpened = false;
  @state() private file: File | undefined;
  /** Why the file was not sent. */
  @state() private fault: LaterKey<'certificate'> | undefined;

  @query('a[download]') private readonly link!: HTMLAnchorElement | null;
  @query('#file') private readonly input!: HTMLInputElement;

  override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    this.#follow(this.prepared?.address === undefined ? this.toSign : undefined);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#follow(undefined);
  }

  /** The document that the signer sees; undefined until it is there. */
  private get bytes(): Bytes | undefined {
    const { document } = this.snapshot;
    return document?.status === 'loaded' ? document.bytes : undefined;
  }

  /** The file to sign; undefined until the signer has asked for it. */
  private get toSign(): Bytes | undefined {
    const { prepared, bytes } = this;
    return prepared !== undefined && prepared.shown === bytes ? prepared.toSign : undefined;
  }

  /** One address at a time: each holds a copy of the document. */
  #follow(bytes: Bytes | undefined): void {
    if (bytes === this.#addressed) return;
    if (this.#address !== undefined) URL.revokeObjectURL(this.#address);
    this.#addressed = bytes;
    this.#address = bytes && URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  }

  private readonly handleDownload = () => {
    const { bytes: shown } = this;
    if (this.busy || shown === undefined) return;
    this.unsafe = undefined;
    const work = preparingForPortal(async ({ appended, downloadUrl }, signal) => {
      const toSign = await fileToSign(shown, appended, this.screen.signaturesAdded);
      if (signal.aborted || !this.isConnected) return;
      if (toSign === undefined) this.unsafe = 'unsafe.changed';
      else {
        // Browsers inside apps drop what a page has made itself; the service's address lets the phone load it.
        const address = isInAppHere() ? downloadUrl : undefined;
        this.prepared = { shown, toSign, address };
        if (address !== undefined) location.assign(address);
      }
      await this.updateComplete;
      this.link?.click();
    });
    this.dispatchIntent({ kind: 'cloudCertificate', work });
  };

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
      this.renderRoot.querySelector('#fault')?.scrollIntoView({ block: 'nearest' });
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
  private async read(bytes: Bytes | undefined): Promise<Bytes | LaterKey<'certificate'>> {
    const { file } = this;
    if (file === undefined) return 'gov-br.missing';
    if (bytes === undefined) return 'unsafe.unchecked';
    if (file.size > bytes.length + MOST_ADDED) return 'gov-br.tooLarge';
    const content = await file.arrayBuffer().catch(() => undefined);
    // It was changed or removed since.
    if (content === undefined) return 'gov-br.missing';
    const read = new Uint8Array(content);
    // Where the file was downloaded before this page was loaded, the service compares the rest.
    const given = this.toSign ?? bytes;
    if (!given.every((byte, index) => byte === read[index])) return 'gov-br.otherDocument';
    return read.length === given.length ? 'gov-br.unsigned' : read;
  }

  /** What the signer does next: the only primary action, while all others can be reached. */
  private get next(): 'download' | 'open' | 'submit' {
    if (this.file !== undefined) return 'submit';
    if (this.toSign === undefined) return 'download';
    return this.isOpened ? 'submit' : 'open';
  }

  private kindOf(action: 'download' | 'open' | 'submit'): string {
    return `button ${this.next === action ? 'primary' : 'secondary'}`;
  }

  private readonly handleOpen = () => {
    this.isOpened = true;
  };

  private renderDownload(): TemplateResult {
    const { messages, view, unsafe } = this;
    if (this.bytes === undefined) {
      return html`<p class="secondary-text" role="status">
        <span class="spinner"></span> ${this.translator.t('accept.documentLoading')}
      </p>`;
    }
    const isPreparing = this.snapshot.pending === 'cloudCertificate';
    const content = html`${isPreparing ? html`<span class="spinner"></span>` : icon('download')}${messages.t('gov-br.download')}`;
    if (this.#address === undefined)
      return html`<button
          class=${this.kindOf('download')}
          type="button"
          aria-disabled=${String(this.busy)}
          @click=${this.handleDownload}
        >
          ${content}
        </button>
        <p class="error-text" role="alert">${unsafe === undefined ? nothing : messages.t(unsafe)}</p>`;
    return html`<a
      class="button secondary"
      href=${this.#address}
      download=${view.document?.filename ?? 'document.pdf'}
      >${content}</a
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
          <a
            class=${this.kindOf('open')}
            href=${view.portalUrl ?? ''}
            target="_blank"
            rel="noopener noreferrer"
            @click=${this.handleOpen}
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
        <button
          class=${this.kindOf('submit')}
          type="button"
          part="submit"
          aria-disabled=${String(this.busy)}
          @click=${this.handleSubmit}
        >
          ${
            this.snapshot.pending === 'signCertificate'
              ? html`<span class="spinner"></span>${messages.t('gov-br.submitting')}`
              : messages.t('gov-br.submit')
          }
        </button>
        <slot></slot>
      </div>`;
  }
}

/**
 * The file to sign at the portal: the document, and what the service puts behind it so that no other session has the same
 * bytes.
 *
 * @param appended base64.
 * @returns undefined where that would change the document.
 */
async function fileToSign(
  shown: Bytes,
  appended: string | undefined,
  added: typeof signaturesAdded,
): Promise<Bytes | undefined> {
  if (appended === undefined) return undefined;
  try {
    const behind = fromBase64(appended);
    const whole = new Uint8Array(shown.length + behind.length);
    whole.set(shown);
    whole.set(behind, shown.length);
    return (await added(shown, whole)).length === 0 ? whole : undefined;
  } catch {
    return undefined;
  }
}

/** By the browser, which keeps the page responsive over several megabytes. */
function base64Of(bytes: Bytes): Promise<string> {
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
