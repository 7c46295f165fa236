import { html, type TemplateResult } from 'lit';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import type { Translator } from '../../i18n/translator.ts';
import type { BatchDocument, BatchDocuments } from '../../session/batch-documents.ts';

/** The documents in order: title, pages, and what was seen of each. Each opens by its button. */
export function documentList(
  { all, shown }: BatchDocuments,
  messages: LaterTranslator<'batch'>,
  translator: Translator,
  open: (index: number) => void,
): TemplateResult {
  return html`<ol class="documents" aria-label=${messages.t('list')}>
    ${all.map(
      (document, index) =>
        html`<li>
          <button
            type="button"
            aria-current=${shown?.index === index ? 'true' : 'false'}
            @click=${() => open(index)}
          >
            <span class="title">${index + 1}. ${document.title}</span>
            <span class="state secondary-text ${document.seen === undefined ? '' : 'seen'}"
              >${stateOf(document, messages, translator)}</span
            >
          </button>
        </li>`,
    )}
  </ol>`;
}

function stateOf(
  { pages, seen, check }: BatchDocument,
  messages: LaterTranslator<'batch'>,
  translator: Translator,
): string {
  const count = seen?.pages ?? pages;
  const length = count === undefined ? [] : [translator.plural('accept.pages', count)];
  if (check === 'mismatch' || check === 'unreachable')
    return [...length, messages.t('state.failed')].join(' · ');
  if (seen === undefined) return [...length, messages.t('state.unseen')].join(' · ');
  return messages.t('state.seen', { viewed: seen.pagesViewed, pages: seen.pages });
}
