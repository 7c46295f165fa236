import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { BRIDGE_PAGE_MESSAGES } from '../../packages/service/pages/token-bridge/messages.ts';
import { VERIFY_MESSAGES } from '../../packages/service/pages/verifier/messages/messages.ts';
import { EVIDENCE_MESSAGES } from '../../packages/service/src/pdf/evidence-messages.ts';
import { VIEWER_MESSAGES } from '../../src/document/messages/viewer-messages.ts';
import { LOCALES as LOCALE_TAGS, type Locale } from '../../src/i18n/locales.ts';
import { repositoryRoot } from '../support/repository.ts';
import { LATER_SCREENS, LOCALES } from '../support/translators.ts';

const GLOSSARY = readFileSync(path.join(repositoryRoot, 'docs/words.md'), 'utf8');

/** A sentence has fewer than 18 words. */
const MOST_WORDS = 17;

/** What a session without a signature must not speak of; `confirm` is no signature. */
const SIGNATURE: Readonly<Record<Locale, RegExp>> = {
  'pt-BR': /assin/i,
  en: /\bsign(?:s|ed|er|ing|ature|atures)?\b/i,
  es: /(?<!con)firm/i,
};

/** The evidence calls the liveness check by its technical name, and its readers have a file from somebody, not a link. */
const ALLOWED_IN_EVIDENCE = [
  'prova',
  'liveness',
  'quem o enviou',
  'quem pediu',
  'sender',
  'requester',
  'quien lo envió',
];

/** A hyphen at which a line would break inside a Portuguese verb, as in “assiná-lo”; U+2011 would not break. */
const ENCLITIC = /\p{L}-(?:[lnm]?[oa]s?|lhes?|me|te|se|nos|vos)(?!\p{L})/iu;

/** Every text of a locale, by screen and key. */
async function textsOf(locale: Locale): Promise<[string, string][]> {
  const later = LATER_SCREENS.map(async ([screen, catalogue]) =>
    Object.entries<string>(await catalogue.load(locale)).map(([key, text]): [string, string] => [
      `${screen} ${key}`,
      text,
    ]),
  );
  return [
    ...Object.entries<string>(LOCALES[locale]),
    ...(await Promise.all(later)).flat(),
    ...Object.entries<string>(await VIEWER_MESSAGES.load(locale)),
    ...textsIn(BRIDGE_PAGE_MESSAGES[locale], 'page about tokens'),
  ];
}

/** The terms of the last column of a locale's table. */
function bannedTerms(locale: Locale): string[] {
  const section = GLOSSARY.split(/^## /m).find(part => part.startsWith(`${locale}\n`)) ?? '';
  return section
    .split('\n')
    .filter(line => line.startsWith('|'))
    .flatMap(row => [...(row.split('|')[3] ?? '').matchAll(/`([^`]+)`/g)].map(([, term = '']) => term));
}

/** Has the text this term, or its plural, as whole words? */
function says(text: string, term: string): boolean {
  return new RegExp(`(?<!\\p{L})${term.replaceAll(' ', '\\s+')}(?:e?s)?(?!\\p{L})`, 'iu').test(text);
}

/** Sentences end at a full stop, question mark, exclamation mark or ellipsis before a space. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?…])\s+/);
}

/** Words are what has a letter or a digit between spaces; a value to fill in counts as one. */
function wordsIn(sentence: string): number {
  return sentence.split(/\s+/).filter(part => /[\p{L}\p{N}]/u.test(part)).length;
}

/** The texts of the evidence page and the verifier, inside each other; functions get a name for each value. */
function textsIn(value: unknown, key: string): [string, string][] {
  if (typeof value === 'string') return [[key, value]];
  if (typeof value === 'function')
    return textsIn(value(...Array.from({ length: value.length }, () => 'N')), key);
  return Object.entries(Object(value)).flatMap(([name, inner]) => textsIn(inner, `${key}.${name}`));
}

/** Asserts that no text of the locale has a fault. @param faultOf returns the fault, or undefined */
async function assertNone(
  locale: Locale,
  faultOf: (text: string, key: string) => string | undefined,
): Promise<void> {
  const faults = (await textsOf(locale)).flatMap(([key, text]) => {
    const fault = faultOf(text, key);
    return fault === undefined ? [] : [`${key}: ${fault}: ${text}`];
  });
  assert.deepEqual(faults, []);
}

describe('the checks of words', () => {
  it('find a term as whole words, also in the plural', () => {
    assert.ok(says('Os dispositivos', 'dispositivo'));
    assert.ok(says('Peça a quem o enviou.', 'quem o enviou'));
    assert.ok(!says('Compasso', 'passo'));
  });

  it('count the words of each sentence', () => {
    assert.deepEqual(sentencesOf('Um .pfx ou .p12; só isso. E {n} › mais?').map(wordsIn), [6, 3]);
  });

  it('find a hyphen in a verb, but not in other words', () => {
    for (const verb of ['assiná-lo', 'Digite-a', 'afaste-se', 'recusá-las', 'enviar-lhe'])
      assert.match(verb, ENCLITIC);
    for (const word of ['assiná\u2011lo', 'e-mail', 'ICP-Brasil', 'SHA-256'])
      assert.doesNotMatch(word, ENCLITIC);
  });
});

for (const locale of LOCALE_TAGS) {
  describe(`the texts in ${locale}`, () => {
    it('keep to the terms of the glossary', async () => {
      const terms = bannedTerms(locale);
      assert.ok(terms.length > 20, 'the glossary has a table for this locale');
      await assertNone(locale, text => terms.find(term => says(text, term)));
    });

    it('on the evidence page and in the verifier keep to them, too', () => {
      const texts = textsIn([EVIDENCE_MESSAGES[locale], VERIFY_MESSAGES[locale]], locale);
      assert.ok(texts.length > 150);
      const said = texts.flatMap(([key, text]) => {
        const terms = bannedTerms(locale).filter(each => !ALLOWED_IN_EVIDENCE.includes(each));
        const term = terms.find(each => says(text, each));
        return term === undefined ? [] : [`${key}: ${term}: ${text}`];
      });
      assert.deepEqual(said, []);
    });

    it(`have no sentence of more than ${MOST_WORDS} words`, () =>
      assertNone(locale, text => sentencesOf(text).find(sentence => wordsIn(sentence) > MOST_WORDS)));

    it('do not speak of a signature where an action is confirmed', () =>
      assertNone(locale, (text, key) =>
        key.includes('.action') ? SIGNATURE[locale].exec(text)?.[0] : undefined,
      ));

    it('have typographic quotation marks and ellipses', () =>
      assertNone(locale, text => /['"]|\.\.\./.exec(text)?.[0]));

    it('do not break between “CPF” or “CNPJ” and its number', () =>
      assertNone(locale, text => /C(?:PF|NPJ) [{\d]/.exec(text)?.[0]));

    it('do not break at the hyphen of a verb', () => assertNone(locale, text => ENCLITIC.exec(text)?.[0]));
  });
}
