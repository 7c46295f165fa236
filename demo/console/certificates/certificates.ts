import { LitElement, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { controls } from '../controls.styles.ts';
import '../copy-button.ts';
import { Latest } from '../latest.ts';
import { readCertificates, type TestCertificate } from './certificate-calls.ts';
import { styles } from './certificates.styles.ts';
import { OUTCOMES } from './outcomes.ts';

/** The A1 files to sign with. */
@customElement('qa-certificates')
export class QaCertificates extends LitElement {
  static override readonly styles = [controls, styles];

  readonly #certificates = new Latest<TestCertificate[]>(this);

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#certificates.load(readCertificates);
  }

  private readonly renderCertificate = ({ name, cpf, cnpj, downloadUrl }: TestCertificate) => {
    // By the name that this page was opened by: the service shows these files to its own pages alone.
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
