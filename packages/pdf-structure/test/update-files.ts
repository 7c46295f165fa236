import { pagesPdf } from '../../../test/support/small-pdf.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** Objects by number, without `obj` and `endobj`; the keys may be heads such as `6 1`. */
export type Objects = Readonly<Record<string, string>>;

export const PAGE = 1000;
export const CONTENT = 1001;
export const SHOWN = 'R$ 100,00';
export const FORGED = 'R$ 900.000,00';

export const bytesOf = (text: string): Bytes => Uint8Array.from(text, character => character.charCodeAt(0));
export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

export function stream(entries: string, data: string): string {
  return `<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`;
}

export const contentOf = (text: string): string => stream('', `BT /F1 24 Tf 40 782 Td (${text}) Tj ET`);
export const OTHER_CONTENT = contentOf(FORGED);

/** One page that shows `SHOWN`; more objects from 10 on. */
export function basePdf(entries = '', catalog = '', objects: readonly string[] = []): Bytes {
  return pagesPdf([{ text: SHOWN, entries }], { catalog, objects });
}

/** The newest definition of an object. */
export function objectIn(file: Uint8Array, number: number): string {
  const text = textOf(file);
  const head = `\n${number} 0 obj\n`;
  const start = text.lastIndexOf(head) + head.length;
  return text.slice(start, text.indexOf('\nendobj', start));
}

export function previousSection(file: Uint8Array): number {
  return Number([...textOf(file).matchAll(/startxref\s+(\d+)/g)].at(-1)?.[1]);
}

export interface UpdateFile {
  readonly objects?: Objects;
  /** Packed into an object stream of number 900. */
  readonly packed?: Objects;
  /** A cross-reference stream of a number from 901 on in place of a table. */
  readonly isStream?: boolean;
  /** Numbers that the rows state for heads, where they are others; a head without one is not listed. */
  readonly rows?: Readonly<Record<string, readonly (readonly [number: number, generation?: number])[]>>;
  /** More rows of the table, or of the stream in hexadecimal. */
  readonly moreRows?: string;
  readonly index?: (index: string) => string;
  readonly trailer?: string;
  /** Default: /Root 1 0 R. */
  readonly root?: string;
  readonly size?: number;
  readonly previous?: number;
  /** Written behind the objects, without being listed. */
  readonly unlisted?: string;
  readonly end?: string;
}

/** A row of a table. */
export const row = (number: number, offset: number, generation = 0, kind = 'n'): string =>
  `${number} 1\n${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} ${kind} \n`;

const hex = (value: number, bytes: number): string => value.toString(16).padStart(2 * bytes, '0');

/** Appends an update, right or wrong. */
export function withUpdate(file: Uint8Array, update: UpdateFile): Bytes {
  const { objects = {}, packed, rows = {}, unlisted = '', isStream = packed !== undefined } = update;
  let text = '';
  const places: [number: number, type: number, second: number, third: number][] = [];
  for (const [key, object] of Object.entries({ ...objects, ...(packed && { 900: packedIn(packed) }) })) {
    const head = key.includes(' ') || key.includes('\0') || key.includes('%') ? key : `${key} 0`;
    const [number = 0, generation = 0] = (/^\d+/.exec(head) ?? []).map(Number);
    for (const [listed, stated = generation] of rows[key] ?? [[number, 0] as const])
      places.push([listed, 1, file.length + text.length, stated]);
    text += `${head} obj\n${object}\nendobj\n`;
  }
  for (const [index, number] of Object.keys(packed ?? {}).entries())
    places.push([Number(number), 2, 900, index]);
  text += unlisted;
  const start = file.length + text.length;
  const { size = 1100, root = '/Root 1 0 R', previous = previousSection(file), trailer = '' } = update;
  const entries = `/Size ${size} ${root} /Prev ${previous} ${trailer}`;
  if (isStream) {
    const data = places
      .map(([, type, second, third]) => hex(type, 1) + hex(second, 4) + hex(third, 2))
      .join('');
    const index = places.map(([number]) => `${number} 1`).join(' ');
    const { moreRows = '', index: change = same => same } = update;
    const bytes = Buffer.from(data + moreRows, 'hex').toString('latin1');
    const number = 901 + (textOf(file).match(/\/Type \/XRef/g)?.length ?? 0);
    text += `${number} 0 obj\n${stream(`/Type /XRef /W [1 4 2] /Index [${change(index)}] ${entries}`, bytes)}\nendobj\n`;
  } else {
    const table = places.map(([number, , offset, generation]) => row(number, offset, generation)).join('');
    text += `xref\n${table}${update.moreRows ?? ''}trailer\n<< ${entries} >>\n`;
  }
  text += `startxref\n${start}\n%%EOF\n${update.end ?? ''}`;
  return bytesOf(textOf(file) + text);
}

/** An object stream. */
export function packedIn(objects: Objects): string {
  let head = '';
  let body = '';
  for (const [number, object] of Object.entries(objects)) {
    head += `${number} ${body.length} `;
    body += `${object}\n`;
  }
  return stream(`/Type /ObjStm /N ${Object.keys(objects).length} /First ${head.length}`, head + body);
}

/** The objects of a signature in a new field: 20 is the field, 21 the signature, 22 the form. */
export function signatureObjects(
  file: Uint8Array,
  { first = 20, look = '', rect = '[0 0 0 0]' } = {},
): Objects {
  const field = `${first} 0 R`;
  const catalog = objectIn(file, 1);
  const hasForm = catalog.includes('/AcroForm');
  const form = Number(/\/AcroForm (\d+) 0 R/.exec(catalog)?.[1] ?? first + 2);
  const page = objectIn(file, PAGE);
  return {
    ...(!hasForm && { 1: catalog.replace(/>>\s*$/, `/AcroForm ${form} 0 R >>`) }),
    [form]: hasForm
      ? objectIn(file, form).replace(']', ` ${field}]`)
      : `<< /Fields [${field}] /SigFlags 3 >>`,
    [PAGE]: page.includes('/Annots')
      ? page.replace(/(\/Annots \[[^\]]*)\]/, `$1 ${field}]`)
      : page.replace(/>>\s*$/, `/Annots [${field}] >>`),
    [first]: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature${first}) /V ${first + 1} 0 R /Rect ${rect} /F 132 /P ${PAGE} 0 R ${look} >>`,
    [first + 1]: signatureValue(),
  };
}

export const signatureValue = (entries = '/Type /Sig /SubFilter /ETSI.CAdES.detached'): string =>
  `<< ${entries} /Filter /Adobe.PPKLite /ByteRange [0 10 20 30] /Contents <${'0'.repeat(64)}> >>`;

/** The file with a signature. */
export const signed = (file: Uint8Array = basePdf(), update: UpdateFile = {}): Bytes =>
  withUpdate(file, { ...update, objects: { ...signatureObjects(file), ...update.objects } });
