import { css, html, LitElement, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { postJson, requestJson, type ServiceClient } from '../http/service-client.ts';
import { toBase64 } from '@sign-session/certificates';
import type { TestCertificate, Verification } from '../http/service-types.ts';
import { controls, paneStyles } from '../ui/controls.styles.ts';
import { LatestValue } from '../ui/latest-value.ts';
import '../ui/copy-button.ts';

/** The password of all test certificates; the service's documentation states it. */
export const TEST_CERTIFICATE_PASSWORD = 'Senha#123';

/** The A1 files that the service's test authority has issued, the valid one first. */
export function readCertificates(signal: AbortSignal): Promise<TestCertificate[]> {
  return requestJson('/_local/certificates', { signal });
}

/** The service's report on a PDF's signatures. */
export async function verifyDocument(
  service: ServiceClient,
  file: File,
  signal: AbortSignal,
): Promise<Verification> {
  const body = postJson({ content: toBase64(new Uint8Array(await file.arrayBuffer())), filename: file.name });
  return service.ask('/v1/verify/document', { ...body, signal });
}

export const styles = css`
  ul {
    list-style: none;
  }

  li {
    align-items: center;
    border-bottom: 1px solid var(--line);
    display: flex;
    gap: 10px;
    justify-content: space-between;
    padding: 6px 0;
  }

  small {
    color: var(--ink-2);
    display: block;
    font-size: 12px;
    overflow-wrap: anywhere;
  }

  .password {
    align-items: center;
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }

  h3 {
    margin-top: 6px;
  }

  .drop {
    border: 1px dashed var(--line);
    border-radius: 8px;
    padding: 10px;
  }

  .drop.over {
    border-color: currentColor;
    border-style: solid;
  }

  .verify {
    display: grid;
    gap: 4px;
  }
`;

/** The result of signing with each test certificate, in a session for CPF 529.982.247-25. */
const OUTCOMES: Readonly<Record<string, string>> = {
  good: 'RSA 2048. Signs.',
  legacy: 'RC2-40 and 3DES, as old exports are. Signs.',
  ec: 'EC P-256. Signs.',
  ecnpj: 'A company’s. Signs where the session names CNPJ 11.222.333/0001-81.',
  'other-cpf': 'Another CPF than the session’s: the widget refuses it.',
  expired: 'The widget refuses it.',
  'not-yet-valid': 'The widget refuses it.',
  revoked: 'The widget lets it pass; the service finds it on its authority’s list and refuses it.',
  weak: 'RSA 1024: the widget refuses it.',
};

/** The A1 certificate files for tests. */
@customElement('qa-certificates')
class QaCertificates extends LitElement {
  static override readonly styles = [controls, paneStyles, styles];

  readonly #certificates = new LatestValue<TestCertificate[]>(this);

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#certificates.load(readCertificates);
  }

  private readonly renderCertificate = ({ name, cpf, cnpj, downloadUrl }: TestCertificate) => {
    // On this page's own host name: the service offers these files to its own pages only.
    const address = new URL(downloadUrl, location.href).pathname;
    const number = cpf === undefined ? `CNPJ ${cnpj ?? ''}` : `CPF ${cpf}`;
    return html`<li>
      <span>${name}<small>${number}. ${OUTCOMES[name] ?? nothing}</small></span>
      <a class="button" href=${address} download=${`${name}.p12`} aria-label="Download ${name}.p12"
        >Download</a
      >
    </li>`;
  };

  private renderPassword([first]: readonly TestCertificate[]) {
    if (first === undefined) return nothing;
    const { password } = first;
    return html`<p class="password">
      Password of all: <code>${password}</code>
      <qa-copy small .text=${() => password} label="Copy the password"></qa-copy>
    </p>`;
  }

  override render() {
    const { value, problem, pending } = this.#certificates;
    return html`${problem === undefined ? nothing : html`<p class="notice bad" role="alert">${problem}</p>`}
      <p>
        Sign with one of these in a session with the steps “Certificate”. They are for tests and have no legal
        value.
      </p>
      ${pending && value === undefined ? html`<p role="status">The certificates are being made…</p>` : nothing}
      ${value === undefined ? nothing : this.renderPassword(value)}
      <ul>
        ${value?.map(this.renderCertificate)}
      </ul>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-certificates': QaCertificates;
  }
}
