import { html, type TemplateResult } from 'lit';
import type {
  DocumentShownEvent,
  DocumentViewedEvent,
  DocumentWarningsEvent,
} from '../../document/controller/events.ts';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import type { Translator } from '../../i18n/translator.ts';
import type { BatchDocuments } from '../../session/batch-documents.ts';

/** What the reader takes from its screen. */
export interface ReaderParts {
  readonly messages: LaterTranslator<'batch'>;
  readonly translator: Translator;
  readonly assetsUrl: string | undefined;
}

/**
 * The document of the list that is shown, with the ways to the others; without one a place for it.
 *
 * @param open shows another one; undefined: none.
 */
export function documentReader(
  documents: BatchDocuments,
  { messages, translator, assetsUrl }: ReaderParts,
  open: (index: number | undefined) => void,
): TemplateResult {
  const { shown, all } = documents;
  const document = shown && all[shown.index];
  if (shown === undefined || document === undefined)
    return html`<div class="reader empty">
      <p class="secondary-text">${messages.t('choose')}</p>
    </div>`;
  const { index, load } = shown;
  const step = (to: number, key: 'previous' | 'next') =>
    html`<button
      class="button secondary"
      type="button"
      aria-disabled=${String(all[to] === undefined)}
      @click=${() => all[to] && open(to)}
    >
      ${messages.t(key)}
    </button>`;
  return html`<section class="reader" aria-labelledby="shown">
    <div class="reader-head">
      <h3 id="shown" tabindex="-1">
        <span class="secondary-text">${messages.t('place', { n: index + 1, all: all.length })}</span>
        ${document.title}
      </h3>
      <button class="button secondary back" type="button" @click=${() => open(undefined)}>
        ${messages.t('back')}
      </button>
      ${step(index - 1, 'previous')} ${step(index + 1, 'next')}
    </div>
    <div class="pane">
      <sign-session-document
        .load=${load}
        .filename=${`${document.title}.pdf`}
        .facts=${document}
        .translator=${translator}
        .assetsUrl=${assetsUrl}
        @document-shown=${({ pages }: DocumentShownEvent) => documents.note({ pages })}
        @document-viewed=${({ pages }: DocumentViewedEvent) => documents.note({ pagesViewed: pages.size })}
        @document-warnings=${({ warnings }: DocumentWarningsEvent) => documents.note({ notices: warnings })}
        @document-retry=${() => documents.show(documents.shown?.index)}
      ></sign-session-document>
    </div>
  </section>`;
}
