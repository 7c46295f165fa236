import { objectIn, withUpdate } from '../../../service/test/support/appended-update.ts';
import { CONTENT, contractPdf, look, stream } from './contract.ts';
import { appended, nextNumber, previousTable, signRaw, withTable, type Bytes } from './raw-signature.ts';
import { OTHER_CONTENT } from './structure-attacks.ts';
import { changed, type Family, type Signers } from './verification.ts';

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

/** A hybrid update whose hidden section goes on to a revision from before the one that was signed. */
function hiddenPrevious({ maria }: Signers): Bytes {
  const base = contractPdf();
  const first = withUpdate(base, { [CONTENT]: OTHER_CONTENT });
  const file = signRaw(withUpdate(first, { [CONTENT]: objectIn(base, CONTENT) }), maria);
  const number = nextNumber(file);
  const entries = `/Type /XRef /W [1 4 4] /Index [${number} 1] /Size ${number + 1} /Root 1 0 R`;
  const section = stream(`${entries} /Prev ${previousTable(first)}`, rowsOf([1, file.length]));
  return withTable(
    appended(file, `${number} 0 obj\n${section}\nendobj\n`),
    { [number]: file.length },
    `/Root 1 0 R /Prev ${previousTable(file)} /XRefStm ${file.length}`,
  );
}

/** Cross references that are more than that, or that lead elsewhere than to the revision before. */
export const SECTIONS: Family = {
  family: 'cross references with a second meaning',
  cases: [
    changed('cross references that the page draws, with an object that was missing', s =>
      withUpdate(signRaw(drawnSection(), s.maria), { [MISSING]: look('Outro') }),
    ),
    changed('a hidden section that goes on to an earlier revision', hiddenPrevious),
  ],
};
