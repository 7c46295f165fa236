import { withUpdate } from '../../../service/test/support/appended-update.ts';
import { contractPdf, look, stream } from './contract.ts';
import { appended, previousTable, signRaw, type Bytes } from './raw-signature.ts';
import { changed, type Family } from './verification.ts';

/** Of an object that the signed document refers to and does not have. */
const MISSING = 2010;

/** Rows of a stream of cross references, with fields of 1, 4 and 4 bytes. */
function rowsOf(...rows: readonly (readonly [type: number, second: number])[]): string {
  const bytes = Buffer.alloc(9 * rows.length);
  for (const [index, [type, second]] of rows.entries()) {
    bytes.writeUInt8(type, 9 * index);
    bytes.writeUInt32BE(second, 9 * index + 1);
  }
  return bytes.toString('latin1');
}

/**
 * The page draws the stream of cross references as well: a free row of it, which says nothing, is the operator that
 * draws the missing object.
 */
function drawnSection(): Bytes {
  const base = contractPdf({ page: { content: '/X Do', resources: '/XObject << /X 2000 0 R >>' } });
  const rows = `\0${'/Y Do'.padEnd(8)}${rowsOf([1, base.length])}`;
  const entries =
    `/Type /XRef /W [1 4 4] /Index [1500 1 2000 1] /Size 2020 /Root 1 0 R /Prev ${previousTable(base)} ` +
    `/Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /Y ${MISSING} 0 R >> >>`;
  return appended(base, `2000 0 obj\n${stream(entries, rows)}\nendobj\nstartxref\n${base.length}\n%%EOF\n`);
}

/** Cross references that are more than that. */
export const SECTIONS: Family = {
  family: 'cross references with a second meaning',
  cases: [
    changed('cross references that the page draws, with an object that was missing', s =>
      withUpdate(signRaw(drawnSection(), s.maria), { [MISSING]: look('Outro') }),
    ),
  ],
};
