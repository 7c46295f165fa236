/** Where links and the outline of a document lead. */
import type { PDFDocumentProxy, PDFPageProxy } from '../pdf/pdfjs.ts';

/** The target of a link or an outline entry: a page, from 1, and how far down it, 0 to 1. */
export interface Destination {
  readonly page: number;
  readonly fraction: number;
}

/**
 * Resolves a destination of the file (ISO 32000-1, 12.3.2): a name, or an explicit page and view.
 *
 * @param dest as pdf.js gives it.
 * @returns `undefined` when it has no target in this file.
 */
export async function findDestination(
  pdf: PDFDocumentProxy,
  dest: unknown,
): Promise<Destination | undefined> {
  try {
    const explicit: unknown = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    if (!Array.isArray(explicit)) return undefined;
    const parts: readonly unknown[] = explicit;
    const index = await pageIndex(pdf, parts[0]);
    if (index === undefined || index < 0 || index >= pdf.numPages) return undefined;
    const page = await pdf.getPage(index + 1);
    return { page: index + 1, fraction: fractionDown(page, parts.slice(1)) };
  } catch {
    // A destination that can't be read has no target.
    return undefined;
  }
}

async function pageIndex(pdf: PDFDocumentProxy, page: unknown): Promise<number | undefined> {
  if (typeof page === 'number') return Number.isInteger(page) ? page : undefined;
  return isRef(page) ? pdf.getPageIndex(page) : undefined;
}

function isRef(value: unknown): value is { num: number; gen: number } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'num' in value &&
    'gen' in value &&
    typeof value.num === 'number' &&
    typeof value.gen === 'number'
  );
}

/** The destination's upper edge; the top of the page if it has none. */
function fractionDown(page: PDFPageProxy, [kind, ...values]: readonly unknown[]): number {
  const top = values[TOP_AT[nameOf(kind)] ?? values.length];
  if (typeof top !== 'number') return 0;
  const viewport = page.getViewport({ scale: 1 });
  const left = typeof values[0] === 'number' ? values[0] : 0;
  const [, y = 0] = viewport.convertToViewportPoint(left, top);
  return Math.min(1, Math.max(0, y / viewport.height));
}

/** The index of the upper edge among the numbers after the view's name. */
const TOP_AT: Readonly<Record<string, number>> = { XYZ: 1, FitH: 0, FitBH: 0, FitR: 3 };

function nameOf(kind: unknown): string {
  return typeof kind === 'object' && kind !== null && 'name' in kind ? String(kind.name) : '';
}

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
