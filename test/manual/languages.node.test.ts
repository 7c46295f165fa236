import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { withIncludes } from '../../build/manual/twins.ts';
import { repositoryRoot } from '../support/repository.ts';
import { codeBlocksOf, headingsOf, manualPages, type ManualPage } from './pages.ts';

/** Pages that say less in Portuguese than in English. */
const ABRIDGED = new Set([
  'checklist.md',
  'concepts.md',
  'index.md',
  'showing.md',
  'start.md',
  'verification.md',
]);

const whole = ({ place, text }: ManualPage): Promise<string> =>
  withIncludes(text, path.join(repositoryRoot, 'docs', place));

/** A page's headings by levels and anchors, so that a link to one works in both languages; titles have no links to them. */
const headings = (text: string) =>
  headingsOf(text).map(({ level, anchor }) => (level === 1 ? '#' : `${level} ${anchor}`));

/** What stands as code in the first column of tables. */
const firstCells = (text: string): string[] =>
  Array.from(text.matchAll(/^\|((?:[^|\\]|\\.)*)\|/gm), ([, cell = '']) => cell).flatMap(cell =>
    Array.from(cell.matchAll(/`([^`]+)`/g), ([, code = '']) => code),
  );

/** Code without its comments. */
const withoutComments = (code: string): string =>
  code.replaceAll(/(?<=^|\s)(?:\/\/|#) .*$/gm, '').replaceAll(/\s*\n\s*/g, '\n');

const code = (text: string): string[] => codeBlocksOf(text).map(withoutComments);

describe('a page of the manual in Portuguese', () => {
  const pages = manualPages();

  for (const { place } of pages.values()) {
    const portuguese = pages.get(`pt/${place}`);
    const english = pages.get(place);
    if (portuguese === undefined || english === undefined || ABRIDGED.has(place)) continue;

    it(`pt/${place} has the headings, the names and the code of ${place}`, async () => {
      const [there, here] = await Promise.all([whole(english), whole(portuguese)]);
      assert.deepEqual(headings(here), headings(there));
      assert.deepEqual(firstCells(here), firstCells(there));
      assert.deepEqual(code(here), code(there));
    });
  }

  it('is where the switch of languages leads to, and back', () => {
    const both = [...pages.keys()].filter(place => pages.has(`pt/${place}`));
    assert.deepEqual(
      both.map(place => `pt/${place}`),
      [...pages.keys()].filter(place => place.startsWith('pt/')),
    );
  });
});
