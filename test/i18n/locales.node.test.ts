import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matchLocale } from '../../src/i18n/locales.ts';
import { LOCALES, LATER_SCREENS, translatorFor } from '../support/translators.ts';

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();

describe('the locales', () => {
  for (const [locale, messages] of Object.entries(LOCALES)) {
    it(`${locale} has the keys of English, with the same values to fill in, and no empty text`, () => {
      assert.deepEqual(Object.keys(messages).toSorted(), Object.keys(LOCALES.en).toSorted());
      for (const [key, text] of Object.entries(messages)) {
        const english: unknown = Reflect.get(LOCALES.en, key);
        assert.deepEqual(placeholders(text), placeholders(String(english)), key);
        assert.notEqual(text.trim(), '', key);
      }
    });
  }

  it('are chosen by language, the first that we have', () => {
    assert.equal(matchLocale(['pt']), 'pt-BR');
    assert.equal(matchLocale(['pt-PT']), 'pt-BR');
    assert.equal(matchLocale(['ES-ar']), 'es');
    assert.equal(matchLocale([undefined, null, 'ja', 'es']), 'es');
    assert.equal(matchLocale(['ja']), 'en');
  });
});

describe('the messages of the screens that load later', () => {
  for (const [screen, catalogue] of LATER_SCREENS) {
    it(`${screen}: all locales have the same keys and values, and no empty text`, async () => {
      const words = await catalogue.load('en');
      for (const locale of ['pt-BR', 'es', 'en'] as const) {
        const texts = Object.entries<string>(await catalogue.load(locale));
        assert.deepEqual(texts.map(([key]) => key).toSorted(), Object.keys(words).toSorted());
        for (const [key, text] of texts) {
          const english: unknown = Reflect.get(words, key);
          assert.deepEqual(placeholders(text), placeholders(String(english)), key);
          assert.notEqual(text.trim(), '', key);
        }
      }
    });
  }
});

describe('a translator', () => {
  it('fills in values and chooses the plural form', () => {
    const { t, plural } = translatorFor('pt-BR');
    assert.equal(t('frame.step', { step: 2, steps: 4 }), 'Etapa 2 de 4');
    assert.equal(plural('accept.pages', 1), '1 página');
    assert.equal(plural('accept.pages', 1200), '1.200 páginas');
  });

  it('writes dates in its language', () => {
    assert.match(translatorFor('es').dateTime(Date.UTC(2026, 10, 20, 12)), /20 de noviembre de 2026/);
  });
});
