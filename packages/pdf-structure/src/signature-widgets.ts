import { UpdateError, type SignatureWidget } from './changes.ts';
import { latin1 } from './lexer.ts';
import type { Revision } from './revision.ts';
import { unpack } from './unpack.ts';
import { countOf, entriesOf, isName, isReference, itemsOf, type PdfValue } from './values.ts';

/** NoZoom and NoRotate (ISO 32000-2, 12.5.3): the widget is not where its rectangle says. */
const UNFIXED = 8 | 16;
/** Programs read flags as 32 bits with a sign; what is above, they understand in different ways. */
const MOST_FLAGS = 0x7fff_ffff;
/** In points: the largest page (ISO 32000-2, annex C). Larger numbers wrap round in some programs. */
const LARGEST_COORDINATE = 14_400;

/** What programs draw themselves of a widget without a look. */
const BORDERS = ['MK', 'BS', 'Border'];

const LONGEST_LOOK = 1024;
/** Of a look that paints nothing: blanks, comments, and operators that keep and end what there is not. */
const NOTHING = /^(?:\s|%[^\r\n]*[\r\n]|(?:q|Q|n)(?=\s|$))*(?:%[^\r\n]*)?$/;

/**
 * A widget of a signature, written in the one way that all programs read alike.
 *
 * @returns undefined for a field that is no widget itself
 * @throws UpdateError for another way
 */
export async function readWidget(
  after: Revision,
  number: number,
): Promise<Omit<SignatureWidget, 'page'> | undefined> {
  const entries = entriesOf((await after.find(number))?.value);
  if (!entries.has('Rect') && !entries.has('Subtype')) return undefined;
  const flags = entries.has('F') ? countOf(entries.get('F')) : 0;
  const rect = coordinates(await after.resolve(entries.get('Rect')));
  const isFixed = flags !== undefined && flags <= MOST_FLAGS && (flags & UNFIXED) === 0;
  if (rect === undefined || !isFixed || !isName(entries.get('Subtype'), 'Widget'))
    throw new UpdateError('annotation', number);
  // One that is hidden may be shown later, by an action.
  const isVisible = hasArea(rect);
  const isLine = !isVisible && !isPoint(rect);
  // Some programs draw the ground and the border of one that is a line: it would strike a text out.
  if (isLine && BORDERS.some(key => entries.has(key))) throw new UpdateError('annotation', number);
  // Some programs draw a look in its own size where the rectangle has none.
  if (!isVisible && !(await hasFlatLook(after, number)) && !(await showsNothing(after, number)))
    throw new UpdateError('annotation', number);
  return { number, rect, isVisible };
}

function hasArea([left, bottom, right, top]: readonly number[]): boolean {
  return left !== right && bottom !== top;
}

function isPoint([left, bottom, right, top]: readonly number[]): boolean {
  return left === right && bottom === top;
}

function coordinates(value: PdfValue | undefined): number[] | undefined {
  const numbers = itemsOf(value).map(item => (item.kind === 'number' ? item.number : Number.NaN));
  const areAll = numbers.every(number => Math.abs(number) <= LARGEST_COORDINATE);
  return numbers.length === 4 && areAll ? numbers : undefined;
}

/** Whether a widget's look has no area either. */
async function hasFlatLook(after: Revision, number: number): Promise<boolean> {
  const looks = entriesOf(await after.resolve(entriesOf((await after.find(number))?.value).get('AP')));
  const look = entriesOf(await after.resolve(looks.get('N')));
  const box = coordinates(await after.resolve(look.get('BBox')));
  return box !== undefined && !hasArea(box);
}

/** Whether a widget has no look, or one that paints nothing. What another one that is there shows would go when it is signed. */
export async function showsNothing(revision: Revision, number: number): Promise<boolean> {
  const looks = await revision.resolve(entriesOf((await revision.find(number))?.value).get('AP'));
  const look = entriesOf(looks).get('N');
  if (look === undefined) return true;
  const stream = isReference(look) ? await revision.find(look.number) : undefined;
  if (stream?.data === undefined) return false;
  const { start, end } = stream.data;
  const packed = revision.bytes.subarray(start, end);
  if (packed.length > LONGEST_LOOK || revision.isEncrypted) return packed.length === 0;
  const content = await unpack(entriesOf(stream.value), packed, { left: 64 * LONGEST_LOOK });
  return NOTHING.test(latin1(content));
}
