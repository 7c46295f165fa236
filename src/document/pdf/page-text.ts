import { isRun } from './document-find.ts';
import type { PDFPageProxy } from './pdfjs.ts';
import type { TextBlock } from './text-block.ts';

/** A page as it is read, in reading order; empty where it has no text. */
export async function readPageText(page: PDFPageProxy): Promise<readonly TextBlock[]> {
  const { items } = await page.getTextContent();
  const lines = items
    .filter(isRun)
    .map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str))
    .join('');
  return lines
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(text => ({ kind: 'paragraph', text }));
}
