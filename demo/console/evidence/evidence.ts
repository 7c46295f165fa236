import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { readPublicView, type ServiceClient } from '../http/service-client.ts';
import type { Downloads, EvidenceRecord } from '../http/service-types.ts';
import { controls, paneStyles } from '../ui/controls.styles.ts';
import { copyableRow, detailListStyles, detailRow } from '../ui/detail-list.ts';
import { LatestValue } from '../ui/latest-value.ts';
import '../ui/copy-button.ts';

const styles = css`
  .empty {
    padding: 2px 0;
  }

  small {
    color: var(--ink-2);
    font-size: 12px;
  }

  .links {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }

  h3 {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    justify-content: space-between;
    margin-top: 4px;
  }

  h3 a {
    font-weight: 500;
  }

  .commands {
    display: grid;
    gap: 8px;
    list-style: none;
  }

  .commands li {
    align-items: center;
    display: grid;
    gap: 0 8px;
    grid-template-columns: minmax(0, 1fr) auto;
  }

  .commands code {
    overflow-wrap: anywhere;
  }

  .commands small {
    grid-column: 1;
  }

  .commands qa-copy {
    grid-row: 1 / span 2;
    grid-column: 2;
  }

  pre {
    background: var(--backdrop);
    border-radius: 8px;
    margin: 0;
    overflow: auto;
    padding: 10px 12px;
  }
`;

/** Quotes a file name as one word of a POSIX shell. */
function shellWord(name: string): string {
  if (/^[\w.][\w.-]*$/.test(name)) return name;
  return `'./${name.replaceAll("'", String.raw`'\''`)}'`;
}

/** The commands that check the downloaded files, and what each one proves. */
export function verificationCommands(files: {
  readonly pack: string;
  /** Undefined if an action was confirmed. */
  readonly pdf: string | undefined;
}): readonly { readonly command: string; readonly proves: string }[] {
  const pack = {
    command: `openssl cms -verify -inform DER -noverify -binary -in ${shellWord(files.pack)}`,
    proves: 'the pack’s signature; prints its content',
  };
  if (files.pdf === undefined) return [pack];
  const pdf = shellWord(files.pdf);
  return [
    pack,
    { command: `pdfsig ${pdf}`, proves: 'the PDF’s seal' },
    { command: `qpdf --check ${pdf}`, proves: 'a sound file' },
  ];
}

interface Evidence {
  readonly record: EvidenceRecord;
  readonly downloads: Downloads;
  readonly publicView: Record<string, unknown>;
}

/** The results of a completed transaction: evidence, files, public view, and how to check them. */
@customElement('qa-evidence')
class QaEvidence extends LitElement {
  static override readonly styles = [controls, paneStyles, detailListStyles, styles];

  readonly #evidence = new LatestValue<Evidence>(this);

  @property({ attribute: false }) service!: ServiceClient;
  /** The transaction of a completed session. */
  @property({ attribute: false }) transactionId: string | undefined;

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('transactionId')) return;
    this.#evidence.clear();
    const { transactionId } = this;
    if (transactionId !== undefined) void this.#evidence.load(signal => this.fetch(transactionId, signal));
  }

  private async fetch(transactionId: string, signal: AbortSignal): Promise<Evidence> {
    const record = await this.service.evidence(transactionId, signal);
    const [downloads, publicView] = await Promise.all([
      this.service.downloads(record.evidenceId, signal),
      readPublicView(record.evidenceId, signal),
    ]);
    return { record, downloads, publicView };
  }

  private renderFacts({ evidenceId, completedAt, document, transactionId }: EvidenceRecord) {
    return html`<dl class="facts">
      ${copyableRow('Evidence', evidenceId)} ${copyableRow('Transaction', transactionId)}
      ${detailRow('Completed', new Date(completedAt).toLocaleString('en-GB'))}
      ${document === undefined ? nothing : copyableRow('PDF hash', document.hash)}
    </dl>`;
  }

  private renderDownloads({ evidencePack, finalPdf, originalDocument, evidencePage }: Downloads) {
    return html`<div class="links">
      ${download('Signed PDF', finalPdf)} ${download('Evidence pack (.p7m)', evidencePack)}
      ${download('Evidence page', evidencePage)} ${download('Original PDF', originalDocument)}
    </div>`;
  }

  private renderCommands({ evidencePack, finalPdf }: Downloads) {
    if (evidencePack === null) return nothing;
    const commands = verificationCommands({ pack: evidencePack.filename, pdf: finalPdf?.filename });
    return html`<h3>Check the files</h3>
      <ul class="commands">
        ${commands.map(
          ({ command, proves }) =>
            html`<li>
              <code>${command}</code>
              <qa-copy small .text=${() => command} label="Copy the command for ${proves}"></qa-copy>
              <small>${proves}</small>
            </li>`,
        )}
      </ul>`;
  }

  private renderEvidence({ record, downloads, publicView }: Evidence) {
    const address = `/verify/${encodeURIComponent(record.evidenceId)}`;
    return html`${this.renderFacts(record)} ${this.renderDownloads(downloads)}
      ${this.renderCommands(downloads)}
      <h3>
        Public view
        <a href=${address} target="_blank" rel="noopener">Open the verifier page</a>
      </h3>
      <pre tabindex="0" aria-label="Public view">${JSON.stringify(publicView, null, 2)}</pre>`;
  }

  override render() {
    const { value, problem, pending } = this.#evidence;
    if (problem !== undefined) return html`<p class="notice bad" role="alert">${problem}</p>`;
    if (value !== undefined) return this.renderEvidence(value);
    return html`<p class="empty">
      ${pending ? 'Reading the evidence…' : 'The evidence is here once the session is completed.'}
    </p>`;
  }
}

function download(name: string, link: Downloads['finalPdf'] | undefined) {
  return link ? html`<a class="button" href=${link.url} download=${link.filename}>${name}</a>` : nothing;
}

declare global {
  interface HTMLElementTagNameMap {
    'qa-evidence': QaEvidence;
  }
}
