import type { DocumentWarning } from './warnings.ts';
import type { PDFDocumentProxy } from '../pdf/pdfjs.ts';

/**
 * Checks the file as a whole for content that its pages do not show. The checks are independent: one that fails on a
 * damaged file does not affect the others, and is reported as `not-inspected`.
 */
export async function checkDocument(pdf: PDFDocumentProxy): Promise<readonly DocumentWarning[]> {
  const questions: readonly (readonly [DocumentWarning, () => Promise<boolean>])[] = [
    ['xfa', () => hasXfa(pdf)],
    ['hidden-content', () => hasHiddenLayers(pdf)],
    ['scripts', () => hasScripts(pdf)],
    ['attachments', () => hasAttachments(pdf)],
  ];
  const answers = await Promise.all(
    questions.map(async ([warning, ask]): Promise<readonly DocumentWarning[]> => {
      try {
        return (await ask()) ? [warning] : [];
      } catch {
        return ['not-inspected'];
      }
    }),
  );
  return answers.flat();
}

async function hasXfa(pdf: PDFDocumentProxy): Promise<boolean> {
  const { info } = await pdf.getMetadata();
  return 'IsXFAPresent' in info && info.IsXFAPresent === true;
}

async function hasHiddenLayers(pdf: PDFDocumentProxy): Promise<boolean> {
  const layers = await pdf.getOptionalContentConfig();
  for (const [, layer] of layers) if (!layer.visible) return true;
  return false;
}

/** Scripts of the document and its fields. (`hasJSActions` is true for every signature field.) */
async function hasScripts(pdf: PDFDocumentProxy): Promise<boolean> {
  if ((await pdf.getJSActions()) !== null) return true;
  const fields = await pdf.getFieldObjects();
  return Array.from(fields?.values() ?? []).some(parts =>
    parts.some(part => 'actions' in part && part.actions instanceof Map),
  );
}

async function hasAttachments(pdf: PDFDocumentProxy): Promise<boolean> {
  return ((await pdf.getAttachments())?.size ?? 0) > 0;
}
