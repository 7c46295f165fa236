import {
  entriesOf,
  headerOffset,
  itemsOf,
  pagesOf,
  PdfFile,
  PdfStructureError,
  SearchedFile,
  textOf,
  type Revision,
} from '@sign-session/pdf-structure';

/** Beyond any document that people read; what comes before is not looked at. */
const MOST_PAGES = 5000;
const MOST_LINKS = 1000;

/**
 * Addresses that the links of a PDF's pages lead to, those of the last pages first.
 * @throws PdfStructureError where the file cannot be read
 */
export async function linkAddresses(file: Uint8Array): Promise<string[]> {
  const bytes = file.subarray(headerOffset(file) ?? 0);
  try {
    return await addressesIn(await PdfFile.read(bytes));
  } catch (error) {
    if (!(error instanceof PdfStructureError)) throw error;
    return addressesIn(await SearchedFile.read(bytes)).catch(noAddresses);
  }
}

/** Where readers may find other pages. */
function noAddresses(error: unknown): string[] {
  if (error instanceof PdfStructureError) return [];
  throw error;
}

async function addressesIn(revision: Revision): Promise<string[]> {
  const found: string[] = [];
  const pages = [...(await pagesOf(revision)).keys()].toReversed().slice(0, MOST_PAGES);
  for (const page of pages) {
    const list = entriesOf((await revision.find(page))?.value).get('Annots');
    for (const item of itemsOf(await revision.resolve(list))) {
      if (found.length >= MOST_LINKS) return found;
      const annotation = entriesOf(await revision.resolve(item));
      const action = entriesOf(await revision.resolve(annotation.get('A')));
      const address = textOf(revision, await revision.resolve(action.get('URI')));
      if (address !== '') found.push(address);
    }
  }
  return found;
}
