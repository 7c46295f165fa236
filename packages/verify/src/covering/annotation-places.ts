import {
  entriesOf,
  isReference,
  itemsOf,
  pagesOf,
  PdfFile,
  PdfStructureError,
} from '@sign-session/pdf-structure';
import type { PdfDictionary, PdfValue } from '@sign-session/pdf-structure';
import { boxAround, boxOf, type Box } from './page-area.ts';
import { hasPlainColours } from './page-form.ts';

/** An annotation of a page, a field's widget for example, whether it is shown or not. */
export interface AnnotationPlace {
  /** Of its object; undefined for one that is in the page's list itself. */
  readonly number: number | undefined;
  /** All that it may be drawn in, in the page's own coordinates. */
  readonly box: Box;
}

export interface AnnotatedPage {
  /** Of its object. */
  readonly number: number;
  /** What its coordinates count, in points (`/UserUnit`). */
  readonly unit: number;
  readonly annotations: readonly AnnotationPlace[];
  /** Whether programs show its colours alike; undefined if they may draw other things (`hasPlainColours`). */
  readonly hasPlainColours: boolean | undefined;
}

const MOST_ANNOTATIONS = 20_000;

/** NoZoom and NoRotate (ISO 32000-2, table 167). */
const FIXED_SIZE = 8 | 16;
/** Readers draw their icons in a size of their own. */
const ICONS = ['Text', 'FileAttachment', 'Sound'];
/** By how many times its own size such an annotation may be larger on each side, and by how many points at least. */
const GROWTH = 4;
const LEAST_GROWTH = 72;

/** Entries with the coordinates of points, which readers may draw an annotation without a look by. */
const POINTS = ['L', 'Vertices', 'InkList', 'QuadPoints', 'CL', 'Path'];

/**
 * The annotations of a document's pages.
 * @param file up to the end of a revision
 * @param indexes of the pages that are asked for
 * @throws PdfStructureError for what can't be read
 */
export async function annotatedPages(
  file: Uint8Array,
  indexes: ReadonlySet<number>,
): Promise<ReadonlyMap<number, AnnotatedPage>> {
  const revision = await PdfFile.read(file);
  const pages = new Map<number, AnnotatedPage>();
  for (const [number, index] of await pagesOf(revision)) {
    if (!indexes.has(index)) continue;
    const page = entriesOf((await revision.find(number))?.value);
    const list = itemsOf(await revision.resolve(page.get('Annots')));
    if (list.length > MOST_ANNOTATIONS) throw new PdfStructureError('limit');
    const annotations: AnnotationPlace[] = [];
    for (const item of list) {
      const box = await boxIn(revision, entriesOf(await revision.resolve(item)));
      if (box !== undefined) annotations.push({ number: isReference(item) ? item.number : undefined, box });
    }
    const unit = await revision.resolve(page.get('UserUnit'));
    const isUnit = unit?.kind === 'number' && unit.number > 0;
    pages.set(index, {
      number,
      unit: isUnit ? unit.number : 1,
      annotations,
      hasPlainColours: await hasPlainColours(revision, page).catch(ignoreStructure),
    });
  }
  return pages;
}

function ignoreStructure(error: unknown): undefined {
  if (!(error instanceof PdfStructureError)) throw error;
}

async function boxIn(revision: PdfFile, annotation: PdfDictionary): Promise<Box | undefined> {
  const own = boxOf(await numbersIn(revision, annotation.get('Rect')));
  const points: number[] = [];
  for (const key of POINTS) points.push(...(await numbersIn(revision, annotation.get(key))));
  if (own === undefined) return points.length === 0 ? undefined : boxAround(points);
  const [subtype, flags] = [
    await revision.resolve(annotation.get('Subtype')),
    await revision.resolve(annotation.get('F')),
  ];
  const isFixed = flags?.kind === 'number' && (flags.number & FIXED_SIZE) !== 0;
  const isIcon = subtype?.kind === 'name' && ICONS.includes(subtype.name);
  const box = isFixed || isIcon ? grown(own) : own;
  return boxAround([...box, ...points]);
}

function grown([left, bottom, right, top]: Box): Box {
  const across = Math.max(LEAST_GROWTH, GROWTH * (right - left));
  const along = Math.max(LEAST_GROWTH, GROWTH * (top - bottom));
  return [left - across, bottom - along, right + across, top + along];
}

/** The numbers in an array, and in arrays in it. */
async function numbersIn(revision: PdfFile, value: PdfValue | undefined, depth = 0): Promise<number[]> {
  const found: number[] = [];
  for (const item of itemsOf(await revision.resolve(value))) {
    const resolved = await revision.resolve(item);
    if (resolved?.kind === 'number') found.push(resolved.number);
    else if (resolved?.kind === 'array' && depth < 2)
      found.push(...(await numbersIn(revision, resolved, depth + 1)));
  }
  return found;
}
