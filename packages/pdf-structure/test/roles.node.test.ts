import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PdfFile, pagesOf } from '../src/index.ts';
import { changesAfter } from './changes.ts';
import { basePdf, CONTENT, objectIn, PAGE, stream, withUpdate } from './update-files.ts';
import type { Bytes, Objects } from './update-files.ts';

/** An object of a file with more entries. */
const more = (file: Bytes, number: number, entries: string): Objects => ({
  [number]: objectIn(file, number).replace(/>>\s*$/, `${entries} >>`),
});
const METADATA = { 30: stream('/Type /Metadata', '<x/>') };
const BASE = basePdf();

/** What an update may change may be drawn by some readers, because the object is something else as well. */
const CATALOG_AS_DRAWING = basePdf('/Group << /XObject 1 0 R >>');
const DISGUISED = basePdf('', '/Metadata 10 0 R', [
  stream('/Type /Metadata', '<x/>'),
  '<< /Type /XRef /XObject << /Fm 10 0 R >> >>',
]);
const WITH_MARKS = basePdf('/Annots [10 0 R]', '/AcroForm << /Fields [10 0 R] /DR << /Font << >> >> >>', [
  `<< /Type /Annot /Subtype /Widget /FT /Btn /T (Sim) /V /Off /Rect [0 0 9 9] /P ${PAGE} 0 R >>`,
]);
const ROTATED = withUpdate(BASE, {
  objects: {
    [PAGE]: objectIn(BASE, PAGE)
      .replace('/Rotate 0', '/Rotate 90.0')
      .replace('[0 0 595 842]', '[0 0 595.0 842.0]'),
  },
});

const REFUSED: readonly (readonly [what: string, reason: string, whole: Bytes, base: Bytes])[] = [
  [
    'metadata of a catalog that is a list of drawings',
    'shared',
    withUpdate(CATALOG_AS_DRAWING, {
      objects: { ...more(CATALOG_AS_DRAWING, 1, '/Metadata 30 0 R'), ...METADATA },
    }),
    CATALOG_AS_DRAWING,
  ],
  [
    'an order of annotations that is a colour space',
    'page',
    withUpdate(BASE, { objects: more(BASE, PAGE, '/Tabs /DeviceRGB') }),
    BASE,
  ],
  [
    'metadata that an object draws which calls itself cross references',
    'shared',
    withUpdate(DISGUISED, { objects: { 10: stream('/Type /Metadata', '<y/>') } }),
    DISGUISED,
  ],
  [
    'the font of check marks',
    'resource',
    withUpdate(WITH_MARKS, {
      objects: { 1: objectIn(WITH_MARKS, 1).replace('<< >>', '<< /ZaDb 30 0 R >>'), 30: '<< /Type /Font >>' },
    }),
    WITH_MARKS,
  ],
  [
    'a turn that was a real number',
    'page',
    withUpdate(ROTATED, { objects: { [PAGE]: objectIn(ROTATED, PAGE).replace('90.0', '90') } }),
    ROTATED,
  ],
];

describe('an update', () => {
  for (const [what, reason, whole, base] of REFUSED) {
    it(`may not change ${what}`, async () => {
      await assert.rejects(changesAfter(base, whole), { name: 'UpdateError', reason });
    });
  }

  it('may write the numbers of a box as integers', async () => {
    const page = objectIn(ROTATED, PAGE).replace('[0 0 595.0 842.0]', '[0 0 595 842]');
    const [change] = await changesAfter(ROTATED, withUpdate(ROTATED, { objects: { [PAGE]: page } }));
    assert.deepEqual([...(change?.changed ?? [])], []);
  });

  it('is told to have an object stream that holds nothing', async () => {
    const empty = stream('/Type /ObjStm /N 0 /First 0', '');
    const [change] = await changesAfter(BASE, withUpdate(BASE, { objects: { 30: empty } }));
    assert.deepEqual(change?.unused, [30]);
  });
});

async function reasonsFor(file: Bytes): Promise<string[]> {
  const { ambiguities } = await (await PdfFile.read(file)).survey();
  return ambiguities.map(({ reason }) => reason);
}

describe('an object inside a string or stream of a first revision', () => {
  const attached = `${CONTENT} 0 obj\n<< >>\nendobj`;

  it('is no second document, as in a PDF that is attached', async () => {
    assert.deepEqual(await reasonsFor(basePdf('', '', [stream('', attached)])), []);
  });

  it('is one if a reference is broken, for which programs search the file', async () => {
    const [file, inString] = [stream('', attached), `(${attached})`].map(object =>
      basePdf('/Group 99 0 R', '', [object]),
    );
    assert.ok(file !== undefined && inString !== undefined);
    assert.deepEqual(await reasonsFor(file), ['missing']);
    assert.deepEqual(await reasonsFor(inString), ['missing']);
  });
});

it('a list of contents that many pages share has a limit', async () => {
  const pages = Array.from({ length: 1000 }, (_, index) => 11 + index);
  const page = '<< /Type /Page /Parent 2 0 R /Contents 10 0 R >>';
  const file = await PdfFile.read(
    withUpdate(basePdf(), {
      objects: {
        2: `<< /Type /Pages /Kids [${pages.map(number => `${number} 0 R`).join(' ')}] /Count 1000 >>`,
        ...Object.fromEntries(pages.map(number => [number, page])),
        10: `[${`${CONTENT} 0 R `.repeat(1000)}]`,
        [CONTENT]: stream('', ''),
      },
      size: 1100,
    }),
  );
  await assert.rejects(pagesOf(file), { reason: 'limit' });
});
