import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findIn, FoldedText, foldQuery, locateMatches } from '../../../src/document/text/searchable-text.ts';

function folded(...lines: string[]): string {
  const text = new FoldedText();
  for (const str of lines) text.add({ str, hasEOL: true });
  return text.text.trim();
}

describe('words as they are searched', () => {
  it('have neither case nor accents nor ligatures nor odd spaces', () => {
    assert.equal(folded('LOCAÇÃO  de\u00A0imóvel'), 'locacao de imovel');
    assert.equal(folded('of\uFB01ce, co\u00ADoperate'), 'office, cooperate');
    assert.equal(foldQuery('  Ação '), 'acao');
    assert.equal(folded('ΟΔΟΣ'), folded('οδος'));
  });

  it('go on over the end of a line, also in the middle of a word', () => {
    assert.equal(folded('the con-', 'tract ends'), 'the contract ends');
    assert.equal(folded('from 1-', '2 on'), 'from 1- 2 on');
    const letters = new FoldedText();
    for (const str of ['c', 'o', '-']) letters.add({ str, hasEOL: str === '-' });
    letters.add({ str: 'op', hasEOL: false });
    assert.equal(letters.text, 'coop');
  });

  it('are found without overlaps', () => {
    assert.deepEqual(findIn('aaaa', 'aa'), [0, 2]);
    assert.deepEqual(findIn('abc', ''), []);
  });
});

describe('where found words lie', () => {
  const runs = [
    { str: 'A Locac\u0327a\u0303o é ', hasEOL: false },
    { str: '\u{1D400}nnual: con-', hasEOL: true },
    { str: 'tract', hasEOL: false },
  ];
  const found = (query: string): string[] =>
    locateMatches(runs, foldQuery(query)).map(({ start, end }) =>
      [start.run, start.offset, end.run, end.offset].join(' '),
    );

  it('is told by run and letter, marks included', () => {
    assert.deepEqual(found('locacao'), ['0 2 0 11']);
    assert.deepEqual(found('é'), ['0 12 0 13']);
  });

  it('is told across runs, lines and letters of two units', () => {
    assert.deepEqual(found('annual'), ['1 0 1 7']);
    assert.deepEqual(found('contract'), ['1 9 2 5']);
    assert.deepEqual(found('o e annual'), ['0 10 1 7']);
  });
});
