import { html, nothing, type TemplateResult } from 'lit';
import type { Translator } from '../i18n/translator.ts';

/** In the place of the toolbar, while the document is on its way. */
export function openingBar(translator: Translator): TemplateResult {
  return html`<div class="bar">
    <p class="opening" role="status">${translator.text('document.opening')}</p>
  </div>`;
}

/** White paper with grey lines, in the place of the first page. */
export function blankSheet(): TemplateResult {
  return html`<div class="sheet skeleton pending"></div>`;
}

/** A long wait gets a sentence, and a way out where there is one. */
export function stillOpening(translator: Translator, retry: (() => void) | undefined): TemplateResult {
  return html`<div class="slow">
    <p role="status">${translator.text('document.openingSlow')}</p>
    ${
      retry === undefined
        ? nothing
        : html`<button class="button secondary retry" type="button" @click=${retry}>
            ${translator.text('action.retry')}
          </button>`
    }
  </div>`;
}
