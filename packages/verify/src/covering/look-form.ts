import {
  entriesOf,
  isName,
  isReference,
  itemsOf,
  PdfFile,
  PdfStructureError,
  type PdfValue,
} from '@sign-session/pdf-structure';
import { checkFormStream } from './page-form.ts';

/**
 * Whether all programs draw a widget's look within its rectangle. Each is a form that states its box, turned by right
 * angles at most, and is written in the one way that all programs read alike: where content gives back a state that it did
 * not keep, some give up the box with it.
 * @param file up to the end of a revision
 * @param widget the number of its object
 */
export async function staysInside(file: Uint8Array, widget: number): Promise<boolean> {
  try {
    const revision = await PdfFile.read(file);
    const looks = await revision.resolve(entriesOf((await revision.find(widget))?.value).get('AP'));
    for (const look of entriesOf(looks).values()) await checkLook(revision, look);
    return looks === undefined || looks.kind === 'dictionary';
  } catch (error) {
    if (error instanceof PdfStructureError) return false;
    throw error;
  }
}

/** @throws PdfStructureError */
async function checkLook(revision: PdfFile, look: PdfValue): Promise<void> {
  if (!isReference(look)) throw new PdfStructureError('syntax');
  const { value, data } = (await revision.find(look.number)) ?? {};
  const entries = entriesOf(value);
  const box = await revision.resolve(entries.get('BBox'));
  const matrix = await revision.resolve(entries.get('Matrix'));
  const isForm = data !== undefined && isName(entries.get('Subtype'), 'Form');
  if (!isForm || !isBox(box) || !(matrix === undefined || isUpright(matrix)))
    throw new PdfStructureError('syntax');
  await checkFormStream(revision, look.number);
}

function isBox(value: PdfValue | undefined): boolean {
  const [left, bottom, right, top] = numbersIn(value, 4);
  return left !== right && bottom !== top;
}

/** Turned by right angles at most. */
function isUpright(value: PdfValue): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = numbersIn(value, 6);
  return a * d !== b * c && ((a === 0 && d === 0) || (b === 0 && c === 0));
}

/** As many numbers as are wanted; none of any other value. */
function numbersIn(value: PdfValue | undefined, count: number): number[] {
  const numbers = itemsOf(value).flatMap(item => (item.kind === 'number' ? item.number : []));
  return numbers.length === count && itemsOf(value).length === count ? numbers : [];
}
