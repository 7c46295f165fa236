import { PDFArray, PDFName, PDFRef, type PDFDict } from '@cantoo/pdf-lib';
import { dictionaryIn, dictionaryOf, entriesIn, numberOf, numbersIn, valueIn } from '../pdf/document.ts';
import { contentsOf, UnreadableContentError } from './content-stream.ts';
import { Drawing } from './drawing.ts';
import type { FormField } from './form-fields.ts';
import { IDENTITY, meets, type Box } from './geometry.ts';
import type { Revision } from './revision.ts';

const HIDDEN = 2;
/** NoZoom and NoRotate: such an annotation is not where its rectangle says. */
const UNFIXED = 8 | 16;
const EVERYWHERE: Box = [-Infinity, -Infinity, Infinity, Infinity];

/**
 * Numbers of the pages where widgets have an area that meets a text, an image or another annotation's look, as the
 * page was before. What can't be told counts as met; lines and boxes don't.
 * @param widgets by object number
 */
export function coveredPages(
  before: Revision,
  after: Revision,
  widgets: ReadonlyMap<number, FormField>,
): number[] {
  if (widgets.size === 0) return [];
  const [pages, shown] = [[...before.pages.values()], [...after.pages.values()]];
  return shown.flatMap((page, index) => {
    const own = entriesIn(after, page, 'Annots').flatMap(entry =>
      entry instanceof PDFRef ? (widgets.get(entry.objectNumber)?.dict ?? []) : [],
    );
    const areas = own.map(widget => areaOf(after, widget)).filter(area => area !== undefined);
    const old = pages[index];
    if (areas.length === 0) return [];
    return old === undefined || areas.some(area => meetsContent(before, old, area, widgets))
      ? [index + 1]
      : [];
  });
}

/** Undefined where nothing is seen of it. */
function areaOf(revision: Revision, annotation: PDFDict): Box | undefined {
  const flags = numberOf(valueIn(revision, annotation, 'F')) ?? 0;
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersIn(revision, annotation, 'Rect');
  if ((flags & HIDDEN) !== 0 || left === right || bottom === top) return undefined;
  if ((flags & UNFIXED) !== 0 || [left, bottom, right, top].some(Number.isNaN)) return EVERYWHERE;
  return [Math.min(left, right), Math.min(bottom, top), Math.max(left, right), Math.max(bottom, top)];
}

function meetsContent(
  revision: Revision,
  page: PDFDict,
  area: Box,
  widgets: ReadonlyMap<number, FormField>,
): boolean {
  const others = entriesIn(revision, page, 'Annots').filter(
    entry => !(entry instanceof PDFRef && widgets.has(entry.objectNumber)),
  );
  for (const other of others) {
    const annotation = dictionaryOf(revision.resolve(other));
    const own = annotation?.has(PDFName.of('AP')) === true ? areaOf(revision, annotation) : undefined;
    if (own !== undefined && meets(own, area)) return true;
  }
  try {
    const contents = valueIn(revision, page, 'Contents');
    const parts = contents instanceof PDFArray ? contents.asArray() : [contents];
    const data = parts.flatMap(part => [contentsOf(revision, part), Uint8Array.of(10)]);
    return new Drawing(revision, area).meets(data, inheritedResources(revision, page), IDENTITY, 0);
  } catch (error) {
    if (error instanceof UnreadableContentError) return true;
    throw error;
  }
}

function inheritedResources(revision: Revision, page: PDFDict): PDFDict | undefined {
  let node: PDFDict | undefined = page;
  for (let depth = 0; node !== undefined && depth < 32; depth += 1) {
    const own = dictionaryIn(revision, node, 'Resources');
    if (own !== undefined) return own;
    node = dictionaryIn(revision, node, 'Parent');
  }
  return undefined;
}
