import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  LOOK,
  TEXT,
  EMPTY,
  BASE,
  FIELD,
  of,
  more,
  SIGNATURE,
  signedWith,
  filled,
  changes,
} from './changed-file.ts';
import { changesAfter } from './changes.ts';
import { REFUSED, SHARED, DISGUISED, LOOKS } from './refused-changes.ts';
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
} from './update-files.ts';

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

const group = (chosen: string) => `<< /FT /Btn /Ff 32768 /T (Plano) /V /${chosen} /Kids [11 0 R 12 0 R] >>`;
const button = (entries: string) =>
  `<< /Type /Annot /Subtype /Widget /Parent 10 0 R /Rect [0 0 9 9] /P ${PAGE} 0 R ${entries} >>`;

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
      30: '<< /Producer (T) >>',
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
    assert.deepEqual(signature?.marks, [{ page: 0, rect: [10, 10, 60, 40] }]);
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
    assert.deepEqual(signatures[0]?.marks, []);
    assert.ok(changed.has('form/DR'));
    assert.deepEqual(unused, []);
  });

  it('may add an invisible one with a look that shows nothing', async () => {
    const field = FIELD.replace('/V', '/AP << /N 30 0 R >> /V');
    const look = LOOK.replace('[0 0 9 9]', '[0 0 0 0]').replace('BT ET', ' q Q ');
    const { signatures } = await changes(signedWith({ 20: field, 30: look }));
    assert.deepEqual(signatures[0]?.marks, []);
  });

  it('says of anything else that a signature adds that it can be seen', async () => {
    const look = { 20: FIELD.replace('/V', '/AP << /N 30 0 R >> /V'), 30: LOOK };
    const entries = ['/AA << >>', '/MK << /BG [0] >>', '/BS << /W 9 >>', '/Border [0 0 9]', '/Quadros 1'];
    const fields = entries.map(entry => ({ 20: FIELD.replace('/V', `${entry} /V`) }));
    for (const objects of [look, ...fields]) {
      const { signatures } = await changes(signedWith(objects));
      assert.deepEqual(signatures[0]?.marks, [{ page: 0, rect: [0, 0, 0, 0] }]);
    }
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
    assert.deepEqual(signature?.marks, [{ page: 0, rect: [5, 5, 50, 50] }]);
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

  it('may say when a field was filled in', async () => {
    const { filled: fields, changed } = await changes({
      ...filled('/AP << /N 30 0 R >> /M (D:20261129093925)'),
      30: LOOK,
    });
    assert.deepEqual(fields, [{ field: 'Preco', before: '100', after: '900' }]);
    assert.deepEqual([...changed].toSorted(), ['field/AP', 'field/M', 'field/V']);
  });

  it('may say so of every button of a group whose value changed', async () => {
    const base = basePdf('/Annots [11 0 R 12 0 R]', '/AcroForm << /Fields [10 0 R] >>', [
      group('A'),
      button('/AS /A'),
      button('/AS /Off'),
    ]);
    const objects = {
      10: group('B'),
      11: button('/AS /Off /M (D:20261129)'),
      12: button('/AS /B /M (D:20261129)'),
    };
    const [change] = await changesAfter(base, withUpdate(base, { objects }));
    assert.deepEqual(change?.filled, [{ field: 'Plano', before: 'A', after: 'B' }]);
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
    assert.equal(change?.signatures[0]?.marks.length, 1);
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

  it('may not have another object stream in place of an earlier one, as data for validation that nothing refers to', async () => {
    const base = withUpdate(BASE, { packed: { 40: '<< /Type /Font >>', 41: 'null' } });
    const dss = of(1).replace('/Certs [14 0 R]', '/Certs [14 0 R 900 0 R]');
    for (const entries of ['/N 2 /First 10', '/Type /Metadata']) {
      const forged = stream(entries, '40 0 41 5 << >> null');
      const replaced = withUpdate(base, { objects: { 1: dss, 900: forged }, isStream: true });
      await assert.rejects(changesAfter(BASE, replaced), { reason: 'object-stream' });
    }
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
      file = withUpdate(file, { objects: signatureObjects(file, { first }), isStream: first > 50 });
    const found = await changesAfter(BASE, file);
    assert.deepEqual(
      found.map(({ signatures }) => signatures.map(({ number }) => number)),
      [20, 30, 40, 50, 60, 70].map(n => [n]),
    );
  });
});
