import { FIRST_FREE, pageNumber, pagesPdf, type TestPage } from '../../../../test/support/small-pdf.ts';
import { signPdf } from '../../../service/test/support/signed-pdf.ts';
import { START } from '../../../service/test/support/test-service.ts';
import { transform } from '../../../service/test/support/appended-update.ts';
import { signRaw, type Bytes } from './raw-signature.ts';
import type { Signers } from './verification.ts';

export const PAGE = pageNumber(0);
export const CONTENT = PAGE + 1;
/** A text field `Preco` that holds and shows 100, and its look. */
export const PRICE = FIRST_FREE;
export const PRICE_LOOK = FIRST_FREE + 1;
/** The first number that the contract leaves free below its pages. */
export const FREE = FIRST_FREE + 2;

/** A form XObject that shows a text, 200 × 30 points large. */
export function look(text: string, entries = ''): string {
  return stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 200 30] /Resources << /Font << /F1 3 0 R >> >> ${entries}`,
    `BT /F1 12 Tf 2 8 Td (${text}) Tj ET`,
  );
}

export function stream(entries: string, data: string): string {
  return `<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`;
}

export const priceField = (entries = ''): string =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (Preco) /V (100) /DA (/F1 12 Tf 0 g) ` +
  `/Rect [40 600 240 630] /F 4 /P ${PAGE} 0 R /AP << /N ${PRICE_LOOK} 0 R >> ${entries} >>`;

export interface ContractOptions {
  readonly page?: TestPage;
  readonly catalog?: string;
  /** In place of the field's own. */
  readonly field?: string;
  /** Numbers of more fields, which are in `objects`. */
  readonly fields?: readonly number[];
  /** Of more annotations of the page. */
  readonly annotations?: readonly number[];
  /** From `FREE` on. */
  readonly objects?: readonly string[];
}

const refs = (numbers: readonly number[]): string => numbers.map(number => `${number} 0 R`).join(' ');

/** One page with the text “Contrato” at its top, and a form with the price. */
export function contractPdf(options: ContractOptions = {}): Bytes {
  const {
    page = {},
    catalog = '',
    field = priceField(),
    fields = [],
    annotations = [],
    objects = [],
  } = options;
  return pagesPdf(
    [
      {
        text: 'Contrato',
        ...page,
        entries: `/Annots [${refs([PRICE, ...annotations])}] ${page.entries ?? ''}`,
      },
    ],
    {
      catalog: `/AcroForm << /Fields [${refs([PRICE, ...fields])}] /DR << /Font << /F1 3 0 R >> >> >> ${catalog}`,
      objects: [field, look('100'), ...objects],
    },
  );
}

export const DOC_MDP = (level: 1 | 2 | 3): string => transform('DocMDP', `/P ${level}`);

/** The contract as this service signs it. */
export const signedByService = ({ maria }: Signers, options?: ContractOptions): Promise<Bytes> =>
  signPdf(contractPdf(options), maria, { at: START });

/** The contract as another program signs it. */
export const signed = ({ maria }: Signers, options?: ContractOptions): Bytes =>
  signRaw(contractPdf(options), maria);

export const certified = ({ maria }: Signers, level: 1 | 2 | 3, options?: ContractOptions): Bytes =>
  signRaw(contractPdf(options), maria, { references: [DOC_MDP(level)] });

/** With a lock on fields, such as `/Action /All`. */
export const locked = ({ maria }: Signers, fields = '/Action /All', options?: ContractOptions): Bytes =>
  signRaw(contractPdf(options), maria, { references: [transform('FieldMDP', fields)] });
