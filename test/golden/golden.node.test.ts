import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { en as documentEn } from '../../src/document/messages/en.ts';
import { es as documentEs } from '../../src/document/messages/es.ts';
import { ptBR as documentPtBR } from '../../src/document/messages/pt-BR.ts';
import { en as firstEn } from '../../src/i18n/messages/en/first-screens.ts';
import { en as laterEn } from '../../src/i18n/messages/en/later-screens.ts';
import { es as firstEs } from '../../src/i18n/messages/es/first-screens.ts';
import { es as laterEs } from '../../src/i18n/messages/es/later-screens.ts';
import { ptBR as firstPtBR } from '../../src/i18n/messages/pt-BR/first-screens.ts';
import { ptBR as laterPtBR } from '../../src/i18n/messages/pt-BR/later-screens.ts';
import { isReplaceable } from '../../src/i18n/overrides.ts';
import { en as outcomeEn } from '../../src/screens/outcome/messages/en.ts';
import { es as outcomeEs } from '../../src/screens/outcome/messages/es.ts';
import { ptBR as outcomePtBR } from '../../src/screens/outcome/messages/pt-BR.ts';
import { SignSession } from '../../src/pure.ts';
import { assertGolden } from './assert-golden.ts';
import { elementContract, otherEntries, publicApi } from './public-api.ts';

/** Every message of a locale: those of the first screens, of the screens that load later, and of the document. */
const MESSAGES = {
  en: { first: firstEn, later: laterEn, document: documentEn, outcome: outcomeEn },
  es: { first: firstEs, later: laterEs, document: documentEs, outcome: outcomeEs },
  'pt-BR': { first: firstPtBR, later: laterPtBR, document: documentPtBR, outcome: outcomePtBR },
};

/** The paths of all texts, sorted: `first/accept.next`, `later/otp/heading` … */
function keysOf(messages: object, prefix = ''): string[] {
  return Object.entries(messages)
    .flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null ? keysOf(value, `${prefix}${key}/`) : `${prefix}${key}`,
    )
    .toSorted();
}

describe('the message keys', () => {
  for (const locale of ['en', 'es', 'pt-BR'] as const) {
    it(`are in ${locale} those of message-keys.txt`, async () => {
      await assertGolden('message-keys.txt', `${keysOf(MESSAGES[locale]).join('\n')}\n`);
    });
  }
});

describe('the texts that a page may replace', () => {
  it('are those of replaceable-texts.txt, and none that binds the signer, warns or reports', async () => {
    const first = Object.keys(firstEn);
    const later = Object.entries<object>({ ...laterEn, viewer: documentEn }).flatMap(([part, texts]) =>
      Object.keys(texts).map(key => `${part}.${key}`),
    );
    const replaceable = [...first, ...later].filter(isReplaceable);
    await assertGolden('replaceable-texts.txt', `${replaceable.toSorted().join('\n')}\n`);
    for (const name of replaceable)
      assert.doesNotMatch(
        name,
        /problem|submit|decline|warning|digest|unsafe|outcome|facts|consent|mismatch|sandbox|hash|error/i,
      );
  });
});

describe('the public API', () => {
  it('is that of public-api.d.ts', async () => {
    await assertGolden('public-api.d.ts', await publicApi());
  });

  it('is, without the element, that of other-entries.d.ts', async () => {
    await assertGolden('other-entries.d.ts', await otherEntries());
  });

  it('has every attribute in the element’s doc block', async () => {
    const documented = (await elementContract())
      .filter(line => line.startsWith('@attr '))
      .map(line => line.split(' ').at(-1));
    assert.deepEqual(documented.toSorted(), SignSession.observedAttributes.toSorted());
  });
});
