import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../../../../../src/index.ts';
import { LANGUAGES, VERIFY_MESSAGES } from '../messages/messages.ts';
import type { VerifyMessages } from '../messages/message-types.ts';
import type { Downloads, EnvelopeRecord, EvidenceRecord, RecordState } from '../record.ts';
import { isAction, isTestFile, resultOf, type FileState } from '../result.ts';
import { fileView } from './file-view.ts';
import { actionView, recordView, stepsView } from './record-view.ts';
import { isAboutRecord, resultView, testBanner, whoAndWhen } from './result-view.ts';

/** The state of the page. */
export interface PageState {
  readonly locale: Locale;
  readonly record: RecordState;
  readonly envelope: EnvelopeRecord | undefined;
  readonly file: FileState;
  readonly downloads: Downloads | 'none' | 'refused' | 'unanswered';
}

/** The reader's actions. */
export interface PageActions {
  readonly chooseLocale: (event: Event) => void;
  /** The reader is about to select a file. */
  readonly prepare: () => void;
  readonly chooseFile: (event: Event) => void;
  readonly askFullCheck: () => void;
  readonly askDownloads: (event: SubmitEvent) => void;
  readonly print: () => void;
}

export function recordOf({ record }: Pick<PageState, 'record'>): EvidenceRecord | undefined {
  return record.kind === 'held' ? record.record : undefined;
}

/** The title of the page, in its header and for the browser's tab. */
export function titleOf(state: PageState): string {
  const record = recordOf(state);
  const m = VERIFY_MESSAGES[state.locale];
  return record !== undefined && isAction(record) ? m.titleAction : m.titleSignature;
}

export function pageView(state: PageState, actions: PageActions): TemplateResult {
  const { locale, file, envelope } = state;
  const m = VERIFY_MESSAGES[locale];
  const record = recordOf(state);
  const result = resultOf(state.record, file);
  const known = { record, envelope, isTestFile: record === undefined && isTestFile(file) };
  const isSaid = record === undefined || isAboutRecord(result);
  const summary = isSaid ? undefined : whoAndWhen(record, m, locale);
  return html`${headerView(state, actions)}
    <main>
      ${resultView(result, known, { m, locale })} ${testBanner(known, m)}
      ${file.kind === 'checked' || state.record.kind === 'loading' ? nothing : dropView(state, actions)}
      <div class="cards">
        ${record === undefined ? nothing : actionView(record, m)}
        ${file.kind === 'checked' ? fileView(file, actions.askFullCheck, { m, locale, record }) : nothing}
        ${record === undefined ? nothing : stepsView(record, envelope, summary, { m, locale })}
        ${record === undefined ? nothing : recordView(record, m)}
      </div>
      ${file.kind === 'checked' ? dropView(state, actions) : nothing}
      ${record === undefined ? nothing : footerView(state, actions)}
    </main>`;
}

/** A space that takes a line. */
const NOTHING = '\u00a0';

function headerView(state: PageState, { chooseLocale }: PageActions): TemplateResult {
  const m = VERIFY_MESSAGES[state.locale];
  // While the record loads there are two lines of nothing, so that nothing moves when the names come.
  const isLoading = state.record.kind === 'loading';
  const brand = isLoading ? NOTHING : recordOf(state)?.tenantName;
  // Until there is a result, the heading has the same text.
  const isHeading = state.file.kind === 'none' && ['none', 'loading'].includes(state.record.kind);
  return html`<header>
    ${brand === undefined ? nothing : html`<b class="brand">${brand}</b>`}
    <span class=${isLoading ? 'unseen' : 'quiet'}>${isHeading && !isLoading ? '' : titleOf(state)}</span>
    <label>
      <span class="sr">${m.language}</span>
      <select @change=${chooseLocale}>
        ${LANGUAGES.map(
          ([value, name]) =>
            html`<option value=${value} lang=${value} ?selected=${value === state.locale}>${name}</option>`,
        )}
      </select>
    </label>
  </header>`;
}

function dropView(state: PageState, { prepare, chooseFile }: PageActions): TemplateResult {
  const m = VERIFY_MESSAGES[state.locale];
  return html`<label class="drop" @pointerenter=${prepare} @focusin=${prepare}>
    <input
      type="file"
      class="sr"
      accept=".pdf,.p7m,application/pdf,application/pkcs7-mime"
      aria-describedby="drop-privacy"
      @change=${chooseFile}
    />
    <b>${dropText(state, m)}</b>
    <span class="quiet" id="drop-privacy">${m.dropPrivacy}</span>
  </label>`;
}

function dropText(state: PageState, m: VerifyMessages): string {
  const record = recordOf(state);
  if (state.file.kind !== 'none') return m.dropAnother;
  if (record === undefined) return m.dropAny;
  return isAction(record) ? m.dropPack : m.drop;
}

function footerView(state: PageState, actions: PageActions): TemplateResult {
  const m = VERIFY_MESSAGES[state.locale];
  const json = state.record.kind === 'held' ? JSON.stringify(state.record.record, null, 2) : '';
  return html`<footer>
    <details>
      <summary>${m.downloads}</summary>
      ${downloadsView(state, actions)}
    </details>
    <details>
      <summary>${m.technical}</summary>
      <pre tabindex="0">${json}</pre>
    </details>
    <button type="button" class="link" @click=${actions.print}>${m.print}</button>
  </footer>`;
}

const FILES = ['finalPdf', 'originalDocument', 'evidencePage', 'evidencePack'] as const;

function downloadsView({ downloads, locale }: PageState, { askDownloads }: PageActions): TemplateResult {
  const m = VERIFY_MESSAGES[locale];
  if (typeof downloads === 'object') {
    return html`<ul class="files" role="status">
      ${FILES.map(name => {
        const found = downloads[name];
        if (found === null || found === undefined) return nothing;
        return html`<li><a href=${found.url} download=${found.filename}>${m.download[name]}</a></li>`;
      })}
    </ul>`;
  }
  const problem = { none: '', refused: m.downloadsNone, unanswered: m.downloadsFailed }[downloads];
  return html`<form @submit=${askDownloads}>
    <p class="quiet" id="downloads-who">${m.downloadsWho}</p>
    <label>
      ${m.downloadsField}
      <input
        name="credential"
        required
        autocomplete="off"
        spellcheck="false"
        aria-describedby="downloads-who"
      />
    </label>
    <button type="submit">${m.downloadsAsk}</button>
    <p role="alert">${problem}</p>
  </form>`;
}
