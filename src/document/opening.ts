import { type TemplateResult, html, nothing } from 'lit';
import type { Translator } from '../i18n/translator.ts';
import { icon } from '../ui/icon.ts';

/** Replaces the toolbar while the document is loading. */
export function openingBar(translator: Translator): TemplateResult {
  return html`<div class="bar">
    <p class="opening" role="status">${translator.t('document.opening')}</p>
  </div>`;
}

/** A placeholder for the first page. */
export function blankSheet(): TemplateResult {
  return html`<div class="sheet skeleton pending"></div>`;
}

/** The message of a long wait, with a retry button if possible. */
export function stillOpening(translator: Translator, retry: (() => void) | undefined): TemplateResult {
  return html`<div class="slow">
    <p role="status">${translator.t('document.openingSlow')}</p>
    ${retryButton(retry && { text: translator.t('action.retry'), act: retry })}
  </div>`;
}

/** What the signer can do about a problem. */
interface WaysOn {
  readonly retry: { readonly text: string; readonly act: () => void } | undefined;
  /** Downloads the document's bytes unchanged. */
  readonly download: { readonly text: string; readonly href: string; readonly filename: string } | undefined;
}

/** Why the document is not shown, and what can be done. */
export function documentProblem(heading: string, text: string, { retry, download }: WaysOn): TemplateResult {
  return html`<div class="problem" role="alert">
    ${icon('alert')}
    <h3>${heading}</h3>
    <p>${text}</p>
    ${retryButton(retry)}
    ${
      download === undefined
        ? nothing
        : html`<a class="button secondary download" href=${download.href} download=${download.filename}
            >${icon('download')}${download.text}</a
          >`
    }
  </div>`;
}

function retryButton(retry: WaysOn['retry']): TemplateResult | typeof nothing {
  if (retry === undefined) return nothing;
  return html`<button class="button secondary retry" type="button" @click=${retry.act}>
    ${retry.text}
  </button>`;
}

/** A document that can be downloaded. */
interface Downloadable {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Instead of the bytes. */
  readonly downloadUrl?: string;
}

/** A blob address of the document's bytes, for a download: created on first use, one at a time. */
export class DownloadLink {
  #bytes: Uint8Array<ArrayBuffer> | undefined;
  #url: string | undefined;

  href({ bytes, downloadUrl }: Downloadable): string {
    if (downloadUrl !== undefined) return downloadUrl;
    if (this.#url !== undefined && bytes === this.#bytes) return this.#url;
    this.revoke();
    this.#bytes = bytes;
    this.#url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
    return this.#url;
  }

  /** Releases the bytes. */
  revoke(): void {
    if (this.#url !== undefined) URL.revokeObjectURL(this.#url);
    this.#url = undefined;
    this.#bytes = undefined;
  }
}
