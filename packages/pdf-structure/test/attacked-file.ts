import { constants, deflateRawSync } from 'node:zlib';
import {
  bytesOf,
  CONTENT,
  FORGED,
  objectIn,
  OTHER_CONTENT,
  PAGE,
  previousSection,
  row,
  signatureObjects,
  signed,
  stream,
  textOf,
  withUpdate,
  type Bytes,
  type UpdateFile,
} from './update-files.ts';

/** What is done to `BASE`, the reason of the refusal, the file, and what poppler's `pdftotext` makes of it. */
export type FileAttack = readonly [what: string, reason: string, file: Bytes, poppler?: 'forged' | 'empty'];

/** A signed file. */
export const BASE = signed();
export const CATALOG = objectIn(BASE, 1);
export const PAGE_COPY = objectIn(BASE, PAGE);
export const CONTENT_COPY = objectIn(BASE, CONTENT);
export const END = BASE.length;
export const OTHER_OBJECT = `${CONTENT} 0 obj\n${OTHER_CONTENT}\nendobj\n`;

export const updated = (update: UpdateFile): Bytes => withUpdate(BASE, update);
export const after = (text: string): Bytes => bytesOf(textOf(BASE) + text);
export const changed = (update: UpdateFile, what: RegExp | string, by: string): Bytes =>
  bytesOf(textOf(BASE) + textOf(updated(update)).slice(END).replace(what, by));
export const tailOf = (start: number): string =>
  `xref\n0 0\ntrailer\n<< /Size 1100 /Root 1 0 R /Prev ${previousSection(BASE)} >>\nstartxref\n${start}\n%%EOF\n`;

/** Out of reach of readers that look for `startxref` at the end. */
export const filler = (length: number): string => `%${'x'.repeat(length)}\n`;
/** Another content, in the list under a number of its own. */
export const LISTED_ELSEWHERE = {
  objects: { [CONTENT]: OTHER_CONTENT },
  rows: { [CONTENT]: [[5000]] },
  size: 5001,
} as const;
/** The same, and an unchanged object whose head has another generation than its row: readers search the file. */
export const withGeneration = (number: number, object: string): UpdateFile => ({
  ...LISTED_ELSEWHERE,
  objects: { ...LISTED_ELSEWHERE.objects, [`${number} 1`]: object },
  rows: { ...LISTED_ELSEWHERE.rows, [`${number} 1`]: [[number, 0]] },
});
export const unlisted = (head: string, object: string): UpdateFile => ({
  objects: { [head]: object },
  rows: { [head]: [] },
  end: filler(6000),
});
export const THIRTY = { objects: { 30: 'null' } };

/** The stream goes on behind an `endstream`. */
export function longerStream(): Bytes {
  const data = /stream\n([^]*)\nendstream/.exec(CONTENT_COPY)?.[1] ?? '';
  const evil = `${data}\nendstream\nendobj\n%\nBT /F1 24 Tf 40 700 Td (${FORGED}) Tj ET`;
  const content = `<< /Length 99 0 R >>\nstream\n${evil}\nendstream`;
  return updated({ objects: { [CONTENT]: content, 99: String(evil.length) } });
}

/** The page, unchanged, in an object stream whose data have neither the header of zlib nor an end. */
export function packedWithoutHeader(): Bytes {
  const head = `${PAGE} 0 `;
  const data = deflateRawSync(bytesOf(head + PAGE_COPY), { finishFlush: constants.Z_SYNC_FLUSH });
  const entries = `/Type /ObjStm /N 1 /First ${head.length} /Filter /FlateDecode`;
  return updated({
    isStream: true,
    objects: { 900: stream(entries, `\0\0${textOf(data)}`) },
    moreRows: '02000003840000',
    index: index => `${index} ${PAGE} 1`,
  });
}

/** The table frees the content, which only `/XRefStm` has. */
export function hybrid(): Bytes {
  const copy = `${CONTENT} 0 obj\n${CONTENT_COPY}\nendobj\n`;
  const data = `01${END.toString(16).padStart(8, '0')}0000`;
  const entries = `/Type /XRef /W [1 4 2] /Index [${CONTENT} 1] /Size 1100 /Root 1 0 R`;
  const section = `903 0 obj\n${stream(entries, Buffer.from(data, 'hex').toString('latin1'))}\nendobj\n`;
  const hidden = END + copy.length;
  const table = `xref\n${row(CONTENT, 0, 1, 'f')}${row(903, hidden)}`;
  const trailer = `trailer\n<< /Size 1100 /Root 1 0 R /Prev ${previousSection(BASE)} /XRefStm ${hidden} >>\n`;
  return after(`${copy}${section}${table}${trailer}startxref\n${hidden + section.length}\n%%EOF\n`);
}

/**
 * Two added sections: the older lists another page under 5000, which the newer gives to what looks like cross
 * references. The content is a stream that calls itself an object stream.
 */
export function twoSections(base: Uint8Array, update: UpdateFile = {}): { between: Bytes; whole: Bytes } {
  const content = stream('/Type /ObjStm /N 0 /First 0', `BT /F1 24 Tf 40 782 Td (${FORGED}) Tj ET`);
  const page = objectIn(base, PAGE).replace(`${CONTENT} 0 R`, '910 0 R');
  const between = withUpdate(base, {
    objects: { [PAGE]: page, 910: content },
    rows: { [PAGE]: [[5000]] },
    size: 5001,
  });
  const objects = { ...signatureObjects(base), 5000: '<< /Type /XRef >>', ...update.objects };
  return { between, whole: withUpdate(between, { size: 5001, ...update, objects }) };
}
