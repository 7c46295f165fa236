import { createHash } from 'node:crypto';
import { bytesToSign, PADES_AD_RB, signedAttributes, signedData } from '../../src/cms/signed-data.ts';
import { pageNumber, pagesPdf } from '../../../../test/support/small-pdf.ts';
import type { Holder } from './certificate-holders.ts';
import { derOf } from './signed-pdf.ts';

/** Objects by number, without `obj` and `endobj`. */
export type Objects = Readonly<Record<number, string>>;

/** The text field of `formPdf`. */
export const NAME_FIELD = 10;
const WIDGET = 20;
const SIGNATURE = 21;
const PAGE = pageNumber(0);

const PLACEHOLDER = '0'.repeat(24_000);
const NUMBER = '9999999999';

/** One page with a text field called `Nome`. */
export function formPdf(): Uint8Array<ArrayBuffer> {
  const field = `<< /Type /Annot /Subtype /Widget /FT /Tx /T (Nome) /Rect [40 600 300 630] /P ${PAGE} 0 R >>`;
  return pagesPdf([{ text: 'Contrato', entries: `/Annots [${NAME_FIELD} 0 R]` }], {
    catalog: `/AcroForm << /Fields [${NAME_FIELD} 0 R] >>`,
    objects: [field],
  });
}

/** The newest definition of an object in a file with a cross-reference table. */
export function objectIn(file: Uint8Array, number: number): string {
  const text = Buffer.from(file).toString('latin1');
  const start = text.lastIndexOf(`\n${number} 0 obj\n`);
  if (start < 0) throw new Error(`There is no object ${number}.`);
  return text.slice(start + `\n${number} 0 obj\n`.length, text.indexOf('\nendobj', start));
}

/**
 * Appends an incremental update, as another program would write it.
 * @param trailer more entries of the trailer
 * @param root number of the catalog
 */
export function withUpdate(
  file: Uint8Array,
  objects: Objects,
  trailer = '',
  root = 1,
): Uint8Array<ArrayBuffer> {
  const before = Buffer.from(file).toString('latin1');
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(before)?.[1];
  const sizes = Array.from(before.matchAll(/\/Size (\d+)/g), ([, size]) => Number(size));
  let update = before.endsWith('\n') ? '' : '\n';
  const lines = Object.entries(objects).map(([number, object]) => {
    const offset = String(file.length + update.length).padStart(10, '0');
    update += `${number} 0 obj\n${object}\nendobj\n`;
    return `${number} 1\n${offset} 00000 n \n`;
  });
  const start = file.length + update.length;
  const size = Math.max(...sizes, ...Object.keys(objects).map(number => Number(number) + 1));
  update += `xref\n${lines.join('')}trailer\n<< /Size ${size} /Root ${root} 0 R /Prev ${previous} ${trailer} >>\n`;
  update += `startxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.concat([file, Buffer.from(update, 'latin1')]));
}

/** The file with one object changed by an update. */
export function withChanged(
  file: Uint8Array,
  number: number,
  change: (object: string) => string,
  others: Objects = {},
): Uint8Array<ArrayBuffer> {
  return withUpdate(file, { ...others, [number]: change(objectIn(file, number)) });
}

/** A signature reference: `DocMDP` with its level, or another transform with its parameters. */
export function transform(method: string, parameters: string): string {
  return (
    `<< /Type /SigRef /TransformMethod /${method} /TransformParams ` +
    `<< /Type /TransformParams /V /1.2 ${parameters} >> >>`
  );
}

/**
 * `formPdf`, signed with rules for later changes that this service does not use.
 * @param references such as `transform('DocMDP', '/P 2')`
 */
export async function certifiedPdf(
  holder: Holder,
  ...references: string[]
): Promise<Uint8Array<ArrayBuffer>> {
  const base = formPdf();
  const certifies = references.some(reference => reference.includes('/DocMDP'));
  const perms = certifies ? `/Perms << /DocMDP ${SIGNATURE} 0 R >>` : '';
  const fields = `[${NAME_FIELD} 0 R ${WIDGET} 0 R]`;
  const file = withUpdate(base, {
    1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields ${fields} /SigFlags 3 >> ${perms} >>`,
    [PAGE]: objectIn(base, PAGE).replace(`/Annots [${NAME_FIELD} 0 R]`, `/Annots ${fields}`),
    [WIDGET]:
      `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Certificacao) /V ${SIGNATURE} 0 R ` +
      `/Rect [0 0 0 0] /F 132 /P ${PAGE} 0 R >>`,
    [SIGNATURE]:
      '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached ' +
      `/ByteRange [0 ${NUMBER} ${NUMBER} ${NUMBER}] /Contents <${PLACEHOLDER}> /Reference [${references.join(' ')}] >>`,
  });
  return signed(file, holder);
}

/** Fills in the byte range and the placeholder. */
function signed(file: Uint8Array<ArrayBuffer>, holder: Holder): Uint8Array<ArrayBuffer> {
  const buffer = Buffer.from(file);
  const start = buffer.indexOf(`<${PLACEHOLDER}>`);
  const end = start + PLACEHOLDER.length + 2;
  const range = `/ByteRange [0 ${NUMBER} ${NUMBER} ${NUMBER}]`;
  const numbers = `/ByteRange [0 ${start} ${end} ${buffer.length - end}]`.padEnd(range.length);
  buffer.write(numbers, buffer.indexOf(range), 'latin1');
  const messageDigest = createHash('sha256').update(buffer.subarray(0, start)).update(buffer.subarray(end));
  const chain = holder.pems.map(derOf);
  const signedAttrs = signedAttributes({
    messageDigest: new Uint8Array(messageDigest.digest()),
    certificate: chain[0] ?? new Uint8Array(),
    policy: PADES_AD_RB,
  });
  const signature = Buffer.from(holder.sign(new Uint8Array(bytesToSign(signedAttrs))), 'base64');
  const cms = signedData({ chain, signedAttrs, algorithm: 'RSASSA-PKCS1-v1_5', signature });
  buffer.write(Buffer.from(cms).toString('hex'), start + 1, 'latin1');
  return new Uint8Array(buffer);
}
