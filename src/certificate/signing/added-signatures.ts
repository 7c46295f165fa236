/** What a signature adds to a document, read in the browser. */
import {
  type AddedSignature,
  compareUpdate,
  indexOfWord,
  isName,
  isReference,
  itemsOf,
  Lexer,
  pagesOf,
  type PdfDictionary,
  PdfFile,
  PdfStructureError,
  type PdfValue,
  readUpdates,
  sameValue,
  textOf,
  type Update,
} from '@sign-session/pdf-structure';

/** Yields to the page: what follows runs in a new task. With large documents a step takes some 10 ms. */
export function pause(): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve);
  });
}

type Bytes = Uint8Array<ArrayBuffer>;

/** An update adds more than an invisible signature, or one in another form. */
export class AddedSignatureError extends Error {
  override readonly name = 'AddedSignatureError';
}

/** What the service calls its signers' fields, seals and timestamps, and other services theirs: anything else could be a text. */
const FIELD_NAME = /^(?:SignSession)?(?:Signature|Seal|Timestamp)\d{0,3}$/;
const FIELD_KEYS = ['Type', 'Subtype', 'FT', 'T', 'V', 'Rect', 'F', 'P'];
/** No texts, such as a reason or a place: the signer has not read them. */
const SIGNATURE_KEYS = ['Type', 'Filter', 'SubFilter', 'ByteRange', 'Contents', 'M', 'Reference'];
const TIME = /^D:\d{14}(?:Z|[+-]\d\d'\d\d'?)?$/;
const SUB_FILTERS = ['ETSI.CAdES.detached', 'adbe.pkcs7.detached', 'ETSI.RFC3161'];
/** Of a section of cross references; what else there is must have been there before. */
const TRAILER_KEYS = 'Size Root Info Prev ID Type W Index Length Filter DecodeParms'.split(' ');
/** Of an identifier (ISO 32000-2, 14.4). */
const ID_BYTES = 16;
/** All that may differ from the document that was shown. */
const CHANGES = ['catalog/AcroForm', 'form/Fields', 'form/SigFlags', 'page/Annots'];
/** What a document's first signature says: later, only signing and filling in forms (ISO 32000-2, 12.8.2.2). */
const CERTIFICATION = new Lexer(
  new TextEncoder().encode(
    '[<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P 2 /V /1.2 >> >>]',
  ),
).value();

/**
 * Checks what was appended to a document. Only invisible signature fields with their signatures, the form's list of
 * fields and the pages' lists of annotations are allowed, so that no page looks different.
 *
 * @param shown the document as the signer saw it.
 * @param whole begins with the same bytes.
 * @returns the signatures that were added, oldest first; offsets are in bytes from the file's header.
 * @throws AddedSignatureError or UpdateError for any other change, PdfStructureError for what readers may read in two
 * ways.
 */
export async function signaturesAdded(shown: Bytes, whole: Bytes): Promise<AddedSignature[]> {
  const file = await readShown(shown, whole);
  await pause();
  const { ambiguities } = await file.survey();
  const ambiguity = ambiguities.find(({ reason }) => reason !== 'size');
  if (ambiguity !== undefined) throw new PdfStructureError(ambiguity.reason, ambiguity.at);
  // What is appended may have put it right.
  if (ambiguities.length > 0) await checkSize(whole);
  await pause();
  const signatures: AddedSignature[] = [];
  const pages = await pagesOf(file);
  for (const update of await readUpdates(file, whole)) {
    signatures.push(...(await signaturesIn(update, pages)));
    await pause();
  }
  checkCertifications(signatures);
  return signatures;
}

/** Some programs write a `/Size` that leaves objects out, which few readers mind. Of the signed file only the last one counts. */
async function checkSize(whole: Bytes): Promise<void> {
  const file = await PdfFile.read(whole);
  const size = file.trailer.get('Size');
  const end = size?.kind === 'number' ? size.number : 0;
  for (const number of file.numbers()) if (number >= end) throw new PdfStructureError('size');
}

/**
 * Where the cross references of a document don't lead to its catalog, readers search it for objects. The service then
 * appends the right ones, which become part of the document here: its survey checks that they list what every reader finds.
 */
async function readShown(shown: Bytes, whole: Bytes): Promise<PdfFile> {
  const file = await PdfFile.read(shown).catch(ignoreStructure);
  const root = await file?.resolve(file.trailer.get('Root')).catch(ignoreStructure);
  if (file !== undefined && root?.kind === 'dictionary') return file;
  const end = new Lexer(whole, indexOfWord(whole, '%%EOF', shown.length) + '%%EOF'.length);
  end.lineEnd();
  const completed = await PdfFile.read(whole.subarray(0, end.at));
  const { sections, header } = completed;
  const [section, another] = sections;
  const { ambiguities, dead } = await completed.survey();
  // Nothing but a line end before it, which holds no object.
  const isAppended = section?.start === shown.length - header + 1 && another === undefined;
  if (!isAppended || dead !== 1 || ambiguities.length > 0) throw new PdfStructureError('cross-references');
  return completed;
}

function ignoreStructure(error: unknown): undefined {
  if (!(error instanceof PdfStructureError)) throw error;
}

async function signaturesIn(
  update: Update,
  pages: ReadonlyMap<number, number>,
): Promise<readonly AddedSignature[]> {
  const { signatures, changed, unused } = await compareUpdate(update, { pages });
  if (update.trailer.has('Encrypt')) throw new AddedSignatureError('Encrypted.');
  const foreign = [...changed].find(change => !CHANGES.includes(change));
  if (foreign !== undefined) throw new AddedSignatureError(`“${foreign}” is changed.`);
  if (unused.length > 0) throw new AddedSignatureError('An object is unused.');
  for (const signature of signatures) checkSignature(update, signature);
  checkTrailer(update);
  return signatures;
}

/** The identifier's first half is the document's; the second one may be another one in each update. */
function checkTrailer({ trailer, before }: Update): void {
  for (const [key, value] of trailer)
    if (!TRAILER_KEYS.includes(key) && !sameValue(before.trailer.get(key), value))
      throw new AddedSignatureError(`“${key}” is added.`);
  const [old, id] = [before.trailer.get('ID'), trailer.get('ID')];
  if (id === undefined || sameValue(old, id)) return;
  const [first, second, another] = itemsOf(id);
  const isSame = old === undefined ? isId(first) : sameValue(itemsOf(old)[0], first);
  if (!isSame || !isId(second) || another !== undefined) throw new AddedSignatureError('Another identifier.');
}

function isId(value: PdfValue | undefined): boolean {
  return value?.kind === 'string' && value.text.length === ID_BYTES;
}

/** Nothing that a reader shows of it is of the service's own wording. */
function checkSignature(
  update: Update,
  { field, dictionary, object, wasEmptyField, marks }: AddedSignature,
): void {
  wantOnly(field, FIELD_KEYS);
  wantOnly(dictionary, SIGNATURE_KEYS);
  const isNamed =
    FIELD_NAME.test(textOf(update, field.get('T'))) &&
    isName(field.get('Type'), 'Annot') &&
    isName(field.get('Subtype'), 'Widget') &&
    field.get('F')?.kind === 'number' &&
    (!field.has('P') || isReference(field.get('P')));
  const type = dictionary.get('Type');
  const isTyped =
    ['Sig', 'DocTimeStamp'].some(known => isName(type, known)) &&
    isName(dictionary.get('Filter'), 'Adobe.PPKLite') &&
    SUB_FILTERS.some(known => isName(dictionary.get('SubFilter'), known));
  if (!isNamed || !isTyped) throw new AddedSignatureError('A text that is not known.');
  const time = dictionary.get('M');
  const rect = itemsOf(field.get('Rect'));
  const isUsual =
    (!time || (time.kind === 'string' && TIME.test(time.text))) &&
    rect.length === 4 &&
    sameValue(rect[0], rect[2]) &&
    sameValue(rect[1], rect[3]) &&
    marks.length === 0 &&
    object.container === undefined;
  if (wasEmptyField || !isUsual) throw new AddedSignatureError('Not an invisible signature.');
}

/** Checks that there are no other keys than these. */
function wantOnly(dictionary: PdfDictionary, keys: readonly string[]): void {
  for (const key of dictionary.keys())
    if (!keys.includes(key)) throw new AddedSignatureError(`“${key}” is added.`);
}

/** Only the first signature may say what is allowed after it, to the letter: otherwise the next signer might not sign. */
function checkCertifications([first, ...others]: readonly AddedSignature[]): void {
  if (others.some(({ dictionary }) => dictionary.has('Reference')))
    throw new AddedSignatureError('A certification that is not the first signature.');
  const stated = first?.dictionary.get('Reference');
  if (stated !== undefined && !sameValue(CERTIFICATION, stated))
    throw new AddedSignatureError('Another certification.');
}
