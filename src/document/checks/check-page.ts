import type { DocumentWarning } from './warnings.ts';
import { hasBrokenFont } from '../pdf/fonts.ts';
import type { MissingPart } from '../pdf/page-source.ts';
import type { PDFPageProxy } from '../pdf/pdfjs.ts';

/** A page that was drawn, and what became known of it. */
export interface DrawnPage {
  /** From 1. */
  readonly number: number;
  /** The page is blank: there was nothing to draw. */
  readonly blank: boolean;
  /** The part of the page that could not be read. */
  readonly missingPart: MissingPart | undefined;
  /** Whether it has text; `undefined` if that can't be read, or the page was released before. */
  readonly hasWords: Promise<boolean | undefined>;
}

/** The fields of pdf.js's annotations that are read here. */
interface Annotation {
  readonly subtype?: unknown;
  readonly actions?: unknown;
  readonly fieldValue?: unknown;
  readonly hasAppearance?: unknown;
  readonly annotationFlags?: unknown;
  /** The text of a comment; that of a `FreeText` is drawn. */
  readonly contentsObj?: { readonly str?: unknown } | undefined;
  readonly richText?: unknown;
  readonly fieldType?: unknown;
  readonly password?: unknown;
  /** The text of a text field's look, in lines. */
  readonly textContent?: unknown;
  readonly checkBox?: unknown;
  readonly radioButton?: unknown;
}

/** Annotations with one of these flags are not drawn: Hidden and NoView (ISO 32000-1, table 165). */
const UNSEEN = 0b10_0010;

/** Of these flags, Hidden, Print and NoView, those of an annotation that only print shows. */
const [PRINTING, PRINT_ONLY] = [0b10_0110, 0b10_0100];

/** Annotations that are not part of the page's appearance, or have their own warning. */
const UNDRAWN: readonly unknown[] = ['Widget', 'Link', 'Popup', 'FileAttachment'];

/** Annotations whose text is not drawn. */
const COMMENTS: readonly unknown[] =
  'Text Highlight Underline Squiggly StrikeOut Caret Stamp Ink Line Square Circle Polygon PolyLine Redact'.split(
    ' ',
  );

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
  if (marks.some(isPrintOnly)) warnings.push('print-only');
  if (marks.some(hasUndrawnText)) warnings.push('comment-texts');
  if (marks.some(mark => isUnseen(mark) && !isPrintOnly(mark) && mark.hasAppearance === true))
    warnings.push('hidden-content');
  if (marks.some(mark => !isUnseen(mark) && mark.hasAppearance !== true))
    warnings.push('annotation-without-appearance');
  if (annotations.some(hasOtherLook)) warnings.push('field-appearance-differs');
  return warnings;
}

/** Whether the look of a text field, which is drawn, says something else than its value. */
function hasOtherLook({ fieldType, fieldValue, textContent, password, actions }: Annotation): boolean {
  if (fieldType !== 'Tx' || password === true || !Array.isArray(textContent)) return false;
  const [look = '', value = ''] = [
    textContent.join(''),
    typeof fieldValue === 'string' ? fieldValue : '',
  ].map(text => text.normalize('NFKC').replaceAll(/\s/g, ''));
  const isFormatted = actions instanceof Map && actions.has('Format');
  return look !== value && !(isFormatted && isSameFormatted(look, value));
}

/** Whether the texts may be the same number as a script formats it: “1250” and “R$1.250,00”. Of others nothing is known. */
function isSameFormatted(look: string, value: string): boolean {
  const number = Number(value.replace(',', '.'));
  if (value === '' || !Number.isFinite(number)) return true;
  const digits = look.replaceAll(/[^\d.,-]/g, '').replaceAll(/^[.,]+|[.,]+$/g, '');
  return [/\./g, /,/g].some(grouping => Number(digits.replaceAll(grouping, '').replace(',', '.')) === number);
}

/** Whether an annotation is hidden: pdf.js returns hidden ones too. */
export function isUnseen({ annotationFlags }: Pick<Annotation, 'annotationFlags'>): boolean {
  return typeof annotationFlags === 'number' && (annotationFlags & UNSEEN) !== 0;
}

/** Whether an annotation is drawn on paper only. */
function isPrintOnly({ annotationFlags }: Annotation): boolean {
  return typeof annotationFlags === 'number' && (annotationFlags & PRINTING) === PRINT_ONLY;
}

/** Whether it is a comment with a text, which stands beside the page in other programs. */
function hasUndrawnText({ subtype, contentsObj, richText }: Annotation): boolean {
  if (!COMMENTS.includes(subtype)) return false;
  return (typeof contentsObj?.str === 'string' && contentsObj.str.trim() !== '') || Boolean(richText);
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
