import { pageNumber } from '../../../../test/support/small-pdf.ts';
import { objectIn, withUpdate, type Objects } from '../../../service/test/support/appended-update.ts';
import type { Holder } from '../../../service/test/support/certificate-holders.ts';
import { cmsOver } from './cms.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** Hexadecimal digits that the CMS may take. */
const DIGITS = 24_000;
const RANGE = `[0 ${'9'.repeat(10)} ${'9'.repeat(10)} ${'9'.repeat(10)}]`;

export interface RawSignature {
  /** Of its field. */
  readonly name?: string;
  /** Such as `transform('DocMDP', '/P 2')`. */
  readonly references?: readonly string[];
  /** More entries of the field, such as a `/Lock`. */
  readonly field?: string;
  readonly rect?: string;
  /** The widget's look, as the object of a form XObject. */
  readonly look?: string;
  readonly subFilter?: string;
  /** Objects that change in the same update. */
  readonly objects?: Objects;
  /** Of the bytes under it. Default: an honest CMS of the holder's. */
  readonly cms?: (signed: Uint8Array) => Uint8Array;
  /** Hexadecimal digits that the CMS may take. */
  readonly digits?: number;
  /** In place of the byte range that leaves out `/Contents` alone, as it stands in the file. */
  readonly range?: (gap: Gap) => string;
}

/** Where `/Contents` stands, with its brackets, and how long the file is. */
export interface Gap {
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

/** The first object number that nothing in the file has. */
export function nextNumber(file: Uint8Array): number {
  const sizes = Buffer.from(file)
    .toString('latin1')
    .matchAll(/\/Size (\d+)/g);
  return Math.max(...Array.from(sizes, ([, size]) => Number(size)));
}

/** The objects that put annotations on the first page, as another program would write them. */
export function onPage(file: Uint8Array, ...annotations: readonly number[]): Objects {
  const page = objectIn(file, pageNumber(0));
  const list = annotations.map(number => `${number} 0 R`).join(' ');
  if (page.includes('/Annots')) {
    return { [pageNumber(0)]: page.replace(/\/Annots ?\[([^\]]*)/, `/Annots [$1 ${list}`) };
  }
  return { [pageNumber(0)]: page.replace(/>>\s*$/, `/Annots [${list}] >>`) };
}

/** The objects that put fields into the form, wherever its dictionary stands. */
export function inForm(file: Uint8Array, ...fields: readonly number[]): Objects {
  const list = fields.map(number => `${number} 0 R`).join(' ');
  const catalog = objectIn(file, 1);
  if (!catalog.includes('/AcroForm')) {
    return { 1: catalog.replace(/>>\s*$/, `/AcroForm << /Fields [${list}] /SigFlags 3 >> >>`) };
  }
  const form = Number(/\/AcroForm (\d+) 0 R/.exec(catalog)?.[1] ?? 1);
  return { [form]: objectIn(file, form).replace(/\/Fields ?\[([^\]]*)/, `/Fields [$1 ${list}`) };
}

/** Signs a file in an incremental update, in ways that this service does not sign in. */
export function signRaw(file: Uint8Array, holder: Holder, options: RawSignature = {}): Bytes {
  return filledIn(unsigned(file, options), holder, options);
}

/** The same, before it is signed. */
export function unsigned(file: Uint8Array, options: RawSignature = {}): Bytes {
  const next = nextNumber(file);
  const [widget, signature, look] = [next, next + 1, next + 2];
  const { name = `Assinatura${next}`, references = [], field = '', rect = '[0 0 0 0]' } = options;
  const appearance = options.look === undefined ? '' : `/AP << /N ${look} 0 R >>`;
  const certifies = references.some(reference => reference.includes('/DocMDP'));
  const form = inForm(file, widget);
  return withUpdate(file, {
    ...form,
    ...onPage(file, widget),
    ...(certifies && { 1: (form[1] ?? objectIn(file, 1)).replace(/>>\s*$/, perms(signature)) }),
    [widget]:
      `<< /Type /Annot /Subtype /Widget /FT /Sig /T (${name}) /V ${signature} 0 R ` +
      `/Rect ${rect} /F 132 /P ${pageNumber(0)} 0 R ${appearance} ${field} >>`,
    [signature]: signatureDictionary(options.subFilter, references, options.digits),
    ...(options.look === undefined ? {} : { [look]: options.look }),
    ...options.objects,
  });
}

const perms = (signature: number): string => `/Perms << /DocMDP ${signature} 0 R >> >>`;

/** A signature dictionary whose byte range and contents `filledIn` fills in. */
export function signatureDictionary(
  subFilter = 'ETSI.CAdES.detached',
  references: readonly string[] = [],
  digits = DIGITS,
): string {
  const reference = references.length === 0 ? '' : `/Reference [${references.join(' ')}]`;
  return (
    `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /${subFilter} ` +
    `/ByteRange ${RANGE} /Contents <${'0'.repeat(digits)}> ${reference} >>`
  );
}

/** Fills in the first byte range and contents that are not. */
export function filledIn(file: Uint8Array, holder: Holder, options: RawSignature = {}): Bytes {
  const buffer = Buffer.from(file);
  const { digits = DIGITS } = options;
  const start = buffer.indexOf(`<${'0'.repeat(digits)}>`);
  const gap: Gap = { start, end: start + digits + 2, length: buffer.length };
  const { range = honestRange, cms = content => cmsOver(content, holder) } = options;
  const text = range(gap);
  buffer.write(text.padEnd(RANGE.length), buffer.indexOf(RANGE), 'latin1');
  const contents = Buffer.from(cms(signedBy(buffer, text))).toString('hex');
  if (contents.length > digits) throw new RangeError('The signature is larger than its place.');
  buffer.write(contents, start + 1, 'latin1');
  return new Uint8Array(buffer);
}

export const honestRange = ({ start, end, length }: Gap): string => `[0 ${start} ${end} ${length - end}]`;

/** The bytes that a range names. */
function signedBy(file: Buffer, range: string): Uint8Array {
  const numbers = (range.match(/-?\d+/g) ?? []).map(Number);
  const parts: Buffer[] = [];
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const [from = 0, length = 0] = numbers.slice(index);
    parts.push(file.subarray(from, from + length));
  }
  return Buffer.concat(parts);
}

/** The file with a table behind it that says where these objects are; `undefined` marks one as free. */
export function withTable(
  file: Uint8Array,
  offsets: Readonly<Record<number, number | undefined>>,
  trailer = `/Root 1 0 R /Prev ${previousTable(file)}`,
): Bytes {
  const entries = Object.entries(offsets).map(([number, offset]) => tableEntry(Number(number), offset));
  const size = nextNumber(file);
  const table = `xref\n${entries.join('')}trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${file.length}\n%%EOF\n`;
  return appended(file, table);
}

/** A section of a table with one object's entry; without an offset the object is free. */
export function tableEntry(number: number, offset: number | undefined): string {
  const place =
    offset === undefined ? `${'0'.repeat(10)} 00001 f` : `${String(offset).padStart(10, '0')} 00000 n`;
  return `${number} 1\n${place} \n`;
}

/** The file with an update that marks an object as free. */
export const withoutObject = (file: Uint8Array, number: number): Bytes =>
  withTable(file, { [number]: undefined });

/** Where the newest cross references stand. */
export function previousTable(file: Uint8Array): number {
  const starts = Buffer.from(file)
    .toString('latin1')
    .matchAll(/startxref\s+(\d+)\s+%%EOF/g);
  return Number(Array.from(starts, ([, start]) => start).at(-1));
}

/** @param text Latin-1 */
export function appended(file: Uint8Array, text: string): Bytes {
  return new Uint8Array(Buffer.concat([file, Buffer.from(text, 'latin1')]));
}
