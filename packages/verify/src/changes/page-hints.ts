import { countOf, entriesOf, itemsOf, pagesOf, type PdfFile } from '@sign-session/pdf-structure';

/** Where the width of its first entries stands in a page offset hint table, and where they begin (ISO 32000-2, F.4.2). */
const WIDTH_AT = 8;
const ENTRIES_AT = 36;

/**
 * Whether the pages are those that a linearized file's hints name, which poppler draws where the file is as long as it says.
 * The first page is named elsewhere; the others begin with object 1, each as many numbers after the one before as that has
 * objects.
 * @throws PdfStructureError for hints that can't be read
 */
export async function hasItsPages(file: PdfFile): Promise<boolean> {
  const entries = entriesOf((await file.at(0)).value);
  if (!entries.has('Linearized') || countOf(entries.get('L')) !== file.bytes.length) return true;
  const [, ...pages] = (await pagesOf(file)).keys();
  if (countOf(entries.get('N')) !== pages.length + 1) return false;
  const hints = await file.at(countOf(itemsOf(entries.get('H'))[0]) ?? 0);
  const table = new DataView((await file.contentOf(hints)).slice().buffer);
  if (table.byteLength < ENTRIES_AT) return false;
  const [least, width] = [table.getUint32(0), table.getUint16(WIDTH_AT)];
  let number = 1;
  return pages.every((page, index) => {
    // The first page's entry is not used.
    if (index > 0) number += least + bitsAt(table, ENTRIES_AT * 8 + index * width, width);
    return page === number;
  });
}

/** A number of some bits, of which those behind the end are 0. */
function bitsAt(table: DataView, from: number, width: number): number {
  let value = 0;
  for (let at = from; at < from + width; at += 1) {
    const byte = at >> 3 < table.byteLength ? table.getUint8(at >> 3) : 0;
    value = value * 2 + ((byte >> (7 - (at & 7))) & 1);
  }
  return value;
}
