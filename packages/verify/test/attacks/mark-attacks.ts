import { FIRST_FREE, pageNumber, pagesPdf } from '../../../../test/support/small-pdf.ts';
import { objectIn, withUpdate } from '../../../service/test/support/appended-update.ts';
import { START } from '../../../service/test/support/test-service.ts';
import { certified, FREE, look, PAGE, stream, type ContractOptions } from './contract.ts';
import {
  filledIn,
  nextNumber,
  onPage,
  signatureDictionary,
  signRaw,
  type Bytes,
  type RawSignature,
} from './raw-signature.ts';
import { timestampToken, TSA } from './timestamp-attacks.ts';
import { changed, marked, permitted, type Family, type Signers } from './verification.ts';

/** Signed by somebody else later, in a new field. */
const later = (options: RawSignature, contract?: ContractOptions) => {
  return (s: Signers): Bytes => signRaw(certified(s, 2, contract), s.joao, options);
};

/** The same with entries of the field that refer to `NEW`, `NEW + 1`… */
const withEntries = (entries: string, ...objects: readonly string[]) => {
  return (s: Signers): Bytes => {
    const file = certified(s, 2);
    const first = nextNumber(file) + 5;
    const field = entries.replaceAll(/NEW(\d?)/g, (_, more: string) => `${first + Number(more)} 0 R`);
    return signRaw(file, s.joao, {
      field,
      objects: Object.fromEntries(objects.map((object, index) => [first + index, object])),
    });
  };
};

const form = (entries: string, content: string): string =>
  stream(`/Type /XObject /Subtype /Form ${entries} /Resources << /Font << /F1 3 0 R >> >>`, content);
const FLAT = '/BBox [0 0 0 0]';
const AREA = '/BBox [0 0 200 50]';
const AMOUNT = 'BT /F1 24 Tf 0 8 Td (R$ 900.000,00) Tj ET';

const POINT = '/Rect [0 0 0 0]';

const waitingField = (entries: string) =>
  `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Espera) /F 4 /P ${PAGE} 0 R ${entries} >>`;

/**
 * An empty field that waits for a signature when the document is signed, and is signed later.
 * @param before its entries, which may refer to a look that shows something (`FREE + 1`) and to an empty one
 * @param now the same as signed
 */
const waiting = (before: string, now = before, newLook?: string) => {
  return (s: Signers): Bytes => {
    const showing = form(AREA, 'BT /F1 9 Tf 0 8 Td (Assine aqui) Tj ET');
    const objects = [waitingField(before), showing, form(FLAT, '')];
    const file = certified(s, 2, { fields: [FREE], annotations: [FREE], objects });
    const number = nextNumber(file);
    const update = withUpdate(file, {
      [FREE]: waitingField(`${now.replaceAll('NEW', `${number + 1} 0 R`)} /V ${number} 0 R`),
      [number]: signatureDictionary(),
      ...(newLook !== undefined && { [number + 1]: newLook }),
    });
    return filledIn(update, s.joao);
  };
};

/** A document timestamp with this widget. */
const stamped = (options: RawSignature) => {
  return async (s: Signers): Promise<Bytes> => {
    const tsa = await s.authority.issue(TSA);
    const cms = (content: Uint8Array) => timestampToken(content, tsa, { at: START });
    return signRaw(certified(s, 1), tsa, { ...options, subFilter: 'ETSI.RFC3161', cms });
  };
};

/** An empty signature field that two pages show. */
function onTwoPages({ maria, joao }: Signers): Bytes {
  const entries = `/Annots [${FIRST_FREE} 0 R]`;
  const field = `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Vazio) /Rect [30 770 240 810] /F 4 /P ${pageNumber(0)} 0 R >>`;
  const base = pagesPdf(
    [
      { content: '', entries },
      { text: 'Contrato', entries },
    ],
    { catalog: `/AcroForm << /Fields [${FIRST_FREE} 0 R] >>`, objects: [field] },
  );
  const file = signRaw(base, maria);
  const number = nextNumber(file);
  const update = withUpdate(file, {
    [FIRST_FREE]: objectIn(file, FIRST_FREE).replace(
      '/T (',
      `/V ${number} 0 R /AP << /N ${number + 1} 0 R >> /T (`,
    ),
    [number]: signatureDictionary(),
    [number + 1]: look('Outro'),
  });
  return filledIn(update, joao);
}

/** With one widget beside the field that isn't seen. */
const withKid = (entries: string) => {
  return (s: Signers): Bytes => {
    const file = certified(s, 2);
    const [field, kid] = [nextNumber(file), nextNumber(file) + 5];
    return signRaw(file, s.joao, {
      field: `/Kids [${kid} 0 R]`,
      objects: {
        ...onPage(file, field, kid),
        [kid]: `<< /Type /Annot /Subtype /Widget /Parent ${field} 0 R /P ${PAGE} 0 R ${entries} >>`,
      },
    });
  };
};

/** In no page's list. */
const unlisted = (options: RawSignature) => {
  return (s: Signers): Bytes => {
    const file = certified(s, 2);
    return signRaw(file, s.joao, { ...options, objects: { [PAGE]: objectIn(file, PAGE) } });
  };
};

/** What no reader can draw. */
export const INVISIBLE: Family = {
  family: 'a later signature that is invisible by its form',
  cases: [
    permitted('without a look', later({}), 2),
    permitted('with an empty look', later({ look: form(FLAT, '') }), 2),
    permitted(
      'with a look of blanks, comments and q, Q, n',
      later({ look: form(FLAT, '% DSBlank\n q n Q ') }),
      2,
    ),
    permitted('with a look that is a line', later({ look: form('/BBox [0 0 100 0]', 'q Q') }), 2),
    permitted('with an empty /MK', withEntries('/MK << >>'), 2),
    permitted('in no page’s list', unlisted({ look: form(FLAT, '') }), 2),
    permitted('with a widget beside the field', withKid(POINT), 2),
    permitted('in a field that was waiting', waiting(POINT), 2),
    permitted(
      'in a field that was waiting, with an empty look',
      waiting(POINT, `${POINT} /AP << /N NEW >>`, form(FLAT, 'q Q')),
      2,
    ),
  ],
};

const SHOWING = `/AP << /N ${FREE + 1} 0 R >>`;
const EMPTY = `/AP << /N ${FREE + 2} 0 R >>`;
const BLANK_PLACE = '[100 300 300 350]';

/** Kinds of what some reader shows, or may show: two of each. */
export const MARKS: Family = {
  family: 'a later signature that can be seen',
  cases: [
    marked('with a look, on paper', later({ rect: BLANK_PLACE, look: look('Assinado') })),
    marked('with a look, over the amount', later({ rect: '[40 600 240 630]', look: look('R$ 900.000,00') })),
    marked('with an area and no look', later({ rect: BLANK_PLACE })),
    marked('with an area of next to nothing', later({ rect: '[0 0 0.0001 0.0001]' })),
    marked('with corners the other way round', later({ rect: '[300 350 100 300]', look: look('Outro') })),
    marked('with a rectangle that is a line', later({ rect: '[40 790 300 790]' })),
    marked('with a rectangle that is a point elsewhere', later({ rect: '[40 790 40 790]' })),
    marked('with half a rectangle', later({ rect: '[0 0]' })),
    marked('with a rectangle of names', later({ rect: '[/A /B /C /D]' })),
    marked('with a look that has an area', later({ look: form(AREA, '') })),
    marked('with a look without a box', later({ look: form('', '') })),
    marked('with a flat look that paints', later({ look: form(FLAT, AMOUNT) })),
    marked(
      'with a flat look that paints behind a blank',
      later({ look: form('/BBox [0 0 0 9]', `q Q\n${AMOUNT}`) }),
    ),
    marked('with a flat look of more than a kilobyte', later({ look: form(FLAT, ' '.repeat(1025)) })),
    marked(
      'with a flat look that may be unpacked in two ways',
      later({ look: form(`${FLAT} /Filter /LZWDecode`, '') }),
    ),
    marked('with a look that is no stream', withEntries('/AP << /N << >> >>')),
    marked(
      'with a look for the pressed button',
      withEntries('/AP << /N NEW /D NEW1 >>', form(FLAT, ''), form(AREA, AMOUNT)),
    ),
    marked(
      'with a look under the pointer',
      withEntries('/AP << /R NEW /N NEW1 >>', form(AREA, AMOUNT), form(FLAT, '')),
    ),
    marked(
      'with looks of states',
      withEntries('/AS /On /AP << /N << /On NEW /Off NEW1 >> >>', form(AREA, AMOUNT), form(FLAT, '')),
    ),
    marked(
      'with looks of states that are another object',
      withEntries('/AS /On /AP << /N NEW >>', '<< /On 3 0 R >>'),
    ),
    marked('with an empty dictionary of looks', withEntries('/AP << >>')),
    marked('with a ground', withEntries('/MK << /BG [1 1 1] >>')),
    marked('with a caption', withEntries('/MK << /CA (R$ 900.000,00) >>')),
    marked('with a border’s width', withEntries('/BS << /W 9 >>')),
    marked('with a border’s style', withEntries('/BS << >>')),
    marked('with a border', withEntries('/Border [0 0 9]')),
    marked('with no border', withEntries('/Border [0 0 0]')),
    marked('with an action', withEntries('/A << /S /URI /URI (https://example.org) >>')),
    marked('with an action that another object has', withEntries('/A NEW', '<< /S /JavaScript /JS (1) >>')),
    marked('with actions for the page’s opening', withEntries('/AA << /PO << /S /JavaScript /JS (1) >> >>')),
    marked('with actions for the pointer', withEntries('/AA << /E << /S /Hide /T (Preco) >> >>')),
    marked('with a layer', withEntries('/OC NEW', '<< /Type /OCG /Name (Camada) >>')),
    marked('with a layer that is null', withEntries('/OC << >>')),
    marked('with a text that is read aloud', withEntries('/TU (R$ 900.000,00)')),
    marked('with a text of its annotation', withEntries('/Contents (R$ 900.000,00)')),
    marked('with an entry that is not known', withEntries('/Quadros 1')),
    marked(
      'with a window of its own',
      withEntries('/Popup NEW', '<< /Type /Annot /Subtype /Popup /Rect [0 0 9 9] /Open true >>'),
    ),
    marked('in no page’s list, with an area', unlisted({ rect: BLANK_PLACE })),
    marked('in no page’s list, with a look', unlisted({ look: form(AREA, AMOUNT) })),
    marked('with another widget that has an area', withKid(`/Rect ${BLANK_PLACE}`)),
    marked('with another widget that has a border', withKid(`${POINT} /BS << /W 1 >>`)),
    marked('a timestamp with an area', stamped({ rect: BLANK_PLACE })),
    marked('a timestamp with a look', stamped({ look: form(AREA, AMOUNT) })),
    marked('in a field that two pages show', onTwoPages),
    marked(
      'in a field that was waiting, with a look',
      waiting(`/Rect ${BLANK_PLACE}`, `/Rect ${BLANK_PLACE} /AP << /N NEW >>`, look('Assinado')),
    ),
    marked('in a field that was waiting, with an area', waiting(`/Rect ${BLANK_PLACE}`)),
    marked('in a field that showed something before', waiting(`${POINT} ${SHOWING}`, `${POINT} ${EMPTY}`)),
    marked(
      'in a field that had a ground before',
      waiting(`${POINT} /MK << /BG [1] >>`, `${POINT} /MK << >>`),
    ),
    marked(
      'in a field that was waiting, with an action',
      waiting(POINT, `${POINT} /A << /S /URI /URI (x) >>`),
    ),
    marked('in a field that was waiting, with a border', waiting(POINT, `${POINT} /BS << /W 9 >>`)),
    changed('in a field that was waiting, moved', waiting(POINT, `/Rect ${BLANK_PLACE}`), 2),
  ],
};
