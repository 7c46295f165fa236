import { latin1 } from './lexer.ts';
import type { Revision } from './revision.ts';
import { unpack } from './unpack.ts';
import { entriesOf, isName, isReference, itemsOf, PdfStructureError } from './values.ts';
import type { PdfDictionary, PdfValue } from './values.ts';

/** Of a field of a signature, of a widget, and of both in one object: by none of them a reader draws, speaks or acts. */
const UNSEEN_KEYS = new Set(
  'Type Subtype FT T V Rect F Ff P AP MK M NM Lock SV DA DR H StructParent Kids Parent'.split(' '),
);
const LONGEST_LOOK = 1024;
/** Of a look that paints nothing: blanks, comments, and operators that keep and end what there is not. */
const NOTHING = /^(?:[\0\t\n\f\r ]|%[^\r\n]*[\r\n]|[qQn](?=[\0\t\n\f\r %]|$))*(?:%[^\r\n]*)?$/;

/**
 * Whether a signature's widget is invisible by its form, whatever draws it: a rectangle of four zeros, no look or one that
 * is a single form without an area and without anything that paints, and nothing that readers draw by themselves or run.
 *
 * @param isField whether it may be a field that is no widget
 */
export async function isInvisible(revision: Revision, number: number, isField: boolean): Promise<boolean> {
  const entries = entriesOf((await revision.find(number))?.value);
  if ([...entries.keys()].some(key => !UNSEEN_KEYS.has(key))) return false;
  const look = await revision.resolve(entries.get('AP'));
  const style = await revision.resolve(entries.get('MK'));
  if (style !== undefined && (style.kind !== 'dictionary' || style.entries.size > 0)) return false;
  if (isField && look === undefined && !entries.has('Rect') && !entries.has('Subtype')) return true;
  const rect = numbersOf(await revision.resolve(entries.get('Rect')));
  const isPoint = rect?.every(value => value === 0) === true;
  return isPoint && isName(entries.get('Subtype'), 'Widget') && (await showsNothing(revision, look));
}

/** Four numbers; undefined for anything else. */
export function numbersOf(value: PdfValue | undefined): readonly number[] | undefined {
  const numbers = itemsOf(value).map(item => (item.kind === 'number' ? item.number : Number.NaN));
  return numbers.length === 4 && numbers.every(Number.isFinite) ? numbers : undefined;
}

/** Whether there is no look, or only a normal one, without states, that has no area and paints nothing. */
async function showsNothing(revision: Revision, looks: PdfValue | undefined): Promise<boolean> {
  if (looks === undefined) return true;
  const entries = entriesOf(looks);
  const normal = entries.get('N');
  const stream = isReference(normal) && entries.size === 1 ? await revision.find(normal.number) : undefined;
  if (stream?.data === undefined) return false;
  const dictionary = entriesOf(stream.value);
  const box = numbersOf(await revision.resolve(dictionary.get('BBox')));
  if (box === undefined || (box[0] !== box[2] && box[1] !== box[3])) return false;
  const { start, end } = stream.data;
  return isBlank(dictionary, revision.bytes.subarray(start, end), revision.isEncrypted);
}

async function isBlank(
  dictionary: PdfDictionary,
  packed: Uint8Array,
  isEncrypted: boolean,
): Promise<boolean> {
  if (packed.length > LONGEST_LOOK || isEncrypted) return packed.length === 0;
  try {
    const content = await unpack(dictionary, packed, { left: 64 * LONGEST_LOOK });
    return content.length <= LONGEST_LOOK && NOTHING.test(latin1(content));
  } catch (error) {
    if (error instanceof PdfStructureError) return false;
    throw error;
  }
}
