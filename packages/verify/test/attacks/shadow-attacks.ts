import { objectIn, withChanged, withUpdate } from '../../../service/test/support/appended-update.ts';
import {
  certified,
  CONTENT,
  FREE,
  look,
  PAGE,
  PRICE,
  PRICE_LOOK,
  priceField,
  signed,
  signedByService,
  stream,
  type ContractOptions,
} from './contract.ts';
import { inForm, nextNumber, onPage, withoutObject, withTable, type Bytes } from './raw-signature.ts';
import { changed, filledLater, refused, type Family, type Signers } from './verification.ts';

export const CHANGED = look('900000');

/** The price filled in honestly: its value, and a look that shows it. */
export function filled(file: Uint8Array, value: string, shown = value): Bytes {
  const number = nextNumber(file);
  return withChanged(
    file,
    PRICE,
    field => field.replace('(100)', `(${value})`).replace(`/N ${PRICE_LOOK} 0 R`, `/N ${number} 0 R`),
    {
      [number]: look(shown),
    },
  );
}

/** The price's look is another stream from now on; its value stays. */
function lookReplaced(file: Uint8Array): Bytes {
  const number = nextNumber(file);
  return withChanged(file, PRICE, field => field.replace(`/N ${PRICE_LOOK} 0 R`, `/N ${number} 0 R`), {
    [number]: CHANGED,
  });
}

/** A picture over the page's text, which hides it until it is gone. */
const COVERED: ContractOptions = {
  page: {
    content: 'BT /F1 24 Tf 40 700 Td (Pague 900000) Tj ET q 400 0 0 100 30 680 cm /Im Do Q',
    resources: `/XObject << /Im ${FREE} 0 R >>`,
  },
  objects: [
    stream(
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
      '\u00ff',
    ),
  ],
};
const NOTHING = stream('/Type /XObject /Subtype /Form /BBox [0 0 1 1]', ' ');
const LAYERS = (state: string) => `/OCProperties << /OCGs [${FREE} 0 R] /D << /${state} [${FREE} 0 R] >> >>`;
const LAYERED: ContractOptions = {
  page: {
    content: '/OC /L1 BDC BT /F1 24 Tf 40 700 Td (Anulado) Tj ET EMC',
    resources: `/Properties << /L1 ${FREE} 0 R >>`,
  },
  catalog: LAYERS('OFF'),
  objects: ['<< /Type /OCG /Name (Camada) >>'],
};

/** Rohlmann, Mladenov, Mainka, Schwenk: “Shadow Attacks”, NDSS 2021. */
export const HIDE: Family = {
  family: 'shadow attack: hide',
  cases: [
    changed('a picture over the text, for which there is nothing', s =>
      withUpdate(signed(s, COVERED), { [FREE]: 'null' }),
    ),
    changed('a picture over the text, marked as free', s => withoutObject(signed(s, COVERED), FREE)),
    changed('a picture over the text, for which there is an empty one', s =>
      withUpdate(certified(s, 2, COVERED), { [FREE]: NOTHING }),
    ),
    changed('a picture over the text, taken out of the page’s resources', s =>
      withChanged(signed(s, COVERED), PAGE, page => page.replace(`/Im ${FREE} 0 R`, '')),
    ),
    changed('a layer that was off, turned on', s =>
      withChanged(signed(s, LAYERED), 1, catalog => catalog.replace('/OFF', '/ON')),
    ),
    changed('an annotation over the text, taken away', s =>
      withChanged(signed(s, coveringNote()), PAGE, page => page.replace(`${FREE} 0 R`, '')),
    ),
    changed('an annotation over the text, marked as free', s =>
      withoutObject(certified(s, 3, coveringNote()), FREE),
    ),
  ],
};

function coveringNote(): ContractOptions {
  return {
    annotations: [FREE],
    objects: [
      `<< /Type /Annot /Subtype /Square /Rect [0 680 595 842] /IC [1 1 1] /F 4 /P ${PAGE} 0 R /AP << /N ${FREE + 1} 0 R >> >>`,
      look(' '),
    ],
  };
}

export const OTHER_FONT =
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding /Differences [49 /nine] >> >>';

export const REPLACE: Family = {
  family: 'shadow attack: replace',
  cases: [
    filledLater('a field filled in, its look as its value, is permitted', async s =>
      filled(await signedByService(s), '250'),
    ),
    filledLater('also on a certified document (DocMDP P 2)', s => filled(certified(s, 2), '250')),
    changed('a field filled in, DocMDP P 1', s => filled(certified(s, 1), '250')),
    changed('a field’s look is another stream, its value stays (finding 6)', async s =>
      lookReplaced(await signedByService(s)),
    ),
    changed('the same, DocMDP P 2', s => lookReplaced(certified(s, 2))),
    changed('a field’s look is changed in its place', s =>
      withUpdate(certified(s, 2), { [PRICE_LOOK]: CHANGED }),
    ),
    filledLater('a field filled in, with a look that shows another value', s =>
      filled(certified(s, 2), '100,00', '900000'),
    ),
    filledLater('a field filled in, with a look that shows more than its value', s =>
      filled(certified(s, 2), '250', '250 000'),
    ),
    filledLater('a field filled in, with a look that shows a picture', s => pictured(certified(s, 2))),
    filledLater('a field filled in, with a font that shows other figures', s => otherFont(certified(s, 2))),
    changed('the font of looks and pages is another one', s =>
      withUpdate(certified(s, 2), { 3: OTHER_FONT }),
    ),
    changed('the form’s default font is another one', s =>
      withChanged(
        signed(s),
        1,
        catalog =>
          catalog.replace('/DR << /Font << /F1 3 0 R', `/DR << /Font << /F1 ${nextNumber(signed(s))} 0 R`),
        { [nextNumber(signed(s))]: OTHER_FONT },
      ),
    ),
    changed('a field is moved', s =>
      withChanged(certified(s, 2), PRICE, field => field.replace('[40 600 240 630]', '[40 770 240 800]')),
    ),
    changed('a field is hidden', s =>
      withChanged(certified(s, 2), PRICE, field => field.replace('/F 4', '/F 2')),
    ),
    changed('a field gets an action', s =>
      withChanged(certified(s, 2), PRICE, field =>
        field.replace(/>>$/, '/AA << /K << /S /JavaScript /JS (1) >> >> >>'),
      ),
    ),
    changed('a text field is added', s => fieldAdded(certified(s, 2))),
    changed('the document opens with an action', s =>
      withChanged(signed(s), 1, catalog =>
        catalog.replace(/>>\s*$/, '/OpenAction << /S /JavaScript /JS (1) >> >>'),
      ),
    ),
    changed('the page’s text is replaced', s =>
      withUpdate(certified(s, 3), { [CONTENT]: stream('', 'BT /F1 24 Tf 40 782 Td (Outro) Tj ET') }),
    ),
    changed('the page is turned', s =>
      withChanged(certified(s, 3), PAGE, page => page.replace('/Rotate 0', '/Rotate 90')),
    ),
    changed('the page shows another part of itself', s =>
      withChanged(certified(s, 3), PAGE, page => page.replace(/>>$/, '/CropBox [0 0 595 600] >>')),
    ),
    changed('a page is added', pageAdded),
    changed('the form asks viewers to make looks anew', s =>
      withChanged(signed(s), 1, catalog => catalog.replace('/DR', '/NeedAppearances true /DR')),
    ),
  ],
};

function pictured(file: Uint8Array): Bytes {
  const number = nextNumber(file);
  const picture = stream(
    '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
    ' ',
  );
  const shown = stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 200 30] /Resources << /Font << /F1 3 0 R >> /XObject << /Im ${number + 1} 0 R >> >>`,
    'BT /F1 12 Tf 2 8 Td (250) Tj ET q 200 0 0 30 0 0 cm /Im Do Q',
  );
  return withChanged(
    file,
    PRICE,
    field => field.replace('(100)', '(250)').replace(`/N ${PRICE_LOOK} 0 R`, `/N ${number} 0 R`),
    {
      [number]: shown,
      [number + 1]: picture,
    },
  );
}

function otherFont(file: Uint8Array): Bytes {
  const number = nextNumber(file);
  return withChanged(
    file,
    PRICE,
    field => field.replace('(100)', '(111)').replace(`/N ${PRICE_LOOK} 0 R`, `/N ${number} 0 R`),
    {
      [number]: look('111').replace('/F1 3 0 R', `/F1 ${number + 1} 0 R`),
      [number + 1]: OTHER_FONT,
    },
  );
}

function fieldAdded(file: Uint8Array): Bytes {
  const number = nextNumber(file);
  const field = priceField().replace('(Preco)', '(Novo)').replace('[40 600 240 630]', '[40 500 240 530]');
  return withUpdate(file, { ...inForm(file, number), ...onPage(file, number), [number]: field });
}

function pageAdded(s: Signers): Bytes {
  const file = signed(s);
  const number = nextNumber(file);
  return withChanged(
    file,
    2,
    pages => pages.replace(/\]/, ` ${number} 0 R]`).replace('/Count 1', '/Count 2'),
    {
      [number]: objectIn(file, PAGE).replace(/\/Annots ?\[[^\]]*\]/, ''),
    },
  );
}

const SECOND_CATALOG = FREE;
const SECOND_PAGES = FREE + 1;
const SECOND_PAGE = FREE + 2;
/** A second catalogue with its own page, which nothing speaks of until the update. */
const TWO_DOCUMENTS: ContractOptions = {
  objects: [
    `<< /Type /Catalog /Pages ${SECOND_PAGES} 0 R /AcroForm << /Fields [] >> >>`,
    `<< /Type /Pages /Kids [${SECOND_PAGE} 0 R] /Count 1 >>`,
    `<< /Type /Page /Parent ${SECOND_PAGES} 0 R /MediaBox [0 0 595 842] /Contents ${FREE + 3} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    stream('', 'BT /F1 24 Tf 40 782 Td (Outro) Tj ET'),
  ],
};

export const HIDE_AND_REPLACE: Family = {
  family: 'shadow attack: hide and replace',
  cases: [
    changed('the catalogue leads to other pages that were signed, too', s =>
      withChanged(signed(s, TWO_DOCUMENTS), 1, catalog =>
        catalog.replace('/Pages 2 0 R', `/Pages ${SECOND_PAGES} 0 R`),
      ),
    ),
    refused('only a table, which leads to an object that was signed, too', s =>
      tableOnly(signed(s, TWO_DOCUMENTS), CONTENT, FREE + 3),
    ),
    changed('only a table, which leads to bytes inside a stream that was signed', hiddenInStream),
    refused('a trailer with another catalogue, which has no form', s =>
      rootReplaced(signed(s, TWO_DOCUMENTS), SECOND_CATALOG),
    ),
    changed('a trailer with another catalogue and the same form', s =>
      catalogReplaced(signed(s, TWO_DOCUMENTS)),
    ),
    changed('a page’s contents get another part, which was not there when it was signed', s =>
      withUpdate(signed(s, { page: { content: 'BT ET', entries: `/Metadata ${FREE + 30} 0 R` } }), {
        [FREE + 30]: stream('', 'x'),
      }),
    ),
  ],
};

/** The entry of an object points at another object. */
function tableOnly(file: Uint8Array, number: number, other: number): Bytes {
  const at = Buffer.from(file).indexOf(`\n${other} 0 obj\n`) + 1;
  return withTable(file, { [number]: at });
}

/** A stream of the signed file holds what reads as the page's content: `1001 0 obj …`. */
function hiddenInStream(s: Signers): Bytes {
  const hidden = `${CONTENT} 0 obj\n${stream('', 'BT /F1 24 Tf 40 782 Td (Outro) Tj ET')}\nendobj\n`;
  const file = signed(s, { objects: [stream('', hidden)] });
  return withTable(file, { [CONTENT]: Buffer.from(file).indexOf(hidden) });
}

function rootReplaced(file: Uint8Array, root: number): Bytes {
  return withUpdate(file, { [nextNumber(file)]: 'null' }, '', root);
}

function catalogReplaced(file: Uint8Array): Bytes {
  const number = nextNumber(file);
  const catalog = objectIn(file, 1).replace('/Pages 2 0 R', `/Pages ${SECOND_PAGES} 0 R`);
  return withUpdate(file, { [number]: catalog }, '', number);
}
