import { UpdateError } from './changes.ts';
import { pairs, type UpdateScope } from './scope.ts';
import { entriesOf, isName, sameValue, type PdfValue } from './values.ts';

/** Values of `/Tabs`, whatever else they could mean (ISO 32000-2, table 31). */
const TAB_ORDERS = ['R', 'C', 'S', 'A', 'W'];

/**
 * Compares a page with what an update makes of it: its list of annotations may be longer, and the order among them stated.
 *
 * @returns the annotations that are added
 * @throws UpdateError for any other change
 */
export async function comparePages(
  scope: UpdateScope,
  [old, now]: readonly [PdfValue, PdfValue],
): Promise<readonly PdfValue[]> {
  let added: readonly PdfValue[] = [];
  for (const [key, pair] of pairs(entriesOf(old), entriesOf(now))) {
    const isSame = sameValue(...pair);
    if (!isSame) scope.changed.add(`page/${key}`);
    if (key === 'Annots') added = await scope.additions(pair);
    else if (!isSame && (key !== 'Tabs' || !TAB_ORDERS.some(order => isName(pair[1], order))))
      throw new UpdateError('page', key);
  }
  return added;
}
