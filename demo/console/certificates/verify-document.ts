import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { ServiceClient } from '../http/service-client.ts';
import type { Verification, VerifiedSignature } from '../http/service-types.ts';
import { controls, paneStyles } from '../ui/controls.styles.ts';
import { LatestValue } from '../ui/latest-value.ts';
import { styles, verifyDocument } from './certificates.ts';

const CHANGES: Readonly<Record<VerifiedSignature['laterChanges']['level'], string>> = {
  none: 'nothing was changed after it',
  signatures: 'only signatures came after it',
  form: 'form fields were filled in after it',
  annotations: 'comments were added or changed after it',
  other: 'the document itself was changed after it',
  unknown: 'what was changed after it can’t be told',
};

/** The facts about a signature that are shown beside its verdict, in order. */
export function signatureWords(signature: VerifiedSignature): string[] {
  const { type, subFilter, claimedAt, notes, coverage, laterChanges, chain, revocation, timestamp } =
    signature;
  const covered = coverage.wholeFile
    ? 'covers the whole file'
    : `${coverage.bytesAfter} bytes were added behind it: ${CHANGES[laterChanges.level]}` +
      (laterChanges.permitted ? '' : ', which is more than allowed');
  return [
    `${type}, ${subFilter ?? 'no sub-filter'}`,
    covered,
    ...(notes ?? []).map(note => note.text),
    chain.trusted ? 'leads to a trusted root' : 'leads to no trusted root',
    `revocation: ${revocation.status}`,
    ...(claimedAt === undefined ? [] : [`claims ${localTime(claimedAt)}`]),
    ...(timestamp === undefined
      ? []
      : [`timestamp ${localTime(timestamp.time)}${timestamp.trusted ? '' : ', not trusted'}`]),
  ];
}

function localTime(time: string): string {
  return new Date(time).toLocaleString('en-GB');
}

/** Sends a PDF to `POST /v1/verify/document` and shows the answer. */
@customElement('qa-verify-document')
class QaVerifyDocument extends LitElement {
  static override readonly styles = [
    controls,
    paneStyles,
    styles,
    css`
      :host {
        padding: 0;
      }
    `,
  ];

  readonly #verification = new LatestValue<Verification>(this);

  @property({ attribute: false }) service!: ServiceClient;

  /** The name of the last verified file. */
  @state() private name = '';
  /** A file is dragged over the drop zone. */
  @state() private over = false;

  private verify(file: File | undefined): void {
    this.#verification.clear();
    this.name = file?.name ?? '';
    if (file === undefined) return;
    void this.#verification.load(signal => verifyDocument(this.service, file, signal));
  }

  private readonly handleFile = (event: Event) => {
    this.verify(event.target instanceof HTMLInputElement ? event.target.files?.[0] : undefined);
  };

  private readonly handleDragOver = (event: DragEvent) => {
    // Otherwise the browser would open the file instead of the page.
    event.preventDefault();
    this.over = true;
  };

  private readonly handleDragLeave = () => {
    this.over = false;
  };

  private readonly handleDrop = (event: DragEvent) => {
    event.preventDefault();
    this.over = false;
    this.verify(event.dataTransfer?.files[0]);
  };

  private readonly renderSignature = (signature: VerifiedSignature) => {
    const { signer, indication, subIndication } = signature;
    const name = [signer?.displayName ?? 'Unknown signer', signer?.cpfCnpj].filter(Boolean).join(', ');
    return html`<li>
      <span>${name}<small>${signatureWords(signature).join('; ')}</small></span>
      <span
        >${indication}${subIndication === undefined ? nothing : html`<small>${subIndication}</small>`}</span
      >
    </li>`;
  };

  private renderVerification({ signatures, checkedAt }: Verification) {
    const count = signatures.length === 1 ? '1 signature' : `${signatures.length} signatures`;
    const summary = `${this.name}: ${count}, checked ${new Date(checkedAt).toLocaleString('en-GB')}.`;
    return html`<p role="status">${summary}</p>
      <ul>
        ${signatures.map(this.renderSignature)}
      </ul>`;
  }

  override render() {
    const { value, problem, pending } = this.#verification;
    return html`<h3>Verify a PDF’s signatures</h3>
      <div
        class="drop ${this.over ? 'over' : ''}"
        @dragover=${this.handleDragOver}
        @dragleave=${this.handleDragLeave}
        @drop=${this.handleDrop}
      >
        <label class="verify">
          PDF to verify
          <input class="field" type="file" accept="application/pdf,.pdf" @change=${this.handleFile} />
        </label>
        <small>Or drop it here.</small>
      </div>
      ${pending ? html`<p role="status">Verifying…</p>` : nothing}
      ${problem === undefined ? nothing : html`<p class="notice bad" role="alert">${problem}</p>`}
      ${value === undefined ? nothing : this.renderVerification(value)}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-verify-document': QaVerifyDocument;
  }
}
