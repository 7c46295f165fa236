import { latin1 } from '@sign-session/certificates';
import { toHex } from '../../../src/support/hex.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The digits in the placeholder of a signature. */
const PLACE = 8192;
/** As wide as any offset. */
const NUMBER = 9_999_999_999;

/** A signature that is to be filled in, as the object of a PDF. */
export const EMPTY_SIGNATURE =
  '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached ' +
  `/ByteRange [0 ${NUMBER} ${NUMBER} ${NUMBER}] /Contents <${'0'.repeat(PLACE)}> >>`;

/** An update that signs, and which bytes its signature covers. */
export interface AppendedSignature {
  readonly appended: Bytes;
  /** As in the PDF: two pairs of offset and length. */
  readonly byteRange: readonly number[];
}

interface UpdateParts {
  /** By their numbers; `EMPTY_SIGNATURE` is one of them. */
  readonly objects: Readonly<Record<number, string>>;
  /** Entries of the trailer. */
  readonly trailer: string;
  /** Written behind the objects, without being listed. */
  readonly unlisted?: string;
  /** Changes the update before its offsets are written. */
  readonly alter?: (appended: string) => string;
}

/** An incremental update of a PDF with a table of cross references (ISO 32000-2, 7.5.6). */
export function appendSignature(base: Bytes, parts: UpdateParts): AppendedSignature {
  const { objects, trailer, unlisted = '', alter = (text: string) => text } = parts;
  let text = '';
  let rows = '';
  for (const [number, object] of Object.entries(objects)) {
    rows += `${number} 1\n${String(base.length + text.length).padStart(10, '0')} 00000 n \n`;
    text += `${number} 0 obj\n${object}\nendobj\n`;
  }
  text += unlisted;
  const table = base.length + text.length;
  text += `xref\n${rows}trailer\n<< ${trailer} >>\nstartxref\n${table}\n%%EOF\n`;
  text = alter(text);
  const start = base.length + text.indexOf(`<${'0'.repeat(PLACE)}>`);
  const end = start + PLACE + 2;
  const byteRange = [0, start, end, base.length + text.length - end];
  const unknown = `[0 ${NUMBER} ${NUMBER} ${NUMBER}]`;
  text = text.replace(unknown, `[${byteRange.join(' ')}]`.padEnd(unknown.length));
  return { appended: Uint8Array.from(text, character => character.charCodeAt(0)), byteRange };
}

/** Where the newest cross references of a PDF are; undefined where none are named. */
export function newestTable(base: Uint8Array): number | undefined {
  const at = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(latin1(base.subarray(-1024)))?.[1];
  return at === undefined ? undefined : Number(at);
}

/** Where a PDF can be appended to: the text of its newest trailer and of its catalog. */
interface FileEnding {
  readonly previous: number;
  /** Without `/Size`, `/Prev` and `/ID`. */
  readonly trailer: string;
  readonly size: number;
  readonly root: string;
  readonly catalog: string;
}

/**
 * Reads the ending of a PDF as most test documents are: with a table of cross references, and without forms and encryption.
 * Undefined for others.
 */
function endingOf(base: Bytes): FileEnding | undefined {
  const text = latin1(base);
  const previous = newestTable(base);
  const [, trailer = ''] = /^xref\s[^]*?trailer\s*<<([^]*?)>>\s*startxref/.exec(text.slice(previous)) ?? [];
  const [, root = ''] = /\/Root\s+(\d+)\s+0\s+R/.exec(trailer) ?? [];
  const [, size = ''] = /\/Size\s+(\d+)/.exec(trailer) ?? [];
  const start = text.lastIndexOf(`\n${root} 0 obj`);
  const [, catalog = ''] = /^\n\d+ 0 obj\s*<<([^]*?)>>\s*endobj/.exec(text.slice(start)) ?? [];
  const isUsual = previous !== undefined && root !== '' && size !== '' && start !== -1 && catalog !== '';
  if (!isUsual || /\/Encrypt\b/.test(trailer) || /\/AcroForm\b/.test(catalog)) return undefined;
  const kept = trailer.replaceAll(/\/(Size|Prev)\s+\d+|\/ID\s*\[[^\]]*\]/g, '');
  return { previous, trailer: kept, size: Number(size), root, catalog };
}

/** Adds an invisible signature to a PDF as most test documents are; undefined for others. */
export function signatureFor(base: Bytes): AppendedSignature | undefined {
  const ending = endingOf(base);
  if (ending === undefined) return undefined;
  const { previous, trailer, size: first, root, catalog } = ending;
  const [form, field, signature] = [first, first + 1, first + 2];
  return appendSignature(base, {
    objects: {
      [root]: `<<${catalog} /AcroForm ${form} 0 R >>`,
      [form]: `<< /Fields [${field} 0 R] /SigFlags 3 >>`,
      [field]: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature1) /V ${signature} 0 R /Rect [0 0 0 0] /F 132 >>`,
      [signature]: EMPTY_SIGNATURE,
    },
    trailer: `${trailer} ${identifier()} /Size ${first + 3} /Prev ${previous}`,
  });
}

/** What the service puts behind a document that is signed at the gov.br portal: an identifier, and nothing else. */
export function identifierFor(base: Bytes): Bytes | undefined {
  const ending = endingOf(base);
  if (ending === undefined) return undefined;
  const { previous, trailer, size, root, catalog } = ending;
  const objects = { [root]: `<<${catalog}>>` };
  return appendSignature(base, {
    objects,
    trailer: `${trailer} ${identifier()} /Size ${size} /Prev ${previous}`,
  }).appended;
}

function identifier(): string {
  const digits = toHex(crypto.getRandomValues(new Uint8Array(16)));
  return `/ID [<${digits}> <${digits}>]`;
}
