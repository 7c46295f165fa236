import { isHidden, lettersOf } from './drawn-letters.ts';
import type { DocumentNotice } from './notices.ts';
import { OPS, type PDFDocumentProxy, type PDFPageProxy } from './pdfjs.ts';

export type Layers = Awaited<ReturnType<PDFDocumentProxy['getOptionalContentConfig']>>;
export type PageOperators = Awaited<ReturnType<PDFPageProxy['getOperatorList']>>;

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
 * All that is needed to draw a page, without drawing it: its operators, with fonts read and images decoded.
 *
 * @throws what pdf.js throws where it can't read the page; opened strictly, where it would leave something out.
 */
export async function readOperators(page: PDFPageProxy): Promise<PageOperators> {
  const operators = await page.getOperatorList();
  const { fnArray, argsArray } = operators;
  const needed: unknown[] = fnArray.flatMap((operator, at) =>
    operator === OPS.dependency ? argsArray[at] : [],
  );
  await Promise.all(needed.filter(id => typeof id === 'string').map(id => arrival(page, id)));
  return operators;
}

/** Fonts and images come on their own, after the operators that use them. */
function arrival(page: PDFPageProxy, id: string): Promise<void> {
  const objects = id.startsWith('g_') ? page.commonObjs : page.objs;
  return new Promise(resolve => objects.get(id, () => resolve()));
}

/** Operators that paint something else than pictures and letters. */
const SHAPES: ReadonlySet<number> = new Set([OPS.paintSolidColorImageMask, OPS.rawFillPath, OPS.shadingFill]);

/** What a page's operators say that its picture does not show, and whether it is a picture only, or nothing. */
export function inspectOperators(
  { fnArray, argsArray }: PageOperators,
  layers: Layers,
): readonly DocumentNotice[] {
  const notices: DocumentNotice[] = [];
  let mute = true;
  let pictured = false;
  let blank = true;
  let hidden = false;
  for (const [at, operator] of fnArray.entries()) {
    const args: readonly unknown[] = argsArray[at] ?? [];
    blank &&= !paints(operator, args);
    if (IMAGES.has(operator)) pictured = true;
    else if (operator === OPS.showText) mute &&= lettersOf(args[0]).length === 0;
    else if (operator === OPS.beginMarkedContentProps) {
      hidden ||= isHidden(args, layers);
    }
  }
  if (mute && pictured) notices.push('scanned');
  if (hidden) notices.push('hidden-content');
  if (blank) notices.push('blank-page');
  return notices;
}

/** Whether an operator leaves something on the page. A path may only cut off what comes after it. */
function paints(operator: number, [first, second]: readonly unknown[]): boolean {
  if (operator === OPS.showText) return Array.isArray(first) && first.some(part => typeof part === 'object');
  if (operator === OPS.constructPath) {
    return first !== OPS.endPath && Array.isArray(second) && second[0] !== null;
  }
  return IMAGES.has(operator) || SHAPES.has(operator);
}
