/**
 * What the pages may not show, or not as intended. The names are part of a signature's evidence and must not change.
 *
 * - `xfa`: the file contains an XFA form, whose fields and layout are not drawn.
 * - `hidden-content`: it has layers that are off, or content that is hidden until someone shows it.
 * - `scripts`: it contains JavaScript, which never runs here; elsewhere it could change fields.
 * - `changing-actions`: it contains actions that hide or change what is shown; they never run here.
 * - `attachments`: it has attached files, which are signed too.
 * - `pages-differ`: the service counted another number of pages than are shown.
 * - `form-fields`: it has form fields, which are shown and signed, not filled in.
 * - `field-missing`: a form field has a value that is not drawn.
 * - `field-appearance-differs`: what is drawn of a form field is not its value.
 * - `page-failed`: a page could not be drawn.
 * - `image-missing`: an image or other content could not be drawn, or only in part.
 * - `font-missing`: letters could not be drawn, because their font is broken.
 * - `font-not-embedded`: a font is not in the file; its letters are drawn in another one, or as empty boxes.
 * - `annotation-without-appearance`: an annotation is not drawn, because the file has no appearance of it.
 * - `comment-texts`: it has comments, whose texts are not drawn.
 * - `print-only`: an annotation or image is drawn only in print.
 * - `blank-page`: a page is blank, on purpose or because its content can't be read.
 * - `not-inspected`: a check for these warnings failed.
 * - `scanned`: a page is an image without text to read aloud, find or select.
 */
export const DOCUMENT_WARNINGS = [
  'xfa',
  'hidden-content',
  'scripts',
  'changing-actions',
  'attachments',
  'pages-differ',
  'form-fields',
  'field-missing',
  'field-appearance-differs',
  'page-failed',
  'image-missing',
  'font-missing',
  'font-not-embedded',
  'annotation-without-appearance',
  'comment-texts',
  'print-only',
  'blank-page',
  'not-inspected',
  'scanned',
] as const;

export type DocumentWarning = (typeof DOCUMENT_WARNINGS)[number];

/** What the service found at upload, as it names it (signer API, section 3a). */
export interface ServiceWarning {
  readonly code: string;
  /** From 1. */
  readonly page?: number | undefined;
}

/** The service's names for what has another one here. */
const SAME: Readonly<Record<string, DocumentWarning>> = { 'hidden-layers': 'hidden-content' };

/** The viewer's warning for the service's; none for one that is newer than this widget. */
export function warningOf({ code }: ServiceWarning): DocumentWarning | undefined {
  return Object.hasOwn(SAME, code) ? SAME[code] : DOCUMENT_WARNINGS.find(warning => warning === code);
}

/** The pages of a warning, from 1; no entry for a warning about the file as a whole. */
export type WarningPages = ReadonlyMap<DocumentWarning, readonly number[]>;

/** Called with all warnings so far, in a stable order, and the pages they are about, whenever there are more. */
export type OnWarnings = (warnings: readonly DocumentWarning[], pages: WarningPages) => void;
