/**
 * How pdf.js's data files are grouped in the npm build, a module a group: the first whose pattern fits a file's name has
 * it. So a document in a Latin script loads the font that it needs and no more, and a Chinese one not the Japanese maps.
 */
export const PDF_DATA_GROUPS = {
  cmaps: [
    ['cmaps-gb1', /^(?:Adobe-GB1|GB|UniGB)/],
    ['cmaps-cns1', /^(?:Adobe-CNS1|B5|CNS|ET|HK|UniCNS)/],
    ['cmaps-korea1', /^(?:Adobe-Korea1|KSC|UniKS)/],
    ['cmaps-japan1', /^/],
  ],
  standard_fonts: [
    ['font-sans', /^LiberationSans-Regular\./],
    ['font-sans-bold', /^LiberationSans-Bold\./],
    ['font-sans-italic', /^LiberationSans-/],
    ['font-serif', /^FoxitSerif/],
    ['font-fixed', /^FoxitFixed/],
    ['font-symbols', /^/],
  ],
} as const;

export type PdfDataGroup = (typeof PDF_DATA_GROUPS)[keyof typeof PDF_DATA_GROUPS][number][0];

/** The group that has a file. */
export function pdfDataGroup(kind: keyof typeof PDF_DATA_GROUPS, filename: string): PdfDataGroup | undefined {
  return PDF_DATA_GROUPS[kind].find(([, names]) => names.test(filename))?.[0];
}
