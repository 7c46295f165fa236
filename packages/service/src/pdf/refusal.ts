export const PDF_REFUSALS = [
  'empty',
  'not-a-pdf',
  'encrypted',
  'damaged',
  'no-pages',
  'ambiguous-document',
  'ambiguous-structure',
  'cannot-be-extended',
  'changes-not-allowed',
  'font-not-embedded',
] as const;

/** Why a file cannot be signed. */
export type PdfRefusal = (typeof PDF_REFUSALS)[number];

const REASONS: Record<PdfRefusal, string> = {
  empty: 'The file is empty.',
  'not-a-pdf': 'The file is not a PDF.',
  encrypted:
    'The PDF is protected, even if it opens without a password. Save it without protection and send that file.',
  damaged: 'The PDF is damaged or incomplete.',
  'no-pages': 'The PDF has no pages.',
  'ambiguous-document':
    'The PDF can be read in two ways: its pages, their contents or their resources are named so that programs may show different pages. Print it to a PDF, and send that file.',
  'ambiguous-structure':
    'The PDF has parts that its cross references do not list, so programs may read it in two ways; a certificate signs only what can be read in one. Print it to a PDF, and send that file.',
  'cannot-be-extended':
    'The PDF cannot be signed as it is written. Open it in a PDF reader, save it again or print it to a PDF, and send that file.',
  'changes-not-allowed': 'The PDF bears a signature that allows no further change.',
  'font-not-embedded':
    'The PDF has text in a font that is not in the file, so that nobody can know its letters; save it with embedded fonts and send it again.',
};

/** The file cannot be signed; `message` is safe to show and quotes nothing from it. */
export class PdfRefusedError extends Error {
  override readonly name = 'PdfRefusedError';
  readonly refusal: PdfRefusal;

  constructor(refusal: PdfRefusal, options?: ErrorOptions) {
    super(REASONS[refusal], options);
    this.refusal = refusal;
  }
}
