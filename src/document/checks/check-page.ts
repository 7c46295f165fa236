import type { DocumentWarning } from './warnings.ts';
import type { PDFPageProxy } from '../pdf/pdfjs.ts';

/** The fields of pdf.js's annotations that are read here. */
interface Annotation {
  readonly subtype?: unknown;
  readonly actions?: unknown;
  readonly fieldValue?: unknown;
  readonly hasAppearance?: unknown;
  readonly annotationFlags?: unknown;
  readonly checkBox?: unknown;
  readonly radioButton?: unknown;
}

/** Annotations with one of these flags are not drawn: Hidden and NoView (ISO 32000-1, table 165). */
const UNSEEN = 0b10_0010;

/** Annotations that are not part of the page's appearance, or have their own warning. */
const UNDRAWN: readonly unknown[] = ['Widget', 'Link', 'Popup', 'FileAttachment'];

/**
 * What pdf.js could not draw of a page. It stores `null` for a broken image, and an error message for a broken font,
 * and reports neither. Call it after the page is drawn and before it is cleaned up.
 */
export function inspectDrawing(page: PDFPageProxy): readonly DocumentWarning[] {
  const objects: readonly unknown[] = [...page.objs, ...page.commonObjs].map(([, object]) => object);
  const warnings: DocumentWarning[] = [];
  if (objects.includes(null)) warnings.push('image-missing');
  if (hasBrokenFont(page)) warnings.push('font-missing');
  return warnings;
}

/** Whether a font used so far could not be read. */
export function hasBrokenFont({ commonObjs }: PDFPageProxy): boolean {
  return [...commonObjs].some(([, object]: readonly unknown[]) => typeof object === 'string');
}

/** Whether a drawn page has images. */
export function hasPictures({ objs }: PDFPageProxy): boolean {
  return [...objs].length > 0;
}

/** Checks a page's annotations for content that its picture does not show. */
export async function inspectAnnotations(page: PDFPageProxy): Promise<readonly DocumentWarning[]> {
  const [annotations, scripts]: readonly [readonly Annotation[], unknown] = await Promise.all([
    page.getAnnotations({ intent: 'any' }),
    page.getJSActions(),
  ]);
  const marks = annotations.filter(({ subtype }) => !UNDRAWN.includes(subtype));
  const warnings: DocumentWarning[] = [];
  if (annotations.some(({ subtype }) => subtype === 'FileAttachment')) warnings.push('attachments');
  if (scripts !== null || annotations.some(({ actions }) => actions instanceof Map)) warnings.push('scripts');
  if (annotations.some(isUnseenValue)) warnings.push('field-missing');
  if (marks.some(mark => isUnseen(mark) && mark.hasAppearance === true)) warnings.push('hidden-content');
  if (marks.some(mark => !isUnseen(mark) && mark.hasAppearance !== true)) warnings.push('image-missing');
  return warnings;
}

/** Whether an annotation is hidden: pdf.js returns hidden ones too. */
export function isUnseen({ annotationFlags }: Pick<Annotation, 'annotationFlags'>): boolean {
  return typeof annotationFlags === 'number' && (annotationFlags & UNSEEN) !== 0;
}

/**
 * Whether it is a form field with a value that is not drawn. pdf.js draws a field's appearance stream, or generates one
 * if the file asks for it (NeedAppearances).
 */
function isUnseenValue(annotation: Annotation): boolean {
  const { subtype, fieldValue, hasAppearance, checkBox, radioButton } = annotation;
  if (subtype !== 'Widget') return false;
  const values: readonly unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  if (!values.some(value => typeof value === 'string' && value.trim() !== '')) return false;
  const unseen = isUnseen(annotation);
  // pdf.js draws ticks itself; “Off” is the value of an unticked box.
  if (checkBox === true || radioButton === true) return unseen && fieldValue !== 'Off';
  return unseen || hasAppearance !== true;
}
