import { objectIn, withChanged, withUpdate } from '../../../service/test/support/appended-update.ts';
import {
  certified,
  contractPdf,
  DOC_MDP,
  FREE,
  look,
  PAGE,
  PRICE,
  PRICE_LOOK,
  signed,
  signedByService,
  stream,
} from './contract.ts';
import { inForm, nextNumber, onPage, signRaw, type Bytes } from './raw-signature.ts';
import { derOf } from '../../../service/test/support/signed-pdf.ts';
import { START } from '../../../service/test/support/test-service.ts';
import { timestampToken, TSA } from './timestamp-attacks.ts';
import { changed, marked, permitted, type Family, type Signers } from './verification.ts';

const WHOLE_PAGE = '[0 0 595 842]';
const OTHER_WORDS = look('Outro contrato', '/Matrix [1 0 0 1 0 0]');

/** An update that adds a field to the form and its widget to the page. */
function withField(file: Uint8Array, field: string, objects: Readonly<Record<number, string>> = {}): Bytes {
  const number = nextNumber(file);
  return withUpdate(file, { ...inForm(file, number), ...onPage(file, number), [number]: field, ...objects });
}

/** A signature field without a signature, whose look covers the page. */
function sneakySignature(file: Uint8Array, rect = WHOLE_PAGE): Bytes {
  const appearance = nextNumber(file) + 1;
  const field =
    `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Outra) /Rect ${rect} /F 4 /P ${PAGE} 0 R ` +
    `/AP << /N ${appearance} 0 R >> >>`;
  return withField(file, field, { [appearance]: OTHER_WORDS });
}

/** An update that adds an annotation to the page. */
function annotated(file: Uint8Array, annotation: string): Bytes {
  const number = nextNumber(file);
  const appearance = number + 1;
  return withUpdate(file, {
    ...onPage(file, number),
    [number]: `<< /Type /Annot /Rect ${WHOLE_PAGE} /F 4 /P ${PAGE} 0 R /AP << /N ${appearance} 0 R >> ${annotation} >>`,
    [appearance]: OTHER_WORDS,
  });
}

/** Somebody else's signature, with a visible widget. */
const signedAgain = (file: Uint8Array, { joao }: Signers, rect: string, field = ''): Bytes =>
  signRaw(file, joao, { rect, look: OTHER_WORDS, field });

const ANNOTATIONS = [
  'FreeText',
  'Stamp',
  'Redact',
  'Text',
  'Square',
  'Highlight',
  'Ink',
  'Line',
  'Link',
  'Watermark',
] as const;

/** Mladenov et al., “Processing Dangerous Paths” (certification attacks), 2021; finding 5. */
export const SNEAKY_SIGNATURES: Family = {
  family: 'a signature field or annotation that covers what is signed',
  cases: [
    marked(
      'another signature on an empty part of the page',
      async s => signedAgain(await signedByService(s), s, '[40 40 240 70]'),
      2,
    ),
    marked(
      'also on a certified document (DocMDP P 2)',
      s => signedAgain(certified(s, 2), s, '[40 40 240 70]'),
      2,
    ),
    permitted('also one that is not seen', s => signRaw(certified(s, 2), s.joao), 2),
    changed('unsigned, on a file of this service', async s => sneakySignature(await signedByService(s))),
    changed('unsigned, on a file of another program', s => sneakySignature(signed(s))),
    ...([1, 2, 3] as const).map(level =>
      changed(`unsigned, DocMDP P ${level}`, (s: Signers) => sneakySignature(certified(s, level))),
    ),
    changed('unsigned, on an empty part of the page', s =>
      sneakySignature(certified(s, 2), '[40 40 240 70]'),
    ),
    changed('unsigned, without an area', s => sneakySignature(certified(s, 2), '[0 0 0 0]')),
    marked('signed, over the whole page', async s => signedAgain(await signedByService(s), s, WHOLE_PAGE), 2),
    marked('signed, over the whole page, DocMDP P 2', s => signedAgain(certified(s, 2), s, WHOLE_PAGE), 2),
    marked('signed, over the text', s => signedAgain(certified(s, 2), s, '[30 770 200 810]'), 2),
    marked(
      'signed, over the text, with its corners the other way round',
      s => signedAgain(certified(s, 2), s, '[200 810 30 770]'),
      2,
    ),
    marked('signed, over another field', s => signedAgain(certified(s, 2), s, '[40 600 240 630]'), 2),
    marked('signed, over an image', s => signedAgain(certified(s, 2, WITH_IMAGE), s, '[310 310 390 390]'), 2),
    marked(
      'signed, over text that a form XObject draws',
      s => signedAgain(certified(s, 2, WITH_FORM_XOBJECT), s, '[90 195 300 235]'),
      2,
    ),
    marked('signed, with a second widget over the text', twoWidgets, 2),
    changed(
      'signed, with a look that another annotation shows, too',
      s => lookUsedTwice(certified(s, 2), s),
      2,
    ),
    changed('with a signature that covers an older revision only', coveringLess, 'any'),
    changed('with the first signature’s own value in it (finding 9)', s => valueUsedTwice(certified(s, 2))),
    changed('with a copy of the first signature’s value in it', s => valueCopied(certified(s, 2)), 'any'),
    ...ANNOTATIONS.flatMap(subtype =>
      ([2, 3] as const).map(level =>
        changed(`a ${subtype} annotation, DocMDP P ${level}`, (s: Signers) =>
          annotated(certified(s, level), `/Subtype /${subtype} /Contents (Outro)`),
        ),
      ),
    ),
    changed('an annotation that was signed and hidden, made visible', madeVisible),
    changed('an annotation that was signed, with another look', s =>
      withUpdate(certified(s, 3, WITH_STAMP), { [FREE + 1]: look('900000') }),
    ),
    changed('an annotation that was signed, taken away', s =>
      withChanged(certified(s, 3, WITH_STAMP), PAGE, page => page.replace(`${FREE} 0 R`, '')),
    ),
  ],
};

const WITH_IMAGE = {
  page: {
    content: 'q 100 0 0 100 300 300 cm /Im Do Q',
    resources: `/XObject << /Im ${FREE} 0 R >>`,
  },
  objects: [
    stream(
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
      ' ',
    ),
  ],
};

const WITH_FORM_XOBJECT = {
  page: {
    content: 'q 1 0 0 1 100 200 cm /Fm Do Q',
    resources: `/XObject << /Fm ${FREE} 0 R >>`,
  },
  objects: [look('Valor: 100')],
};

const WITH_STAMP = {
  annotations: [FREE],
  objects: [
    `<< /Type /Annot /Subtype /Stamp /Rect [300 600 500 630] /F 6 /P ${PAGE} 0 R /AP << /N ${FREE + 1} 0 R >> >>`,
    look('100'),
  ],
};

function madeVisible(s: Signers): Bytes {
  return withChanged(certified(s, 3, WITH_STAMP), FREE, stamp => stamp.replace('/F 6', '/F 4'));
}

/** The field's own widget has no area; another one beside it has. */
function twoWidgets(s: Signers): Bytes {
  const file = certified(s, 2);
  const [second, appearance] = [nextNumber(file) + 5, nextNumber(file) + 6];
  return signRaw(file, s.joao, {
    field: `/Kids [${second} 0 R]`,
    objects: {
      ...onPage(file, second, nextNumber(file)),
      [second]:
        `<< /Type /Annot /Subtype /Widget /Parent ${nextNumber(file)} 0 R /Rect ${WHOLE_PAGE} /F 4 ` +
        `/P ${PAGE} 0 R /AP << /N ${appearance} 0 R >> >>`,
      [appearance]: OTHER_WORDS,
    },
  });
}

/** The new signature's look is also what the price shows from now on. */
function lookUsedTwice(file: Uint8Array, { joao }: Signers): Bytes {
  const appearance = nextNumber(file) + 2;
  const field = objectIn(file, PRICE).replace(`/N ${PRICE_LOOK} 0 R`, `/N ${appearance} 0 R`);
  return signRaw(file, joao, { rect: '[40 40 240 70]', look: look('900000'), objects: { [PRICE]: field } });
}

function coveringLess(s: Signers): Bytes {
  const file = certified(s, 2);
  return signRaw(file, s.joao, {
    rect: WHOLE_PAGE,
    look: OTHER_WORDS,
    range: ({ start, end }) => `[0 ${start} ${end} 1]`,
  });
}

const signatureNumber = (file: Uint8Array): number =>
  Number(/\/FT \/Sig[^>]*\/V (\d+) 0 R/.exec(Buffer.from(file).toString('latin1'))?.[1]);

function valueUsedTwice(file: Uint8Array): Bytes {
  const field = `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Outra) /V ${signatureNumber(file)} 0 R /Rect [0 0 0 0] /P ${PAGE} 0 R >>`;
  return withField(file, field);
}

function valueCopied(file: Uint8Array): Bytes {
  const copy = nextNumber(file) + 1;
  const field = `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Outra) /V ${copy} 0 R /Rect [0 0 0 0] /P ${PAGE} 0 R >>`;
  return withField(file, field, { [copy]: objectIn(file, signatureNumber(file)) });
}

/** The page's contents stand at the beginning of its dictionary. */
function reordered(file: Uint8Array, number = PAGE + 1): Bytes {
  const page = objectIn(file, PAGE);
  const moved = page.replace(/\/Contents \d+ 0 R/, '').replace('<<', `<< /Contents ${number} 0 R`);
  return withUpdate(file, { [PAGE]: moved, [number]: objectIn(file, PAGE + 1) });
}

const renumbered = (file: Uint8Array): Bytes => reordered(file, nextNumber(file));

const WITH_DATA = DOC_MDP(2).replace('<<', '<< /Data 1 0 R');

/** Data for validation (ETSI EN 319 142-1, 5.4). */
function withDss(file: Uint8Array, { maria }: Signers): Bytes {
  const number = nextNumber(file);
  const certificate = Buffer.from(derOf(maria.pems[0] ?? '')).toString('latin1');
  const vri = `/VRI << /${'AB'.repeat(20)} << /Cert [${number + 1} 0 R] >> >>`;
  return withChanged(file, 1, catalog => catalog.replace(/>>\s*$/, `/DSS ${number} 0 R >>`), {
    [number]: `<< /Type /DSS /Certs [${number + 1} 0 R] ${vri} >>`,
    [number + 1]: stream('', certificate),
  });
}

async function archived(s: Signers): Promise<Bytes> {
  const tsa = await s.authority.issue(TSA);
  const cms = (covered: Uint8Array) => timestampToken(covered, tsa, { at: START });
  return signRaw(withDss(certified(s, 2), s), tsa, { subFilter: 'ETSI.RFC3161', cms });
}

/** Findings 11 and what ETSI EN 319 142-1 adds to a signed file. */
export const HONEST_CHANGES: Family = {
  family: 'honest changes',
  cases: [
    permitted('keys in another order', s => reordered(signed(s))),
    permitted('the same on a file of this service', async s => reordered(await signedByService(s))),
    changed('the same content under another number (finding 11)', s => renumbered(signed(s))),
    permitted(
      'another signature, where the first one names the catalog as its data',
      s => signRaw(signRaw(contractPdf(), s.maria, { references: [WITH_DATA] }), s.joao),
      2,
    ),
    permitted('data for validation (DSS and VRI)', s => withDss(certified(s, 2), s)),
    permitted('data for validation, also where nothing may change (DocMDP P 1)', s =>
      withDss(certified(s, 1), s),
    ),
    permitted('data for validation and a document timestamp (PAdES B-LTA)', archived, 2),
    permitted('a description of the document', s =>
      withUpdate(
        signed(s),
        { [nextNumber(signed(s))]: '<< /Title (Contrato) >>' },
        `/Info ${nextNumber(signed(s))} 0 R`,
      ),
    ),
  ],
};
