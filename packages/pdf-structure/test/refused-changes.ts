import { LOOK, TEXT, EMPTY, BASE, of, more, SIGNATURE, FIELD, signedWith, filled } from './changed-file.ts';
import {
  basePdf,
  CONTENT,
  OTHER_CONTENT,
  PAGE,
  signatureObjects,
  signatureValue,
  stream,
  type Bytes,
  type Objects,
} from './update-files.ts';

/** What is changed, the reason, and the objects. */
export const REFUSED: readonly (readonly [string, string, Objects])[] = [
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
  ['a field’s date alone', 'field', { 10: TEXT.replace('/T (', '/M (D:20261129) /T (') }],
  ['a field’s date that is an earlier object', 'field', { 10: TEXT.replace('(100)', '(900) /M 13 0 R') }],
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
export const SHARED: readonly (readonly [string, string, Bytes, Objects])[] = [
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
export const DISGUISED: readonly (readonly [string, string, Bytes, Objects])[] = [
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
export const LOOKS: readonly (readonly [string, string, Bytes, Objects])[] = [
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
