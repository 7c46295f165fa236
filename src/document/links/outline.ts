import { findDestination, type Destination } from './destination.ts';
import type { PDFDocumentProxy } from '../pdf/pdfjs.ts';

/** An entry of the file's table of contents, with its children. */
export interface OutlineItem extends Destination {
  readonly title: string;
  readonly items: readonly OutlineItem[];
}

/** Maximum number of entries: a hostile file may have millions. */
const MOST_ENTRIES = 2000;
const DEEPEST = 8;

type Entries = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;

/**
 * The file's table of contents. An entry without a target is replaced by its children.
 *
 * @param signal stops reading; the result is what was read until then.
 * @returns empty if the file has none.
 */
export async function readOutline(
  pdf: PDFDocumentProxy,
  signal: AbortSignal,
): Promise<readonly OutlineItem[]> {
  let left = MOST_ENTRIES;
  const read = async (entries: Entries | undefined, depth: number): Promise<OutlineItem[]> => {
    const found: OutlineItem[] = [];
    for (const { title, dest, items } of entries ?? []) {
      if (signal.aborted || left <= 0 || depth > DEEPEST) break;
      left -= 1;
      const destination = dest === null ? undefined : await findDestination(pdf, dest);
      const below = await read(items, depth + 1);
      const name = title.trim();
      if (destination === undefined || name === '') found.push(...below);
      else found.push({ title: name, ...destination, items: below });
    }
    return found;
  };
  try {
    return await read(await pdf.getOutline(), 1);
  } catch {
    // A broken table of contents must not prevent reading the pages.
    return [];
  }
}
