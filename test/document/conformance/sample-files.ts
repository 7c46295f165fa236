import type { DocumentProblem } from '../../../src/document/document-load.ts';
import type { DocumentWarning } from '../../../src/document/checks/warnings.ts';

/** Its pages are shown. */
export interface ShownSample {
  readonly pages: number;
  /** What is to be read on the first page. */
  readonly words?: string;
  /** What has to be given before. */
  readonly password?: string;
  /** What the signer is told that the pages don't show; nothing else. */
  readonly warnings?: readonly DocumentWarning[];
  /** What they are told beside, depending on how much pdf.js makes of damaged data. */
  readonly perhaps?: DocumentWarning;
}

/** What a signer gets to see of a file: its pages, or a sentence about what is wrong with it. */
export type SampleOutcome = ShownSample | { readonly problem: DocumentProblem };

/** A page of it takes more memory than a browser has: the service is to refuse it at upload. */
const TOO_LARGE_FOR_A_SIGNER = 'too large for a signer';

/** Every file under `test/assets/pdf`, by its path there, with what the viewer must make of it. */
export const SAMPLE_FILES: Readonly<Record<string, SampleOutcome | typeof TOO_LARGE_FOR_A_SIGNER>> = {
  'own/acroform.pdf': { pages: 1 },
  'own/bomb-flate-300MB.pdf': TOO_LARGE_FOR_A_SIGNER,
  'own/bomb-image-30000x30000.pdf': { pages: 1, warnings: ['image-missing'] },
  'own/broken-startxref.pdf': { pages: 3, words: 'pagina 1 de 3' },
  'own/cropbox-hides-text.pdf': { pages: 1 },
  'own/enc-aes256-owner-only.pdf': { pages: 3, words: 'pagina 1 de 3' },
  'own/enc-aes256-userpw-teste123.pdf': { pages: 3, words: 'pagina 1 de 3', password: 'teste123' },
  'own/header-only.pdf': { problem: 'damaged' },
  'own/html-renamed.pdf': { problem: 'notPdf' },
  'own/huge-page-14400pt.pdf': { pages: 1 },
  'own/incremental-append-comment.pdf': { pages: 3 },
  'own/js-openaction.pdf': { pages: 1, warnings: ['scripts'] },
  'own/leading-junk-900B.pdf': { pages: 3, words: 'pagina 1 de 3' },
  'own/linearized.pdf': { pages: 3, words: 'pagina 1 de 3' },
  'own/link-https.pdf': { pages: 1 },
  'own/link-javascript-uri.pdf': { pages: 1 },
  'own/long-page-595x20000.pdf': { pages: 1 },
  'own/mediabox-zero.pdf': { pages: 1 },
  'own/mixed-page-sizes.pdf': { pages: 7 },
  'own/ok-3pages.pdf': { pages: 3, words: 'pagina 1 de 3' },
  'own/ok-objstm.pdf': { pages: 3, words: 'pagina 1 de 3' },
  'own/optional-content-hidden-clause.pdf': { pages: 1, warnings: ['hidden-content'] },
  'own/rotate90.pdf': { pages: 1 },
  'own/truncated-50pct.pdf': { problem: 'damaged' },
  'own/userunit10.pdf': { pages: 1 },
  'own/xfa-minimal.pdf': { pages: 1, warnings: ['xfa'] },
  'own/zero-bytes.pdf': { problem: 'empty' },
  'own/zero-pages.pdf': { problem: 'noPages' },
  'pdf20/PDF_2.0_UTF-8_string_and_annotation.pdf': { pages: 1, warnings: ['comment-texts'] },
  'pdf20/PDF_2.0_image_with_BPC.pdf': { pages: 1 },
  'pdf20/PDF_2.0_via_incremental_save.pdf': { pages: 1 },
  'pdf20/PDF_2.0_with_offset_start.pdf': { pages: 1 },
  'pdf20/PDF_2.0_with_page_level_output_intent.pdf': { pages: 2 },
  'pdf20/Simple_PDF_2.0_file.pdf': { pages: 1 },
  'pdf20/pdf20-utf8-test.pdf': { pages: 1, warnings: ['hidden-content'], perhaps: 'image-missing' },
  'pdfium/bug_xrefv4_loop.pdf': { pages: 1, warnings: ['blank-page'] },
  'pdfium/docmdp.pdf': { pages: 1 },
  'pdfium/encrypted_hello_world_r6.pdf': { pages: 1, words: 'Hello, world!', password: 'hôtel' },
  'pdfium/hebrew_mirrored.pdf': { pages: 1 },
  'pdfium/rotated_text_90.pdf': { pages: 1 },
  'pdfium/tagged_table.pdf': { pages: 1, warnings: ['scanned'] },
  'pdfium/text_form.pdf': { pages: 1 },
  'pdfium/two_signatures.pdf': { pages: 1 },
  'pdfium/vertical_text.pdf': { pages: 1, warnings: ['font-not-embedded'] },
  'pdfium/weblinks.pdf': { pages: 1 },
  'qpdf/bad16.pdf': { pages: 1 },
  'qpdf/bad36.pdf': { pages: 1 },
  'qpdf/digitally-signed.pdf': { pages: 1 },
  'qpdf/form-fields-and-annotations.pdf': { pages: 1, warnings: ['attachments'] },
  'qpdf/issue-202.pdf': { pages: 10 },
  'qpdf/minimal-linearized.pdf': { pages: 1 },
  'qpdf/minimal-signed-restricted.pdf': { pages: 2 },
};
