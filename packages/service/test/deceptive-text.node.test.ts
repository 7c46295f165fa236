import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { nameDeceptionOf } from '../src/http/validation.ts';
import { openTestService, sessionRequest, type TestService } from './support/test-service.ts';

let service: TestService;
let token: string;
before(async () => {
  service = await openTestService();
  token = await service.token();
});
after(() => service.close());

const { document, signer } = Object(sessionRequest());
const REVERSED = /direction of the text/;
const MIXED = /Mixes Latin and Cyrillic letters in one word/;

describe('a session is refused, at the place, with', () => {
  const cases: readonly (readonly [
    what: string,
    changes: Record<string, unknown>,
    pointer: string,
    detail: RegExp,
  ])[] = [
    [
      'a name that runs backwards',
      { signer: { ...signer, name: 'Maria \u202Egnp.exe' } },
      '/signer/name',
      REVERSED,
    ],
    [
      'an isolate in a name',
      { signer: { ...signer, name: 'Maria \u2067x\u2069' } },
      '/signer/name',
      REVERSED,
    ],
    ['a name that nobody sees', { signer: { ...signer, name: '\u200B\u200B' } }, '/signer/name', /visible/],
    ['a name of fillers', { signer: { ...signer, name: '\u3164' } }, '/signer/name', /visible/],
    [
      'an invisible character in a name',
      { signer: { ...signer, name: 'Ma\u200Bria' } },
      '/signer/name',
      /invisible/,
    ],
    [
      'a Cyrillic letter in a Latin name',
      { signer: { ...signer, name: 'M\u0430ria' } },
      '/signer/name',
      MIXED,
    ],
    [
      'a file name that runs backwards',
      { document: { ...document, filename: 'contrato\u202Efdp.exe' } },
      '/document/filename',
      REVERSED,
    ],
    [
      'a file name of two alphabets',
      { document: { ...document, filename: 'c\u043Entrato.pdf' } },
      '/document/filename',
      MIXED,
    ],
    [
      'a company that looks like another',
      { appearance: { companyName: 'Ac\u043Ce' } },
      '/appearance/companyName',
      MIXED,
    ],
    [
      'a title that runs backwards',
      { appearance: { title: 'Sign \u202Enow' } },
      '/appearance/title',
      REVERSED,
    ],
    [
      'an owner that looks like another',
      { owner: { email: 'a@b.example', name: '\u0391cme' } },
      '/owner/name',
      /Latin and Greek/,
    ],
    [
      'an action that runs backwards',
      {
        purpose: 'ACTION_AUTHENTICATION',
        document: undefined,
        action: { type: 'pix', description: 'Pay \u202E01' },
      },
      '/action/description',
      REVERSED,
    ],
  ];
  for (const [what, changes, pointer, detail] of cases) {
    test(what, async () => {
      const json = sessionRequest(changes);
      const { status, body } = await service.call('/v1/signing-sessions', { as: token, json });
      assert.equal(status, 400, JSON.stringify(body));
      assert.deepEqual(
        body.errors.map((error: { pointer: string }) => error.pointer),
        [pointer],
      );
      assert.match(body.errors[0].detail, detail);
      assert.doesNotMatch(JSON.stringify(body), /[\u200B\u202E\u0430]/, 'without repeating it');
    });
  }
});

describe('an honest name', () => {
  for (const honest of [
    'João d’Ávila-Müller',
    'Иван Петров',
    'Иван Petrov',
    '山田 太郎',
    'محمد بن علی',
    'می\u200Cخواهم',
    'Ångström ﬁ',
    'Acme 3M & Cia. Ltda.',
    'contrato_договор.pdf',
    '👍',
  ])
    test(`passes: ${honest}`, () => assert.equal(nameDeceptionOf(honest), undefined));
});
