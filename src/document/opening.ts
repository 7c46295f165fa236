import { type TemplateResult, html, nothing } from 'lit';
import type { Translator } from '../i18n/translator.ts';
import { icon } from '../ui/icon.ts';

/** In the place of the toolbar, while the document is on its way. */
export function openingBar(translator: Translator): TemplateResult {
  return html`<div class="bar">
    <p class="opening" role="status">${translator.t('document.opening')}</p>
  </div>`;
}

/** White paper with grey lines, in the place of the first page. */
export function blankSheet(): TemplateResult {
  return html`<div class="sheet skeleton pending"></div>`;
}

/** A long wait gets a sentence, and a way out where there is one. */
export function stillOpening(translator: Translator, retry: (() => void) | undefined): TemplateResult {
  return html`<div class="slow">
    <p role="status">${translator.t('document.openingSlow')}</p>
    ${
      retry === undefined
        ? nothing
        : html`<button class="button secondary retry" type="button" @click=${retry}>
            ${translator.t('action.retry')}
          </button>`
    }
  </div>`;
}

/** Why there is no document to see, and what can be done. `actions` are buttons and links. */
export function documentProblem(heading: string, text: string, actions: unknown): TemplateResult {
  return html`<div class="problem" role="alert">
    ${icon('alert')}
    <h3>${heading}</h3>
    <p>${text}</p>
    ${actions}
  </div>`;
}

/** A link that gives the document's bytes as they came. */
export function downloadButton(href: string, filename: string, text: string): TemplateResult {
  return html`<a class="button secondary download" href=${href} download=${filename}
    >${icon('download')}${text}</a
  >`;
}

/** The address of the document's own bytes, for a download: made when first asked for, one at a time. */
export class DownloadLink {
  #bytes: Uint8Array<ArrayBuffer> | undefined;
  #url: string | undefined;

  href(bytes: Uint8Array<ArrayBuffer>): string {
    if (this.#url !== undefined && bytes === this.#bytes) return this.#url;
    this.revoke();
    this.#bytes = bytes;
    this.#url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
    return this.#url;
  }

  /** Lets go of the bytes. */
  revoke(): void {
    if (this.#url !== undefined) URL.revokeObjectURL(this.#url);
    this.#url = undefined;
    this.#bytes = undefined;
  }
}
