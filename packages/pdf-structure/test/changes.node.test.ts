import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changesAfter } from './changes.ts';
import {
  basePdf,
  CONTENT,
  objectIn,
  OTHER_CONTENT,
  PAGE,
  signatureObjects,
  signatureValue,
  signed,
  stream,
  withUpdate,
  type Bytes,
  type Objects,
} from './update-files.ts';

const LOOK = stream(
  '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F1 3 0 R >> >>',
  'BT ET',
);
const TEXT = `<< /Type /Annot /Subtype /Widget /FT /Tx /T (Preco) /V (100) /DA (/Helv 0 Tf 0 g) /Rect [0 0 9 9] /P ${PAGE} 0 R >>`;
const EMPTY = `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Vazio) /Rect [5 5 50 50] /P ${PAGE} 0 R >>`;
/** 10: a text field, 11: an empty signature field, 12: the form, 13: metadata, 14: validation data. */
const BASE = basePdf(
  '/Annots [10 0 R 11 0 R] /Group 77 0 R',
  '/AcroForm 12 0 R /Metadata 13 0 R /DSS << /Certs [14 0 R] >>',
  [
    TEXT,
    EMPTY,
    '<< /Fields [10 0 R 11 0 R] /DR << /Font << /F1 3 0 R >> >> >>',
    stream('/Type /Metadata', '<x/>'),
    stream('', 'DER'),
  ],
);
const of = (number: number): string => objectIn(BASE, number);
const more = (number: number, entries: string): Objects => ({
  [number]: of(number).replace(/>>\s*$/, `${entries} >>`),
});
const SIGNATURE = signatureObjects(BASE);
const FIELD = SIGNATURE[20] ?? '';
const signedWith = (objects: Objects): Objects => ({ ...SIGNATURE, ...objects });
const filled = (entries: string): Objects => ({
  10: TEXT.replace('(100)', '(900)').replace(/>>$/, `${entries} >>`),
});

const changes = async (objects: Objects, trailer = '') => {
  const [change, another] = await changesAfter(BASE, withUpdate(BASE, { objects, trailer }));
  assert.ok(change !== undefined && another === undefined);
  return change;
};

/** What is changed, the reason, and the objects. */
const REFUSED: readonly (readonly [string, string, Objects])[] = [
  ['a page’s content', 'object', { [CONTENT]: OTHER_CONTENT }],
  ['a font', 'object', { 3: '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>' }],
  ['the tree of pages', 'object', { 2: `<< /Type /Pages /Kids [${PAGE} 0 R ${PAGE} 0 R] /Count 2 >>` }],
  ['an object’s type', 'object', { 3: stream('/Type /Font', 'a') }],
  ['a page’s contents', 'page', { [PAGE]: of(PAGE).replace(`${CONTENT} 0 R`, '30 0 R'), 30: OTHER_CONTENT }],
  ['a page’s size', 'page', { [PAGE]: of(PAGE).replace('842', '100') }],
  ['a page’s rotation, as a real number', 'page', { [PAGE]: of(PAGE).replace('/Rotate 0', '/Rotate 0.0') }],
  ['a page’s actions', 'page', more(PAGE, '/AA << >>')],
  [
    'a comment',
    'annotation',
    {
      [PAGE]: of(PAGE).replace('11 0 R]', '11 0 R 30 0 R]'),
      30: '<< /Type /Annot /Subtype /Stamp /Rect [0 0 9 9] >>',
    },
  ],
  [
    'an annotation that is direct',
    'annotation',
    { [PAGE]: of(PAGE).replace('11 0 R]', '11 0 R << /Subtype /Stamp >>]') },
  ],
  ['an annotation’s order', 'list', { [PAGE]: of(PAGE).replace('10 0 R 11 0 R', '11 0 R 10 0 R') }],
  ['a removed annotation', 'list', { [PAGE]: of(PAGE).replace('10 0 R 11 0 R', '11 0 R') }],
  [
    'an annotation twice',
    'list',
    { [PAGE]: of(PAGE).replace('11 0 R]', '11 0 R 20 0 R 20 0 R]'), 20: FIELD, 21: SIGNATURE[21] ?? '' },
  ],
  [
    'a page that shows an earlier object',
    'moved',
    { [PAGE]: of(PAGE).replace('/Annots [10 0 R 11 0 R]', '/Annots 12 0 R') },
  ],
  ['the catalog’s actions', 'catalog', more(1, '/OpenAction << /S /JavaScript >>')],
  ['the catalog’s layers', 'catalog', more(1, '/OCProperties << >>')],
  ['the catalog’s permissions', 'catalog', more(1, '/Perms << >>')],
  ['the form’s scripts', 'form', { ...more(12, '/XFA 30 0 R'), 30: '[]' }],
  ['looks made anew', 'form', more(12, '/NeedAppearances true')],
  ['a form’s default font', 'form', more(12, '/DA (/F1 0 Tf)')],
  ['another form', 'catalog', { 1: of(1).replace('/AcroForm 12 0 R', '/AcroForm null') }],
  ['an earlier object as the form', 'moved', { 1: of(1).replace('/AcroForm 12 0 R', '/AcroForm 10 0 R') }],
  [
    'a font under a name that a field asks for',
    'resource',
    { 12: of(12).replace('/F1 3 0 R', '/F1 3 0 R /Helv 30 0 R'), 30: '<< /Type /Font >>' },
  ],
  [
    'a font under a known name',
    'resource',
    { 12: of(12).replace('/F1 3 0 R', '/F1 30 0 R'), 30: '<< /Type /Font >>' },
  ],
  ['a removed font', 'resource', { 12: of(12).replace('/F1 3 0 R', '') }],
  ['a field that is no signature', 'field', signedWith({ 20: FIELD.replace('/Sig', '/Tx') })],
  ['a signature field without signature', 'field', signedWith({ 20: FIELD.replace('/V 21 0 R', '') })],
  ['a signature field with a script', 'field', signedWith({ 20: FIELD.replace('/V', '/AA << >> /V') })],
  [
    'a signature field below another field',
    'field',
    signedWith({ 20: FIELD.replace('/V', '/Parent 10 0 R /V') }),
  ],
  [
    'a signature field with an earlier widget',
    'field',
    signedWith({ 20: FIELD.replace('/V', '/Kids [10 0 R] /V') }),
  ],
  ['a signature that is a stream', 'field', signedWith({ 21: stream(signatureValue().slice(2, -2), 'a') })],
  ['a signature that is an earlier object', 'field', signedWith({ 20: FIELD.replace('21 0 R', '13 0 R') })],
  [
    'a signature in two fields',
    'field',
    signedWith({ 12: of(12).replace('11 0 R]', '11 0 R 20 0 R 30 0 R]'), 30: FIELD.replace('(Ass', '(Bss') }),
  ],
  [
    'a widget of another field',
    'field',
    signedWith({
      20: '<< /FT /Sig /T (A) /V 21 0 R /Kids [30 0 R] >>',
      30: '<< /Subtype /Widget /Parent 10 0 R /Rect [0 0 0 0] >>',
    }),
  ],
  ['a field before the others', 'list', signedWith({ 12: of(12).replace('[10', '[20 0 R 10') })],
  ['an object that a page refers to already', 'dangling', { 77: '<< /S /Transparency >>' }],
  ['a signature in the place of one', 'dangling', { ...signatureObjects(BASE, { first: 77 }) }],
  ['a field’s place', 'field', { 10: TEXT.replace('[0 0 9 9]', '[0 0 99 99]') }],
  ['a field’s font', 'field', { 10: TEXT.replace('/Helv', '/F1') }],
  ['a field’s type', 'object', { 10: TEXT.replace('/Tx', '/Btn') }],
  [
    'an empty signature field’s place',
    'field',
    { 11: EMPTY.replace('[5 5', '[0 0').replace('/T', '/V 21 0 R /T'), 21: signatureValue() },
  ],
  [
    'an empty signature field’s look alone',
    'field',
    { 11: EMPTY.replace('/T', '/AP << /N 30 0 R >> /T'), 30: LOOK },
  ],
];

/** Something that may change at its place is used elsewhere as well. */
const SHARED: readonly (readonly [string, string, Bytes, Objects])[] = [
  [
    'metadata that are a content',
    'shared',
    basePdf('/Group << /C 10 0 R >>', '/Metadata 10 0 R', [stream('', 'a')]),
    { 10: stream('', 'b') },
  ],
  [
    'validation data that are a look',
    'shared',
    basePdf('/Annots [<< /AP << /N 10 0 R >> >>]', '/DSS << /Certs [10 0 R] >>', [stream('', 'a')]),
    { 10: stream('', 'b') },
  ],
  [
    'a form that is a list of fonts',
    'shared',
    basePdf('/Group << /Font 10 0 R >>', '/AcroForm 10 0 R', ['<< /Fields [] >>']),
    { 10: '<< /Fields [] /SigFlags 3 >>' },
  ],
  [
    'a field that is a font',
    'shared',
    basePdf('/Annots [10 0 R] /Group << /Font << /F9 10 0 R >> >>', '/AcroForm << /Fields [10 0 R] >>', [
      TEXT,
    ]),
    filled(''),
  ],
  [
    'a list of annotations that is one of fonts',
    'object',
    basePdf('/Annots 10 0 R /Group 10 0 R', '', ['[]']),
    { 10: '[20 0 R]', 20: FIELD, 21: signatureValue() },
  ],
];

/** What is drawn although its place or name looks as if it were not. */
const DISGUISED: readonly (readonly [string, string, Bytes, Objects])[] = [
  [
    'a drawing that is called /Metadata and is the metadata',
    'shared',
    basePdf('/Group << /XObject << /Metadata 10 0 R >> >>', '/Metadata 10 0 R', [stream('', 'a')]),
    { 10: stream('', 'b') },
  ],
  [
    'a drawing that is called /Cert and is validation data',
    'shared',
    basePdf('/Group << /XObject << /Cert 10 0 R >> >>', '/DSS << /Certs [10 0 R] >>', [stream('', 'a')]),
    { 10: stream('', 'b') },
  ],
  [
    'a page’s content below validation data that lead to the page',
    'shared',
    basePdf('', `/DSS << /Certs [${PAGE} 0 R] >>`),
    { [CONTENT]: OTHER_CONTENT },
  ],
  [
    'a font that a field asks for by the code of a character',
    'resource',
    basePdf('', '/AcroForm << /Fields [10 0 R] /DR 11 0 R >>', [TEXT.replace('/Helv', '/He#6cv'), '<< >>']),
    { 11: '<< /Font << /Helv 30 0 R >> >>', 30: '<< /Type /Font >>' },
  ],
  [
    'a font that a field asks for in an object of its own',
    'resource',
    basePdf('', '/AcroForm << /Fields [10 0 R] /DR 11 0 R >>', [
      TEXT.replace('(/Helv 0 Tf 0 g)', '12 0 R'),
      '<< >>',
      '(/Helv 0 Tf 0 g)',
    ]),
    { 11: '<< /Font << /Helv 30 0 R >> >>', 30: '<< /Type /Font >>' },
  ],
];

const COMMENT =
  '<< /Type /Annot /Subtype /FreeText /Rect [0 0 9 9] /Contents (100) /DA (/F9 9 Tf) /AP << /N 11 0 R >> >>';
/** Looks that are changed in their places, and what else has them or what else does not change. */
const LOOKS: readonly (readonly [string, string, Bytes, Objects])[] = [
  [
    'a look of a field that keeps its value',
    'object',
    basePdf('/Annots [10 0 R]', '/AcroForm << /Fields [10 0 R] >>', [
      TEXT.replace('/T', '/AP << /N 11 0 R >> /T'),
      LOOK,
    ]),
    { 11: LOOK.replace('BT', 'ET') },
  ],
  [
    'a look of a field that gets another value, which a comment has, too',
    'object',
    basePdf('/Annots [10 0 R 12 0 R]', '/AcroForm << /Fields [10 0 R] >>', [
      TEXT.replace('/T', '/AP << /N 11 0 R >> /T'),
      LOOK,
      COMMENT,
    ]),
    {
      10: TEXT.replace('/T', '/AP << /N 11 0 R >> /T').replace('(100)', '(900)'),
      11: LOOK.replace('BT', 'ET'),
    },
  ],
  [
    'a look of a signature field that stays empty',
    'object',
    basePdf('/Annots [10 0 R]', '/AcroForm << /Fields [10 0 R] >>', [
      EMPTY.replace('/T', '/AP << /N 11 0 R >> /T'),
      LOOK,
    ]),
    { 11: LOOK.replace('BT', 'ET') },
  ],
  [
    'a font that a comment asks for, where there is no form',
    'resource',
    basePdf('/Annots [10 0 R]', '', [COMMENT, LOOK]),
    {
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [] /DR << /Font << /F9 30 0 R >> >> >> >>',
      30: '<< /Type /Font >>',
    },
  ],
];

const withLook = (field: string): string => field.replace('/T', '/AP 12 0 R /T');

/** The base with one field, whose look is in the file, and what an update makes of field and look. */
function withChangedLook(field: string, look: string, now: { field: string; look: string }): Uint8Array[] {
  const base = basePdf('/Annots [10 0 R]', '/AcroForm << /Fields [10 0 R] >>', [
    withLook(field),
    look,
    '<< /N 11 0 R >>',
  ]);
  const objects = { 10: withLook(now.field), 11: now.look, 30: signatureValue(), 31: '<< /Type /Font >>' };
  return [base, withUpdate(base, { objects })];
}

describe('an update', () => {
  for (const [what, reason, objects] of REFUSED) {
    it(`is refused with ${what}`, async () => {
      await assert.rejects(changes(objects), { name: 'UpdateError', reason });
    });
  }
  for (const [what, reason, base, objects] of [...SHARED, ...DISGUISED, ...LOOKS]) {
    it(`is refused with ${what}`, async () => {
      await assert.rejects(changesAfter(base, withUpdate(base, { objects })), {
        name: 'UpdateError',
        reason,
      });
    });
  }

  it('may repeat what was there', async () => {
    const objects = {
      3: of(3).replace('/Type /Font /Subtype /Type1', '/Subtype /Type1 /Type /F#6fnt'),
      [CONTENT]: of(CONTENT),
      12: of(12),
    };
    const { signatures, filled: fields, changed, unused } = await changes(objects);
    assert.deepEqual([signatures, fields, [...changed], unused], [[], [], [], []]);
  });

  it('tells new objects that nothing leads to', async () => {
    assert.deepEqual((await changes({ 30: OTHER_CONTENT })).unused, [30]);
  });

  it('may describe the document anew', async () => {
    const objects = {
      ...more(1, '/Version /2.0 /Extensions 31 0 R'),
      13: stream('/Type /Metadata', '<y/>'),
      30: '<< /Title (T) >>',
      31: '<< >>',
    };
    const { changed, unused } = await changes(objects, '/Info 30 0 R');
    assert.deepEqual([...changed].toSorted(), [
      'catalog/Extensions',
      'catalog/Metadata',
      'catalog/Version',
      'trailer/Info',
    ]);
    assert.deepEqual(unused, []);
  });

  it('may add a signature, and says where it is shown', async () => {
    const look = {
      ...signatureObjects(BASE, { look: '/AP << /N 30 0 R >>', rect: '[10 10 60 40]' }),
      30: LOOK.replace('3 0 R', '31 0 R'),
      31: '<< /Type /Font >>',
    };
    const { signatures, changed, unused } = await changes(look);
    const [signature] = signatures;
    assert.deepEqual(signature?.widgets, [{ number: 20, page: 0, rect: [10, 10, 60, 40], isVisible: true }]);
    assert.deepEqual([signature.number, signature.isTimestamp, signature.wasEmptyField], [20, false, false]);
    assert.equal(signature.dictionary.get('Contents')?.kind, 'string');
    assert.deepEqual([...changed].toSorted(), ['form/Fields', 'page/Annots']);
    assert.deepEqual(unused, []);
  });

  it('may add one with a widget of its own, shared resources, and a document timestamp', async () => {
    const objects = signedWith({
      12: of(12).replace('11 0 R]', '11 0 R 20 0 R]').replace('/F1 3 0 R', '/F1 3 0 R /F9 31 0 R'),
      [PAGE]: of(PAGE).replace('11 0 R]', '11 0 R 30 0 R]'),
      20: '<< /FT /Sig /T (Carimbo) /V 21 0 R /Kids [30 0 R] >>',
      21: signatureValue('/Type /DocTimeStamp /SubFilter /ETSI.RFC3161'),
      30: `<< /Type /Annot /Subtype /Widget /Parent 20 0 R /Rect [0 0 0 0] /P ${PAGE} 0 R >>`,
      31: '<< /Type /Font >>',
    });
    const { signatures, changed, unused } = await changes(objects);
    assert.deepEqual(
      signatures.map(({ number, isTimestamp }) => [number, isTimestamp]),
      [[20, true]],
    );
    assert.deepEqual(signatures[0]?.widgets, [{ number: 30, page: 0, rect: [0, 0, 0, 0], isVisible: false }]);
    assert.ok(changed.has('form/DR'));
    assert.deepEqual(unused, []);
  });

  it('may sign an empty field', async () => {
    const objects = {
      11: EMPTY.replace('/T', '/V 21 0 R /AP << /N 30 0 R >> /T'),
      21: signatureValue(),
      30: LOOK,
    };
    const { signatures, filled: fields, unused } = await changes(objects);
    const [signature] = signatures;
    assert.deepEqual([signature?.number, signature?.wasEmptyField, fields, unused], [11, true, [], []]);
    assert.deepEqual(signature?.widgets, [{ number: 11, page: 0, rect: [5, 5, 50, 50], isVisible: true }]);
  });

  it('may not touch a field that is signed', async () => {
    const base = signed(BASE);
    const field = objectIn(base, 20).replace('/V 21 0 R', '/V 40 0 R');
    await assert.rejects(
      changesAfter(base, withUpdate(base, { objects: { 20: field, 40: signatureValue() } })),
      { reason: 'field' },
    );
    await assert.rejects(
      changesAfter(base, withUpdate(base, { objects: { 21: signatureValue('/Type /Sig /M (D:2026)') } })),
      { reason: 'object' },
    );
  });

  it('names the fields that were filled in', async () => {
    const { filled: fields, unused } = await changes({ ...filled('/AP << /N 30 0 R >>'), 30: LOOK });
    assert.deepEqual([fields, unused], [[{ field: 'Preco', before: '100', after: '900' }], []]);
  });

  it('may change the look of a text field in its place, with its value', async () => {
    const now = { field: TEXT.replace('(100)', '(900)'), look: LOOK.replace('3 0 R', '31 0 R') };
    const [base, updated] = withChangedLook(TEXT, LOOK, now);
    assert.ok(base && updated);
    const [change] = await changesAfter(base, updated);
    assert.deepEqual([change?.filled.length, change?.signatures.length, change?.unused], [1, 0, [30]]);
  });

  it('may change the look of an empty signature field that shows nothing, with its signature only', async () => {
    const empty = stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', '');
    const now = { field: EMPTY.replace('/T', '/V 30 0 R /T'), look: LOOK.replace('3 0 R', '31 0 R') };
    const [base, updated] = withChangedLook(EMPTY, empty, now);
    assert.ok(base && updated);
    const [change] = await changesAfter(base, updated);
    assert.deepEqual([change?.filled.length, change?.signatures.length, change?.unused], [0, 1, []]);
    const [shown, hidden] = withChangedLook(EMPTY, LOOK, now);
    assert.ok(shown && hidden);
    await assert.rejects(changesAfter(shown, hidden), { reason: 'annotation' });
  });

  it('may add and replace data for validation', async () => {
    const dss = of(1).replace('/Certs [14 0 R]', '/Certs [14 0 R 31 0 R] /VRI 32 0 R');
    const once = withUpdate(BASE, {
      objects: { 1: dss, 31: stream('', 'DER2'), 32: '<< /ABCD << /Cert [31 0 R] >> >>' },
    });
    const twice = withUpdate(once, {
      objects: { 32: '<< /ABCD << /Cert [31 0 R 33 0 R] >> >>', 33: stream('', 'DER3') },
    });
    const found = await changesAfter(BASE, twice);
    assert.deepEqual(
      found.map(({ changed, unused }) => [[...changed], unused]),
      [
        [['catalog/DSS'], []],
        [['catalog/DSS'], []],
      ],
    );
  });

  it('may replace data for validation below a store that stays', async () => {
    const base = basePdf('', '/DSS 10 0 R', ['<< /VRI 11 0 R >>', '<< >>']);
    const [change] = await changesAfter(
      base,
      withUpdate(base, { objects: { 11: '<< /AB 30 0 R >>', 30: '<< >>' } }),
    );
    assert.deepEqual([[...(change?.changed ?? [])], change?.unused], [['catalog/DSS'], []]);
  });

  it('may pack its objects', async () => {
    const { 21: value = '', ...others } = SIGNATURE;
    for (const update of [
      { objects: { 21: value }, packed: others },
      { objects: SIGNATURE, isStream: true },
    ]) {
      const [change] = await changesAfter(BASE, withUpdate(BASE, update));
      assert.equal(change?.signatures.length, 1);
    }
  });

  it('may be one of many', async () => {
    let file: Bytes = BASE;
    for (let first = 20; first < 80; first += 10)
      file = withUpdate(file, { objects: signatureObjects(file, { first }), isStream: first % 20 === 0 });
    const found = await changesAfter(BASE, file);
    assert.deepEqual(
      found.map(({ signatures }) => signatures.map(({ number }) => number)),
      [20, 30, 40, 50, 60, 70].map(n => [n]),
    );
  });
});
