import { render } from 'lit';
import type { Locale } from '../../../../src/index.ts';
import { browserLocale } from '../hosted/notice.ts';
import { CheckError, FileChecker } from './check/file-checker.ts';
import { hashOf, type FileCheck } from './check/file-check.ts';
import { fullCheck } from './check/full-check.ts';
import { LANGUAGES } from './messages/messages.ts';
import {
  fetchDownloads,
  fetchEnvelope,
  fetchRecord,
  type EvidenceRecord,
  type RecordState,
} from './record.ts';
import { relationOf, type FileState } from './result.ts';
import { pageView, recordOf, titleOf, type PageActions, type PageState } from './views/page-view.ts';

/** A record that was found through one file says nothing of the next. */
const NO_RECORD = {
  record: { kind: 'none' },
  envelope: undefined,
  downloads: 'none',
} as const satisfies Partial<PageState>;

/** The page's state and the actions that change it. */
export class VerifierPage {
  readonly #place: HTMLElement;
  readonly #checker = new FileChecker();
  #state: PageState;
  /** The latest file; results of earlier ones are ignored. */
  #latest: Blob | undefined;
  /** Whether the address names an evidence, which each file is compared with. */
  #isAddressed = false;
  /** Settles when the record is loaded, or can't be. */
  #loading: Promise<unknown> = Promise.resolve();

  readonly #actions: PageActions = {
    chooseLocale: ({ target }) => {
      const locale = target instanceof HTMLSelectElement ? localeNamed(target.value) : undefined;
      if (locale !== undefined) this.#chooseLocale(locale);
    },
    prepare: () => this.#checker.prepare(),
    chooseFile: ({ target }) => {
      const file = target instanceof HTMLInputElement ? target.files?.[0] : undefined;
      if (target instanceof HTMLInputElement) target.value = '';
      if (file !== undefined) void this.check(file);
    },
    askFullCheck: () => void this.#askFullCheck(),
    askDownloads: event => {
      event.preventDefault();
      if (event.target instanceof HTMLFormElement) void this.#askDownloads(event.target);
    },
    print: () => print(),
  };

  /** @param place what the page is rendered into */
  constructor(place: HTMLElement) {
    this.#place = place;
    const chosen = localeNamed(new URL(location.href).searchParams.get('lang') ?? '');
    const locale = chosen ?? browserLocale();
    this.#state = { ...NO_RECORD, locale, file: { kind: 'none' } };
    this.#update({});
  }

  /** Shows the record of an evidence. */
  async load(evidenceId: string): Promise<void> {
    this.#isAddressed = true;
    this.#update({ record: { kind: 'loading' } });
    const loading = fetchRecord(evidenceId).then(record => this.#take(record));
    this.#loading = loading;
    await loading;
  }

  /** Shows a record, and loads what it refers to. */
  async #take(record: RecordState): Promise<void> {
    this.#update({ record });
    const { envelopeId } = recordOf({ record }) ?? {};
    if (envelopeId === undefined) return;
    const envelope = await fetchEnvelope(envelopeId);
    if (this.#state.record === record) this.#update({ envelope });
  }

  /** Checks a file on this device, and compares it with the record. */
  async check(file: Blob): Promise<void> {
    this.#latest = file;
    this.#checker.stop();
    this.#update({ ...(this.#isAddressed ? {} : NO_RECORD), file: { kind: 'checking' } });
    const state = await this.#checked(file);
    if (this.#latest !== file) return;
    this.#update({ file: state });
    this.#place.querySelector('h1')?.focus();
  }

  async #checked(file: Blob): Promise<FileState> {
    try {
      const check = await this.#checker.check(file);
      await this.#loading;
      if (!this.#isAddressed) await this.#findRecord(check, file);
      const record = recordOf(this.#state);
      const relation = relationOf(check, record, await holdsOriginal(file, record), this.#state.envelope);
      return { kind: 'checked', check, relation, file, fullCheck: 'none' };
    } catch (error) {
      return { kind: 'failed', reason: error instanceof CheckError ? error.reason : 'broken' };
    }
  }

  /** Loads the evidence that the file names. */
  async #findRecord(check: FileCheck, file: Blob): Promise<void> {
    if (this.#latest !== file || !('evidenceId' in check) || check.evidenceId === undefined) return;
    const record = await fetchRecord(check.evidenceId);
    if (record.kind === 'held' && this.#latest === file) await this.#take(record);
  }

  #chooseLocale(locale: Locale): void {
    const url = new URL(location.href);
    url.searchParams.set('lang', locale);
    history.replaceState(history.state, '', url);
    this.#update({ locale });
  }

  async #askFullCheck(): Promise<void> {
    const { file } = this.#state;
    const sent = this.#latest;
    if (file.kind !== 'checked' || file.fullCheck === 'running' || sent === undefined) return;
    this.#update({ file: { ...file, fullCheck: 'running' } });
    const check = await fullCheck(sent, file.check);
    if (this.#latest !== sent) return;
    this.#update({
      file: check === undefined ? { ...file, fullCheck: 'failed' } : { ...file, check, fullCheck: 'done' },
    });
  }

  async #askDownloads(form: HTMLFormElement): Promise<void> {
    const record = recordOf(this.#state);
    const typed = new FormData(form).get('credential');
    if (record === undefined || typeof typed !== 'string') return;
    form.reset();
    const downloads = await fetchDownloads(record.evidenceId, credentialIn(typed.trim()));
    if (recordOf(this.#state) === record) this.#update({ downloads });
  }

  #update(changes: Partial<PageState>): void {
    this.#state = { ...this.#state, ...changes };
    document.documentElement.lang = this.#state.locale;
    document.title = titleOf(this.#state);
    render(pageView(this.#state, this.#actions), this.#place);
  }
}

function localeNamed(name: string): Locale | undefined {
  return LANGUAGES.map(([locale]) => locale).find(locale => locale === name);
}

/** The secret in a signer's link, or the text itself. */
function credentialIn(typed: string): string {
  return (URL.canParse(typed) ? new URL(typed).searchParams.get('cs') : null) ?? typed;
}

/** Whether a file begins with the original document: what was signed later is appended to it. */
async function holdsOriginal(file: Blob, record: EvidenceRecord | undefined): Promise<boolean> {
  const { document, documentHash } = record ?? {};
  if (document === undefined || document === null || file.size <= document.sizeBytes) return false;
  return documentHash === (await hashOf(await file.slice(0, document.sizeBytes).arrayBuffer()));
}
