import { certified, FREE, look, PAGE, stream, type ContractOptions } from './contract.ts';
import { signRaw, type Bytes, type RawSignature } from './raw-signature.ts';
import { changed, permitted, type Family, type Signers } from './verification.ts';

/** Where somebody else signs later. */
const RECT = '[100 300 300 350]';

const signedOver = (options: ContractOptions) => {
  return (s: Signers): Bytes =>
    signRaw(certified(s, 2, options), s.joao, { rect: RECT, look: look('Outro contrato') });
};

const shows = (content: string, entries = ''): ContractOptions => ({ page: { content, entries } });

const segments = (lines: readonly (readonly [number, number, number, number])[]): string =>
  lines.map(([x, y, dx, dy]) => `${120 + x} ${310 + y} m ${120 + x + dx} ${310 + y + dy} l S`).join(' ');

/** Letters of two strokes each: 7, L and T. */
const STROKES = segments([
  [0, 30, 12, 0],
  [12, 0, 0, 30],
  [30, 0, 0, 30],
  [30, 0, 12, 0],
  [60, 30, 12, 0],
  [66, 0, 0, 30],
]);

/** Helvetica whose widths are all 0, and whose letters can be copied as blanks only. */
const withoutWidths = (): ContractOptions => ({
  page: { content: '/Fm Do', resources: `/XObject << /Fm ${FREE} 0 R >>` },
  objects: [
    stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F9 ${FREE + 1} 0 R >> >>`,
      `BT /F9 12 Tf ${Array.from('900.000', (digit, at) => `1 0 0 1 ${120 + 8 * at} 320 Tm (${digit}) Tj`).join(' ')} ET`,
    ),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 46 /LastChar 57 ' +
      `/Widths [${'0 '.repeat(12)}] /ToUnicode ${FREE + 2} 0 R >>`,
    stream(
      '',
      'begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <00> <ff> <0020> endbfrange endcmap',
    ),
  ],
});

/** Text on a layer that is off, and on one that shows when that is off. */
const layered = (layer: number): ContractOptions => ({
  catalog: `/OCProperties << /OCGs [${FREE} 0 R] /D << /OFF [${FREE} 0 R] >> >>`,
  page: {
    content: '/OC /L BDC BT /F1 12 Tf 120 320 Td (R$ 100) Tj ET EMC',
    resources: `/Properties << /L ${layer} 0 R >>`,
  },
  objects: [
    '<< /Type /OCG /Name (Camada) >>',
    `<< /Type /OCMD /OCGs [${FREE} 0 R] /VE [/Not ${FREE} 0 R] >>`,
  ],
});

const annotation = (entries: string): ContractOptions => ({
  annotations: [FREE],
  objects: [`<< /Type /Annot ${entries} /P ${PAGE} 0 R >>`],
});

const TEXT = 'BT /F1 12 Tf 120 320 Td (R$ 100) Tj ET';

/** What a later signature covers, in forms that only a picture of the page tells. */
export const COVERED_CONTENT: Family = {
  family: 'a later signature over content',
  cases: [
    permitted('paper', signedOver(shows('BT /F1 12 Tf 40 700 Td (Contrato) Tj ET')), 2),
    permitted('a line to sign on', signedOver(shows('0.5 w 90 305 m 320 305 l S')), 2),
    permitted('a box to sign in', signedOver(shows('1 w 100 300 200 50 re S')), 2),
    changed('letters of a font without widths', signedOver(withoutWidths()), 2),
    changed('letters made of a few thin lines', signedOver(shows(STROKES)), 2),
    changed('the gap right after an amount', signedOver(shows('BT /F1 12 Tf 66 320 Td (R$ 90) Tj ET')), 2),
    changed(
      'one side of a frame that marks what was chosen',
      signedOver(shows('1 w 110 260 180 70 re S BT /F1 12 Tf 140 276 Td (Aceito) Tj ET')),
      2,
    ),
    changed('white text', signedOver(shows(`1 g ${TEXT}`)), 2),
    changed('text that is not drawn', signedOver(shows(TEXT.replace('Tf', 'Tf 3 Tr'))), 2),
    changed('a layer that is off', signedOver(layered(FREE)), 2),
    changed('a layer that shows when another is off', signedOver(layered(FREE + 1)), 2),
    changed('text on a page with a larger unit', signedOver(shows(TEXT, '/UserUnit 2')), 2),
    changed(
      'a hidden note',
      signedOver(annotation('/Subtype /FreeText /F 2 /Contents (100) /Rect [110 310 200 330]')),
      2,
    ),
    changed(
      'a line that leaves its rectangle',
      signedOver(annotation('/Subtype /Line /Rect [0 0 1 1] /L [110 310 200 330]')),
      2,
    ),
  ],
};

const FORGED = '0 g -90 300 400 100 re f';
const BOX = '/BBox [0 0 200 50]';
const form = (entries: string, content: string): string =>
  stream(`/Type /XObject /Subtype /Form ${entries} /Resources << >>`, content);
/** Signed by somebody else with this look, in a blank place. */
const signedWith = (later: string, objects?: RawSignature['objects']) => {
  return (s: Signers): Bytes =>
    signRaw(certified(s, 2), s.joao, { rect: RECT, look: later, ...(objects && { objects }) });
};
const NESTED = 1090;

/** Looks of later signatures that some programs draw beyond their rectangles. */
export const LOOKS: Family = {
  family: 'a later signature that is drawn elsewhere',
  cases: [
    permitted('content that its box cuts off', signedWith(form(BOX, FORGED)), 2),
    permitted('a look that is turned', signedWith(form(`${BOX} /Matrix [0 1 -1 0 50 0]`, FORGED)), 2),
    changed('states given back that were not kept (pdf.js)', signedWith(form(BOX, `Q Q Q ${FORGED}`)), 2),
    changed(
      'the same in a form within, which says elsewhere what it is (pdf.js)',
      signedWith(stream(`/Subtype /Form ${BOX} /Resources << /XObject << /X ${NESTED} 0 R >> >>`, '/X Do'), {
        [NESTED]: form(BOX, `Q Q Q ${FORGED}`).replace('/Form', `${NESTED + 1} 0 R`),
        [NESTED + 1]: '/Form',
      }),
      2,
    ),
    changed('a look without a box (PDFium)', signedWith(form('', FORGED)), 2),
    changed('a look with half a box', signedWith(form('/BBox [0 0 200]', FORGED)), 2),
    changed('a look that is folded', signedWith(form(`${BOX} /Matrix [1 0 0 0 0 0]`, FORGED)), 2),
    changed('a look that is tilted', signedWith(form(`${BOX} /Matrix [1 1 -1 1 0 0]`, FORGED)), 2),
    changed('a look that is no form', signedWith(stream(BOX, FORGED)), 2),
  ],
};
