import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DOCUMENT_WARNINGS } from '../../src/document/checks/warnings.ts';
import { en } from '../../src/document/messages/en.ts';
import { es } from '../../src/document/messages/es.ts';
import { ptBR } from '../../src/document/messages/pt-BR.ts';
import { VIEWER_MESSAGES } from '../../src/document/messages/viewer-messages.ts';

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();

describe('the words of the document’s viewer', () => {
  for (const [locale, words] of [
    ['en', en],
    ['es', es],
    ['pt-BR', ptBR],
  ] as const) {
    it(`${locale} has the keys of English, with the same values to fill in, and no empty text`, async () => {
      assert.deepEqual(Object.keys(words).toSorted(), Object.keys(en).toSorted());
      for (const [key, text] of Object.entries(words)) {
        assert.deepEqual(placeholders(text), placeholders(String(Reflect.get(en, key))), key);
        assert.notEqual(text.trim(), '', key);
      }
      assert.equal(await VIEWER_MESSAGES.load(locale), words);
    });

    it(`${locale} has words of its own for each problem and each notice`, () => {
      const own = Object.entries(words).filter(([key]) => /^(problem|warnings)\./.test(key));
      assert.equal(new Set(own.map(([, text]) => text)).size, own.length);
      for (const notice of DOCUMENT_WARNINGS) assert.ok(words[`warnings.${notice}`]);
    });
  }

  it('are all translated', () => {
    // What is the same in two languages because it has to be.
    const same = ['tools.zoomLevel', 'tools.zoomSaid', 'find.count'];
    for (const words of [es, ptBR]) {
      const copied = Object.entries(words).filter(([key, text]) => text === Reflect.get(en, key));
      assert.deepEqual(
        copied.map(([key]) => key).filter(key => !same.includes(key)),
        [],
      );
    }
  });
});
