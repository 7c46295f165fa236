import { UpdateError } from './changes.ts';
import { pairs, type UpdateScope } from './scope.ts';
import { entriesOf, isName, sameValue, type PdfDictionary, type PdfValue } from './values.ts';

/** Values of `/Tabs`, whatever else they could mean (ISO 32000-2, table 31). */
const TAB_ORDERS = ['R', 'C', 'S', 'A', 'W'];
/** Levels of a page tree. */
const DEEPEST_PAGE = 32;

/**
 * Compares a page with what an update makes of it: its list of annotations may be longer, and the order among them stated.
 *
 * @param number of its object
 * @returns the annotations that are added
 * @throws UpdateError for any other change
 */
export async function comparePages(
  scope: UpdateScope,
  pages: ReadonlyMap<number, number>,
  number: number,
  [old, now]: readonly [PdfValue, PdfValue],
): Promise<readonly PdfValue[]> {
  let added: readonly PdfValue[] = [];
  for (const [key, pair] of pairs(entriesOf(old), entriesOf(now))) {
    const isSame = sameValue(...pair);
    if (!isSame) scope.changed.add(`page/${key}`);
    if (key === 'Annots') {
      if (!isSame) await checkInheritance(scope, pages, number, entriesOf(old));
      added = await scope.additions(pair);
    } else if (!isSame && (key !== 'Tabs' || !TAB_ORDERS.some(order => isName(pair[1], order))))
      throw new UpdateError('page', key);
  }
  return added;
}

/** Some readers let pages inherit annotations, though ISO 32000-2 does not (7.7.3.4). */
async function checkInheritance(
  { edges, after }: UpdateScope,
  pages: ReadonlyMap<number, number>,
  number: number,
  page: PdfDictionary,
): Promise<void> {
  const isParent = edges.get(number)?.some(({ key, from }) => key === 'Parent' && pages.has(from));
  if (isParent === true) throw new UpdateError('shared', number);
  let above = page.has('Annots') ? undefined : page.get('Parent');
  for (let depth = 0; above !== undefined; depth++) {
    const node = entriesOf(await after.before.resolve(above));
    if (node.has('Annots') || depth > DEEPEST_PAGE) throw new UpdateError('page', 'Annots');
    above = node.get('Parent');
  }
}
