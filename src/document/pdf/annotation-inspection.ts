import type { DocumentNotice } from './notices.ts';
import type { PageOperators } from './page-inspection.ts';
import { OPS, type PDFPageProxy } from './pdfjs.ts';

interface Annotation {
  readonly id?: unknown;
  readonly subtype?: unknown;
  readonly actions?: unknown;
  readonly fieldValue?: unknown;
  readonly hasAppearance?: unknown;
  readonly annotationFlags?: unknown;
  readonly checkBox?: unknown;
  readonly radioButton?: unknown;
}

/** What is laid over a page: fields, stamps, notes, and the scripts of all these. */
export interface Annotated {
  readonly annotations: readonly Annotation[];
  readonly hasScripts: boolean;
}

/** Annotations with one of these are not drawn: Hidden and NoView (ISO 32000-1, table 165). */
const UNSEEN = 0b10_0010;

/** What is not a part of the page's looks, or has a notice of its own. */
const UNDRAWN: readonly unknown[] = ['Widget', 'Link', 'Popup', 'FileAttachment'];

/** Reads what is laid over a page, in sight or not. */
export async function readAnnotated(page: PDFPageProxy): Promise<Annotated> {
  const [annotations, scripts]: readonly [readonly Annotation[], unknown] = await Promise.all([
    page.getAnnotations({ intent: 'any' }),
    page.getJSActions(),
  ]);
  return { annotations, hasScripts: scripts !== null };
}

/**
 * What a page's annotations hold that its picture does not show.
 *
 * @param operators the page's: each annotation that is drawn is among them, by its id.
 */
export function inspectAnnotated(
  { annotations, hasScripts }: Annotated,
  operators: PageOperators,
): readonly DocumentNotice[] {
  const drawn = drawnAnnotations(operators);
  const marks = annotations.filter(({ subtype }) => !UNDRAWN.includes(subtype));
  const notices: DocumentNotice[] = [];
  if (annotations.some(({ subtype }) => subtype === 'FileAttachment')) notices.push('attachments');
  if (hasScripts || annotations.some(({ actions }) => actions instanceof Map)) notices.push('scripts');
  if (annotations.some(isUnseenValue)) notices.push('field-missing');
  if (marks.some(mark => isUnseen(mark) && mark.hasAppearance === true)) notices.push('hidden-content');
  if (marks.some(mark => !isUnseen(mark) && !drawn.has(mark.id))) notices.push('image-missing');
  return notices;
}

function drawnAnnotations({ fnArray, argsArray }: PageOperators): ReadonlySet<unknown> {
  const drawn = new Set<unknown>();
  for (const [at, operator] of fnArray.entries()) {
    const args: readonly unknown[] = argsArray[at] ?? [];
    if (operator === OPS.beginAnnotation) drawn.add(args[0]);
  }
  return drawn;
}

/** Whether it is not to be on the screen: pdf.js hands out hidden ones, too. */
export function isUnseen({ annotationFlags }: Pick<Annotation, 'annotationFlags'>): boolean {
  return typeof annotationFlags === 'number' && (annotationFlags & UNSEEN) !== 0;
}

/**
 * Whether it is a form field with a value that is not drawn. pdf.js draws what the file has a picture of, and, where
 * the file asks for it (NeedAppearances), makes one.
 */
function isUnseenValue(annotation: Annotation): boolean {
  const { subtype, fieldValue, hasAppearance, checkBox, radioButton } = annotation;
  if (subtype !== 'Widget') return false;
  const values: readonly unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  if (!values.some(value => typeof value === 'string' && value.trim() !== '')) return false;
  const unseen = isUnseen(annotation);
  // A tick is drawn without the file's help; “Off” is the value of a box without one.
  if (checkBox === true || radioButton === true) return unseen && fieldValue !== 'Off';
  return unseen || hasAppearance !== true;
}
