import assert from 'node:assert/strict';
import { test } from 'node:test';

/** Counts the formatters that are made, which take most of a translator's time. */
function countFormatters(): () => number {
  let made = 0;
  for (const name of ['PluralRules', 'NumberFormat', 'DateTimeFormat'] as const) {
    const counting = new Proxy(Intl[name], {
      construct(target, parameters) {
        made += 1;
        const formatter: object = Reflect.construct(target, parameters);
        return formatter;
      },
    });
    Object.assign(Intl, { [name]: counting });
  }
  return () => made;
}

void test('makes formatters when they are first needed, once a locale', async () => {
  const made = countFormatters();
  const { translatorFor } = await import('../../src/i18n/translator.ts');
  const texts = { 'pages.one': '{n} page', 'pages.other': '{n} pages' };
  const translators = Array.from({ length: 10 }, () => translatorFor('pt-BR', texts));
  assert.equal(made(), 0);
  assert.equal(translators[0]?.plural('pages', 3), '3 pages');
  assert.equal(made(), 1, 'a small number needs none of its own');
  for (const translator of translators) assert.equal(translator.plural('pages', 1200), '1.200 pages');
  assert.equal(made(), 2);
  assert.match(translators[0]?.dateTime(Date.UTC(2026, 10, 20, 12)) ?? '', /20 de novembro de 2026/);
  assert.equal(made(), 3);
});

void test('writes the time of day as the locale does', async () => {
  const { translatorFor } = await import('../../src/i18n/translator.ts');
  for (let hour = 0; hour < 24; hour += 1) {
    const at = new Date(2026, 10, 20, hour, 5).getTime();
    for (const locale of ['en', 'pt-BR', 'es'] as const) {
      const exact = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(at);
      // Spanish writes 9:05 and 09:05.
      const expected = locale === 'es' ? exact.padStart(5, '0') : exact.replace(/\s/, ' ');
      assert.equal(translatorFor(locale, {}).time(at), expected);
    }
  }
});
