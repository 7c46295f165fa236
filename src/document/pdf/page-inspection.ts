import type { DocumentNotice } from './notices.ts';
import { OPS, type PDFDocumentProxy, type PDFPageProxy, type TextContentItem } from './pdfjs.ts';

type Layers = Awaited<ReturnType<PDFDocumentProxy['getOptionalContentConfig']>>;

/** Operators that paint a picture. */
const IMAGES: ReadonlySet<number> = new Set([
  OPS.paintImageXObject,
  OPS.paintImageXObjectRepeat,
  OPS.paintImageMaskXObject,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintImageMaskXObjectRepeat,
  OPS.paintInlineImageXObject,
  OPS.paintInlineImageXObjectGroup,
]);

/**
 * What pdf.js could not draw of a page. It keeps `null` in an image's place, and a message in a font's; nothing
 * else tells. Ask when the page is drawn and before it is cleaned up.
 */
export function inspectDrawing(page: PDFPageProxy): readonly DocumentNotice[] {
  const objects: readonly unknown[] = [...page.objs, ...page.commonObjs].map(([, object]) => object);
  const notices: DocumentNotice[] = [];
  if (objects.includes(null)) notices.push('image-missing');
  if (objects.some(object => typeof object === 'string')) notices.push('font-missing');
  return notices;
}

/**
 * What a page has that its picture does not show, and whether it is a picture only; without drawing it.
 *
 * @param known what need not be found out again: the dear questions are not asked then.
 */
export async function inspectPage(
  page: PDFPageProxy,
  layers: Layers,
  known: ReadonlySet<DocumentNotice>,
): Promise<readonly DocumentNotice[]> {
  const [{ items }, annotations, scripts] = await Promise.all([
    page.getTextContent(),
    annotationsOf(page),
    page.getJSActions(),
  ]);
  const notices: DocumentNotice[] = [];
  if (annotations.some(({ subtype }) => subtype === 'FileAttachment')) notices.push('attachments');
  if (scripts !== null || annotations.some(({ actions }) => actions instanceof Map)) notices.push('scripts');
  const mute = !items.some(hasLetters);
  const layered = layers.getOrder() !== null;
  const dear = (mute && !known.has('scanned')) || (layered && !known.has('hidden-content'));
  if (dear) notices.push(...(await inspectOperators(page, layers, mute)));
  return notices;
}

interface Annotation {
  readonly subtype?: unknown;
  readonly actions?: unknown;
}

async function annotationsOf(page: PDFPageProxy): Promise<readonly Annotation[]> {
  const annotations: readonly Annotation[] = await page.getAnnotations();
  return annotations;
}

function hasLetters(item: TextContentItem): boolean {
  return 'str' in item && item.str.trim() !== '';
}

async function inspectOperators(
  page: PDFPageProxy,
  layers: Layers,
  mute: boolean,
): Promise<readonly DocumentNotice[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const notices: DocumentNotice[] = [];
  if (mute && fnArray.some(operator => IMAGES.has(operator))) notices.push('scanned');
  const hidden = fnArray.some((operator, at) => {
    if (operator !== OPS.beginMarkedContentProps) return false;
    const [tag, group]: readonly unknown[] = argsArray[at] ?? [];
    return tag === 'OC' && !layers.isVisible(group);
  });
  if (hidden) notices.push('hidden-content');
  return notices;
}
