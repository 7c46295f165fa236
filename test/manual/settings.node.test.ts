import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { format, resolveConfig } from 'prettier';
import { settingTables } from '../../build/manual/settings.ts';
import { repositoryRoot } from '../support/repository.ts';

/** Between these two the page is made of the rows by which the service reads its settings. */
const [BEGIN, END] = ['<!-- settings -->', '<!-- /settings -->'];

const PAGES = { en: 'docs/operating/settings.md', pt: 'docs/pt/operating/settings.md' } as const;

describe('the page about settings', () => {
  for (const language of ['en', 'pt'] as const) {
    it(`has every setting, as the service reads it: ${PAGES[language]}`, async () => {
      const file = path.join(repositoryRoot, PAGES[language]);
      const page = readFileSync(file, 'utf8');
      const [before, rest = ''] = page.split(BEGIN);
      const after = rest.split(END)[1];
      assert.ok(after !== undefined, `${BEGIN} … ${END} is missing`);
      const made = await format(`${before}${BEGIN}\n\n${settingTables(language)}\n\n${END}${after}`, {
        ...(await resolveConfig(file)),
        parser: 'markdown',
      });
      if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, made);
      else assert.equal(page, made, 'UPDATE_GOLDEN=1 npm run test:node -- manual/settings writes it');
    });
  }
});
