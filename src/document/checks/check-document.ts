/** What a document and its pages may not show, found while it is open. */
import { hasBrokenFont, type MissingPart, readUnembeddedText } from '../pdf/page-source.ts';
import type { PDFDocumentProxy, PDFPageProxy } from '../pdf/pdfjs.ts';
import {
  DOCUMENT_WARNINGS,
  type DocumentWarning,
  type OnWarnings,
  type ServiceWarning,
  warningOf,
} from './warnings.ts';

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
function inspectDrawing(page: PDFPageProxy): readonly DocumentWarning[] {
  const objects: readonly unknown[] = [...page.objs, ...page.commonObjs].map(([, object]) => object);
  const warnings: DocumentWarning[] = [];
  if (objects.includes(null)) warnings.push('image-missing');
  if (hasBrokenFont(page)) warnings.push('font-missing');
  return warnings;
}

/** Whether a drawn page has images. */
function hasPictures({ objs }: PDFPageProxy): boolean {
  return [...objs].length > 0;
}

/** Checks a page's annotations for content that its picture does not show. */
async function inspectAnnotations(page: PDFPageProxy): Promise<readonly DocumentWarning[]> {
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

/** What the service says of a document. */
export interface DocumentFacts {
  /** How many pages it counts. */
  readonly pages?: number | undefined;
  /** What it found that they may not show. */
  readonly warnings?: readonly ServiceWarning[] | undefined;
}

/** Checks a document and the pages that are drawn of it, and reports each warning once. */
export class DocumentChecks {
  readonly #known = new Map<DocumentWarning, Set<number>>();
  readonly #onWarnings: OnWarnings;
  /** Pages, from 1, whose annotations were checked. */
  readonly #inspected = new Set<number>();

  constructor(onWarnings: OnWarnings) {
    this.#onWarnings = onWarnings;
  }

  /**
   * Reports the warnings about the file as a whole. They have to be reported before anything may be accepted.
   *
   * @returns the number of pages.
   */
  async checkFile(
    document: PDFDocumentProxy | undefined,
    { pages: counted = 0, warnings = [] }: DocumentFacts,
  ): Promise<number> {
    if (document === undefined) return 0;
    // pdf.js trusts the page count in the file, and shows no further pages. A count of 0 means unknown.
    if (counted > 0 && counted !== document.numPages) this.add(['pages-differ']);
    for (const warning of warnings) {
      const known = warningOf(warning);
      if (known !== undefined) this.add([known], warning.page);
    }
    this.add(await checkDocument(document));
    return document.numPages;
  }

  /** Reports a page's missing parts as soon as it is drawn, and its annotations' once they are read. */
  async checkPage(page: PDFPageProxy, { number, blank, missingPart, hasWords }: DrawnPage): Promise<void> {
    const pictured = hasPictures(page);
    this.add(inspectDrawing(page), number);
    if (blank) this.add(['blank-page'], number);
    else if (missingPart === 'content') this.add(['image-missing'], number);
    if (this.#inspected.has(number)) return;
    this.#inspected.add(number);
    const annotated = await inspectAnnotations(page).catch((): DocumentWarning[] => ['not-inspected']);
    this.add(annotated, number);
    const unembedded = await readUnembeddedText(page).catch(() => undefined);
    if (unembedded?.used === true) this.add(['font-not-embedded'], number);
    if (pictured && (await hasWords) === false) this.add(['scanned'], number);
  }

  /** @param page from 1; omitted for warnings about the file as a whole. */
  add(learnt: readonly DocumentWarning[], page?: number): void {
    let changed = false;
    for (const warning of learnt) {
      const pages = this.#known.get(warning);
      if (pages === undefined) this.#known.set(warning, new Set(page === undefined ? [] : [page]));
      else if (page !== undefined && !pages.has(page)) pages.add(page);
      else continue;
      changed = true;
    }
    if (changed) this.#tell();
  }

  #tell(): void {
    const pages = new Map<DocumentWarning, readonly number[]>();
    for (const [warning, known] of this.#known) {
      if (known.size > 0)
        pages.set(
          warning,
          [...known].toSorted((one, other) => one - other),
        );
    }
    const warnings = DOCUMENT_WARNINGS.filter(warning => this.#known.has(warning));
    this.#onWarnings(warnings, pages);
  }
}

/**
 * Checks the file as a whole for content that its pages do not show. The checks are independent: one that fails on a
 * damaged file does not affect the others, and is reported as `not-inspected`.
 */
async function checkDocument(pdf: PDFDocumentProxy): Promise<readonly DocumentWarning[]> {
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
  for (const parts of fields?.values() ?? []) {
    if (parts.some(part => 'actions' in part && part.actions instanceof Map)) return true;
  }
  return false;
}

async function hasAttachments(pdf: PDFDocumentProxy): Promise<boolean> {
  return ((await pdf.getAttachments())?.size ?? 0) > 0;
}
