import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { en } from '../../src/i18n/messages/en/later-screens.ts';
import { es } from '../../src/i18n/messages/es/later-screens.ts';
import { ptBR } from '../../src/i18n/messages/pt-BR/later-screens.ts';
import { repositoryRoot } from '../support/repository.ts';
import { LOCALES } from '../support/translators.ts';

const BATCH = { 'pt-BR': ptBR.batch, en: en.batch, es: es.batch } as const;

/** The cells of each language's row, in the section of docs/consent-texts.md with this version. */
function rowsOf(page: string, version: string): Readonly<Record<string, readonly string[]>> {
  const [, section = ''] = page.split(new RegExp(`^#{2,3} ${version}$`, 'm'));
  const [own = ''] = section.split(/^#/m);
  const rows = own.split('\n').filter(line => line.startsWith('| '));
  const cells = rows.map(row =>
    row
      .split('|')
      .map(cell => cell.trim())
      .filter(Boolean),
  );
  return Object.fromEntries(cells.map(([language = '', ...texts]) => [language, texts]));
}

/** The version that a screen sends. */
async function versionIn(file: string, stem: string): Promise<string> {
  const source = await readFile(`${repositoryRoot}/src/screens/${file}`, 'utf8');
  return new RegExp(`'(${stem}-\\d+)'`).exec(source)?.[1] ?? '';
}

describe('docs/consent-texts.md', async () => {
  const page = await readFile(`${repositoryRoot}/docs/consent-texts.md`, 'utf8');
  const document = await versionIn('accept/accept-screen.ts', 'accept-document');
  const action = await versionIn('accept/accept-screen.ts', 'accept-action');
  const batch = await versionIn('batch/batch-screen.ts', 'accept-batch');

  for (const locale of ['pt-BR', 'en', 'es'] as const) {
    it(`has what the widget shows in ${locale}, by its version`, () => {
      const first = LOCALES[locale];
      assert.deepEqual(rowsOf(page, document)[locale], [
        first['accept.consent.document'],
        first['accept.consent.documentNoName'],
      ]);
      assert.deepEqual(rowsOf(page, action)[locale], [first['accept.consent.action']]);
      const { consent, consentNoName } = BATCH[locale];
      assert.deepEqual(rowsOf(page, batch)[locale], [consent, consentNoName]);
    });
  }

  it('keeps every version before', () => {
    for (const current of [document, action, batch]) {
      const [, stem, last] = /^(.+)-(\d+)$/.exec(current) ?? [];
      for (let version = 1; version <= Number(last); version++)
        assert.equal(Object.keys(rowsOf(page, `${stem}-${version}`)).length, 5, `${stem}-${version}`);
    }
  });
});
