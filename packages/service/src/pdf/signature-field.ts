/** Signature fields, and the placeholder for the signature. */
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { untracked } from './document-update.ts';

/** Size of the CMS: about 4 KB with a chain of three; the rest is for longer chains. */
export const SIGNATURE_BYTES = 16 * 1024;

/** Placeholder for the numbers of the byte range until the file's length is known: ten digits reach 9 GB. */
const BYTE_RANGE_NUMBER = 9_999_999_999;

/** Values that the library turns into PDF objects: strings become names. */
type Literal = PDFObject | string | number | readonly Literal[] | { readonly [key: string]: Literal };
type Literals = Record<string, Literal>;

interface SignatureFieldOptions {
  /** Prefix of its name; a number is added if the form has that name already. */
  name: string;
  /** The time in the signature. */
  signedAt: Date;
  /** Maximum size of the CMS in bytes. */
  cmsBytes: number;
  /** Whether it is the document's first signature, which states the permitted changes. */
  certifies: boolean;
  kind: SignatureKind;
  /** Default: invisible. */
  look?: SignatureLook | undefined;
}

/**
 * A document timestamp is a kind of signature, too (ISO 32000-2, 12.8.5). `older-signature` is the form that came before
 * PAdES, which the gov.br portal writes.
 */
export type SignatureKind = 'signature' | 'older-signature' | 'document-timestamp';

const SUB_FILTERS = {
  signature: 'ETSI.CAdES.detached',
  'older-signature': 'adbe.pkcs7.detached',
  'document-timestamp': 'ETSI.RFC3161',
} as const satisfies Record<SignatureKind, string>;

/** What a signature shows, and where. */
export interface SignatureLook {
  /** In points. */
  readonly rect: readonly [left: number, bottom: number, right: number, top: number];
  /** The form to draw. */
  readonly form: PDFRef;
}

interface SignatureField {
  /** Reference to the signature dictionary, to find the placeholder in the written file. */
  signature: PDFRef;
  name: string;
}

/** Print and Locked (ISO 32000-2, table 167): the flags of a signature's widget. */
const WIDGET_FLAGS = 132;

/**
 * The changes that a document's first signature permits (DocMDP; ISO 32000-2, 12.8.2.2): signing and filling in
 * forms, nothing else. Without it, ICP-Brasil's validator may call files with several signers indeterminate. It
 * expects it in the signature only, not under the catalog's `/Perms`.
 */
const CERTIFICATION: Literal = [
  {
    Type: 'SigRef',
    TransformMethod: 'DocMDP',
    TransformParams: { Type: 'TransformParams', P: 2, V: '1.2' },
  },
];

/** SignaturesExist and AppendOnly (ISO 32000-2, table 225). */
const SIGNATURE_FLAGS = 3;

/** Adds a signature field with a widget on `page`, and a signature with a placeholder for the CMS. */
export async function addSignatureField(
  document: PDFDocument,
  page: PDFPage,
  options: SignatureFieldOptions,
): Promise<SignatureField> {
  const { context } = document;
  const form = editableForm(document);
  const fields = fieldsOf(form);
  const name = freeName(fields, options.name);
  const { value, field } = await untracked(context, () => {
    const signature = context.register(context.obj(signatureDictionary(options)));
    const widget = context.register(
      context.obj(widgetDictionary({ name, value: signature, page: page.ref, look: options.look })),
    );
    return { value: signature, field: widget };
  });
  fields.push(field);
  const flags = form.lookup(PDFName.of('SigFlags'));
  const known = flags instanceof PDFNumber ? flags.asNumber() : 0;
  form.set(PDFName.of('SigFlags'), PDFNumber.of(known | SIGNATURE_FLAGS));
  await addAnnotation(page, field);
  return { signature: value, name };
}

function widgetDictionary({
  name,
  value,
  page,
  look,
}: Pick<SignatureFieldOptions, 'look'> & { name: string; value: PDFRef; page: PDFRef }): Literals {
  return {
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    T: PDFHexString.fromText(name),
    V: value,
    Rect: look?.rect ?? [0, 0, 0, 0],
    ...(look && { AP: { N: look.form } }),
    F: WIDGET_FLAGS,
    P: page,
  };
}

function signatureDictionary({ signedAt, cmsBytes, certifies, kind }: SignatureFieldOptions): Literals {
  return {
    Type: kind === 'document-timestamp' ? 'DocTimeStamp' : 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: SUB_FILTERS[kind],
    ByteRange: [0, BYTE_RANGE_NUMBER, BYTE_RANGE_NUMBER, BYTE_RANGE_NUMBER],
    Contents: PDFHexString.of('0'.repeat(cmsBytes * 2)),
    // A document timestamp states its time in the token only.
    ...(kind === 'document-timestamp' ? {} : { M: PDFString.fromDate(signedAt) }),
    ...(certifies ? { Reference: CERTIFICATION } : {}),
  };
}

/**
 * Returns the form for editing; it may be direct in the catalog or an object of its own. Keeps its other entries.
 */
function editableForm(document: PDFDocument): PDFDict {
  const key = PDFName.of('AcroForm');
  const existing = document.catalog.lookup(key);
  if (existing instanceof PDFDict) return existing;
  const { context } = document;
  const created = context.obj({});
  document.catalog.set(key, context.register(created));
  return created;
}

function fieldsOf(form: PDFDict): PDFArray {
  const key = PDFName.of('Fields');
  const existing = form.lookup(key);
  if (existing instanceof PDFArray) return existing;
  const created = form.context.obj([]);
  form.set(key, created);
  return created;
}

/** A name that no field has yet: readers treat fields of the same name as one. */
function freeName(fields: PDFArray, wanted: string): string {
  const taken = new Set(fields.asArray().map((_, index) => nameOf(fields.lookup(index))));
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted}${number}`;
  return name;
}

function nameOf(field: PDFObject | undefined): string | undefined {
  const name = field instanceof PDFDict ? field.lookup(PDFName.of('T')) : undefined;
  return name instanceof PDFString || name instanceof PDFHexString ? name.decodeText() : undefined;
}

/**
 * Does not use the library's `addAnnot`, which also rewrites the page's contents and resources; these may be
 * signed.
 */
async function addAnnotation(page: PDFPage, annotation: PDFRef): Promise<void> {
  const key = PDFName.of('Annots');
  const existing = page.node.lookup(key);
  const { context } = page.doc;
  if (existing instanceof PDFArray) existing.push(annotation);
  else page.node.set(key, await untracked(context, () => context.obj([annotation])));
}

/** The written file does not contain the prepared signature as expected, or the CMS does not fit. */
class SignaturePlaceholderError extends Error {
  override readonly name = 'SignaturePlaceholderError';
}

export interface SignaturePlaceholder {
  /** Offset of the placeholder's `<`. */
  start: number;
  /** Offset after the placeholder's `>`. */
  end: number;
}

const HEAD =
  /^\d+ \d+ obj\n<<\n\/Type \/(?:Sig|DocTimeStamp)\n\/Filter \/Adobe\.PPKLite\n\/SubFilter \/(?:ETSI\.CAdES\.detached|ETSI\.RFC3161|adbe\.pkcs7\.detached)\n/;
const RANGE = `[ 0 ${BYTE_RANGE_NUMBER} ${BYTE_RANGE_NUMBER} ${BYTE_RANGE_NUMBER} ]`;
const HEAD_ROOM = 400;

/**
 * Finds the prepared signature in a written file and fills in its byte range: everything except the placeholder. Content
 * of the original cannot be mistaken for it: objects are written in ascending order and the signature's number is
 * new, so only objects of this service follow it.
 * @param file changed in place
 * @param cmsBytes the size of the CMS, in bytes, that the placeholder was made for
 * @throws SignaturePlaceholderError when it is not found
 */
export function openPlaceholder(file: Uint8Array, signature: PDFRef, cmsBytes: number): SignaturePlaceholder {
  const buffer = bufferOf(file);
  const objectHead = `\n${signature.objectNumber} ${signature.generationNumber} obj\n`;
  const object = buffer.lastIndexOf(objectHead, undefined, 'latin1') + 1;
  const head = buffer.toString('latin1', object, object + HEAD_ROOM);
  const range = head.indexOf(RANGE);
  const placeholder = head.indexOf('/Contents <');
  if (!HEAD.test(head) || range < 0 || placeholder < range) {
    throw new SignaturePlaceholderError('The prepared signature is not in the written file.');
  }
  const start = object + placeholder + '/Contents '.length;
  const end = start + cmsBytes * 2 + 2;
  const written = `[ ${byteRangeAround({ start, end }, file.length).join(' ')} ]`;
  buffer.write(written.padEnd(RANGE.length), object + range, 'latin1');
  return { start, end };
}

/** The signed byte range as in the PDF: two pairs of offset and length. */
export function byteRangeAround({ start, end }: SignaturePlaceholder, fileLength: number): number[] {
  return [0, start, end, fileLength - end];
}

/** The two signed parts, as views. */
export function partsAround(file: Uint8Array, placeholder: SignaturePlaceholder): [Uint8Array, Uint8Array] {
  return [file.subarray(0, placeholder.start), file.subarray(placeholder.end)];
}

/**
 * Writes the CMS into the placeholder in hexadecimal; trailing zeros may stay (ISO 32000-2, 12.8.1).
 * @throws SignaturePlaceholderError when it is larger than the placeholder
 */
export function fillPlaceholder(file: Uint8Array, placeholder: SignaturePlaceholder, cms: Uint8Array): void {
  if (cms.length * 2 + 2 > placeholder.end - placeholder.start)
    throw new SignaturePlaceholderError('The signature is larger than its placeholder.');
  const hex = Buffer.from(cms.buffer, cms.byteOffset, cms.byteLength).toString('hex');
  bufferOf(file).write(hex, placeholder.start + 1, 'latin1');
}

function bufferOf(file: Uint8Array): Buffer {
  return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
}
