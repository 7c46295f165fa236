import { objectIn, withUpdate } from '../../../service/test/support/appended-update.ts';
import { CONTENT, contractPdf, FREE, PAGE, signed, stream } from './contract.ts';
import {
  appended,
  nextNumber,
  previousTable,
  signRaw,
  tableEntry,
  withTable,
  type Bytes,
} from './raw-signature.ts';
import { changed, refused, type Family, type Signers } from './verification.ts';

import { latin1, OTHER, OTHER_CONTENT } from './structure-attacks.ts';

/** What a table says of where objects are, in ways that programs read differently. */
export const CROSS_REFERENCES: Family = {
  family: 'cross references that are read in two ways',
  cases: [
    changed('a hybrid file: the page’s content in a stream of cross references', hybrid),
    refused('an update whose /Prev is itself', s => looped(s, length => length)),
    refused('an update whose /Prev is behind itself', s => looped(s, length => length + 10)),
    refused('an update whose /Prev leaves out the signed revision', skipping),
    refused('an update without a /Prev', s =>
      withTable(appended(signed(s), OTHER), { [CONTENT]: signed(s).length }, '/Root 1 0 R'),
    ),
    refused('an object twice in one table', s => {
      const file = appended(signed(s), OTHER);
      const was = latin1(file).indexOf(`\n${CONTENT} 0 obj\n`) + 1;
      return doubleTable(file, was, signed(s).length);
    }),
    changed('an object of another generation', s => {
      const file = signed(s);
      const table = `xref\n${CONTENT} 1\n${String(file.length).padStart(10, '0')} 00001 n \n`;
      const object = OTHER.replace(' 0 obj', ' 1 obj');
      const at = file.length + object.length;
      return appended(
        file,
        `${object}${table.replace(String(file.length), String(file.length))}trailer\n<< /Size 2000 /Root 1 0 R /Prev ${previousTable(file)} >>\nstartxref\n${at}\n%%EOF\n`,
      );
    }),
    changed('an object in an object stream', packed),
    changed('an encryption that is added', s =>
      withUpdate(
        signed(s),
        { [FREE + 30]: 'null' },
        '/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O (x) /U (x) >>',
      ),
    ),
  ],
};

function streamOfReferences(
  number: number,
  rows: readonly (readonly [number, number, number])[],
  entries: string,
): string {
  const data = Buffer.alloc(rows.length * 7);
  for (const [index, [type, second, third]] of rows.entries()) {
    data.writeUInt8(type, index * 7);
    data.writeUInt32BE(second, index * 7 + 1);
    data.writeUInt16BE(third, index * 7 + 5);
  }
  return `${number} 0 obj\n${stream(`/Type /XRef /W [1 4 2] ${entries}`, data.toString('latin1'))}\nendobj\n`;
}

function hybrid(s: Signers): Bytes {
  const file = signed(s);
  const number = nextNumber(file);
  const references = streamOfReferences(
    number,
    [[1, file.length, 0]],
    `/Index [${CONTENT} 1] /Size ${number + 1} /Root 1 0 R`,
  );
  const text = appended(appended(file, OTHER), references);
  return withTable(
    text,
    {},
    `/Root 1 0 R /Prev ${previousTable(file)} /XRefStm ${file.length + OTHER.length}`,
  );
}

function looped(s: Signers, previous: (start: number) => number): Bytes {
  const file = appended(signed(s), OTHER);
  return withTable(file, { [CONTENT]: signed(s).length }, `/Root 1 0 R /Prev ${previous(file.length)}`);
}

/** The page changes in a revision that is signed; the update goes back to the one before it. */
function skipping(s: Signers): Bytes {
  const base = contractPdf();
  const signedOnce = signRaw(withUpdate(base, { [CONTENT]: OTHER_CONTENT }), s.maria);
  const numbers = [1, PAGE, nextNumber(base), nextNumber(base) + 1];
  const offsets = numbers.map(number => [number, latin1(signedOnce).lastIndexOf(`\n${number} 0 obj\n`) + 1]);
  return withTable(signedOnce, Object.fromEntries(offsets), `/Root 1 0 R /Prev ${previousTable(base)}`);
}

function doubleTable(file: Uint8Array, one: number, other: number): Bytes {
  const previous = previousTable(file);
  return appended(
    file,
    `xref\n${tableEntry(CONTENT, one)}${tableEntry(CONTENT, other)}trailer\n<< /Size 2000 /Root 1 0 R /Prev ${previous} >>\nstartxref\n${file.length}\n%%EOF\n`,
  );
}

/** The page gets other contents, which stand in an object stream. */
function packed(s: Signers): Bytes {
  const file = signed(s);
  const number = nextNumber(file);
  const page = objectIn(file, PAGE).replace(`/Contents ${CONTENT} 0 R`, `/Contents ${number + 2} 0 R`);
  const container = `${number} 0 obj\n${stream(`/Type /ObjStm /N 1 /First ${`${PAGE} 0 `.length}`, `${PAGE} 0 ${page}`)}\nendobj\n`;
  const content = `${number + 2} 0 obj\n${OTHER_CONTENT}\nendobj\n`;
  const start = file.length + container.length + content.length;
  const references = streamOfReferences(
    number + 1,
    [
      [1, file.length, 0],
      [1, start, 0],
      [1, file.length + container.length, 0],
      [2, number, 0],
    ],
    `/Index [${number} 3 ${PAGE} 1] /Size ${number + 3} /Root 1 0 R /Prev ${previousTable(file)}`,
  );
  return appended(file, `${container}${content}${references}startxref\n${start}\n%%EOF\n`);
}
