import { fromFront } from '../../../pdf-structure/test/linearized-file.ts';
import { objectIn, withUpdate } from '../../../service/test/support/appended-update.ts';
import { CONTENT, contractPdf, look, PAGE, PRICE, priceField, signed, stream } from './contract.ts';
import {
  appended,
  filledIn,
  nextNumber,
  previousTable,
  signatureDictionary,
  signRaw,
  tableEntry,
  unsigned,
  withTable,
  type Bytes,
} from './raw-signature.ts';
import { OTHER, OTHER_CONTENT } from './structure-attacks.ts';
import { changed, permitted, refused, type Family, type Signers } from './verification.ts';

/** A number that no object has, under which an object that stands in an update is listed. */
const ELSEWHERE = 5000;
const SIZE = `/Size ${ELSEWHERE + 1}`;

const rootOf = (file: Uint8Array, root = '1 0 R'): string =>
  `/Root ${root} /Prev ${previousTable(file)} ${SIZE}`;

/** The update's only object is listed under another number than its own. */
function listedElsewhere(file: Uint8Array, object = OTHER, root?: string): Bytes {
  return withTable(appended(file, object), { [ELSEWHERE]: file.length }, rootOf(file, root));
}

/** A copy of an object that stands there already, in another generation. */
function regenerated(file: Uint8Array, number: number): Bytes {
  const copy = `${number} 1 obj\n${objectIn(file, number)}\nendobj\n`;
  const start = file.length + copy.length;
  const row = tableEntry(number, file.length).replace('00000 n', '00001 n');
  const end = `trailer\n<< ${rootOf(file)} >>\nstartxref\n${start}\n%%EOF\n`;
  return appended(file, `${copy}xref\n${row}${end}`);
}

/** An update with a cross-reference stream of one row. */
function streamed(file: Uint8Array, index: string, type: number): Bytes {
  const start = file.length + OTHER.length;
  const row = Buffer.from([type, ...[24, 16, 8, 0].map(shift => (file.length >> shift) & 255), 0, 0]);
  const entries = `/Type /XRef /W [1 4 2] /Index [${index} 1] ${rootOf(file)}`;
  const section = `${nextNumber(file)} 0 obj\n${stream(entries, row.toString('latin1'))}\nendobj\n`;
  return appended(file, `${OTHER}${section}startxref\n${start}\n%%EOF\n`);
}

/** Readers go by a length that reaches behind the inner `endstream`. */
function indirectLength(s: Signers): Bytes {
  const data = 'BT /F1 24 Tf 40 782 Td (Contrato) Tj ET\nendstream\nBT /F1 24 Tf 40 700 Td (Outro) Tj ET';
  const file = signed(s);
  const number = nextNumber(file);
  return withUpdate(file, {
    [CONTENT]: `<< /Length ${number} 0 R >>\nstream\n${data}\nendstream`,
    [number]: String(data.length),
  });
}

/** It is as long as its first object says, so that programs begin with the older content. */
function readFromFront(s: Signers): Bytes {
  const of = (length: number): Bytes => {
    const base = fromFront(contractPdf(), `/Linearized 1 /L ${String(length).padEnd(9)} /O ${PAGE}`);
    return signRaw(withUpdate(base, { [CONTENT]: OTHER_CONTENT }), s.maria);
  };
  return of(of(0).length);
}

/**
 * Something precedes the header, so that the newest start leads to older cross references if it is counted from the file's
 * first byte.
 * @param more bytes before the header
 */
function countedFromFirstByte({ maria }: Signers, more: number): Bytes {
  const file = unsigned(contractPdf());
  const updated = withUpdate(file, { [nextNumber(file)]: '<< >>' });
  const header = previousTable(updated) - previousTable(file) + more;
  const before = Buffer.from(`${' '.repeat(header - 1)}\n`);
  const signedFile = filledIn(Buffer.concat([before, file]), maria);
  return new Uint8Array(Buffer.concat([signedFile, updated.subarray(file.length)]));
}

/** The table frees an object, of which the hidden section has a copy. */
function freedInHybrid(s: Signers): Bytes {
  const file = signed(s);
  const copy = `${CONTENT} 0 obj\n${objectIn(file, CONTENT)}\nendobj\n`;
  const row = Buffer.from([1, ...[24, 16, 8, 0].map(shift => (file.length >> shift) & 255), 0, 0]);
  const entries = `/Type /XRef /W [1 4 2] /Index [${CONTENT} 1] ${rootOf(file)}`;
  const section = `${nextNumber(file)} 0 obj\n${stream(entries, row.toString('latin1'))}\nendobj\n`;
  const text = appended(file, copy + section);
  return withTable(text, { [CONTENT]: undefined }, `${rootOf(file)} /XRefStm ${file.length + copy.length}`);
}

/** An object stream that no row refers to. */
function hiddenObjectStream(s: Signers): Bytes {
  const file = signed(s);
  const page = objectIn(file, PAGE).replace(`/Contents ${CONTENT} 0 R`, `/Contents ${ELSEWHERE} 0 R`);
  const head = `${PAGE} 0 `;
  return withUpdate(file, {
    [nextNumber(file)]: stream(`/Type /ObjStm /N 1 /First ${head.length}`, head + page),
    [ELSEWHERE]: OTHER_CONTENT,
  });
}

const filler = (length: number): string => `%${' '.repeat(length)}\n`;

/** Updates that some readers display differently from what the cross references say. */
export const CONTINUATIONS: Family = {
  family: 'a continuation that readers read differently',
  cases: [
    permitted('an update in the usual form is permitted', s =>
      withUpdate(signed(s), { [nextNumber(signed(s))]: '<< >>' }),
    ),
    changed('an object listed under another number', s => listedElsewhere(signed(s))),
    changed('the same, with the page written again', s =>
      listedElsewhere(signed(s), `${OTHER}${PAGE} 0 obj\n${objectIn(signed(s), PAGE)}\nendobj\n`),
    ),
    changed('the same, with the catalog named in another generation', s =>
      listedElsewhere(signed(s), OTHER, '1 7 R'),
    ),
    changed('a NUL between the numbers of an object', s =>
      listedElsewhere(signed(s), OTHER.replace(' 0 obj', '\x000 obj')),
    ),
    changed('a comment between the numbers of an object', s =>
      listedElsewhere(signed(s), OTHER.replace(' 0 obj', '%\n0 obj')),
    ),
    ...[6_000, 70_000].flatMap(length => [
      changed(`an object under another number, and ${length} bytes behind the end`, (s: Signers) =>
        appended(listedElsewhere(signed(s)), filler(length)),
      ),
      changed(`a second trailer, and ${length} bytes behind the end`, (s: Signers) =>
        appended(
          listedElsewhere(signed(s)),
          `trailer\n<< /Size 2000 /Root ${ELSEWHERE} 0 R >>\n${filler(length)}`,
        ),
      ),
    ]),
    changed('nothing but bytes behind the end', s => appended(signed(s), filler(6_000))),
    changed('an object stream that no row refers to', hiddenObjectStream),
    changed('an index that is no integer', s => streamed(signed(s), '5000.5', 1)),
    changed('a row of an unknown type', s => streamed(signed(s), String(CONTENT), 9)),
    changed('a stream whose length reaches behind its endstream', indirectLength),
    changed('the content in another generation', s => regenerated(signed(s), CONTENT)),
    changed('the page in another generation', s => regenerated(signed(s), PAGE)),
    changed('a front that programs begin with, of which an update is none', readFromFront),
    changed('a start that leads to older cross references from the first byte', s =>
      countedFromFirstByte(s, 0),
    ),
    permitted('a start that leads nowhere from the first byte', s => countedFromFirstByte(s, -1)),
    changed('a hybrid file that frees the content', freedInHybrid),
    changed('the content twice in a page', s =>
      withUpdate(signed(s), {
        [nextNumber(signed(s))]: OTHER_CONTENT,
        [PAGE]: objectIn(signed(s), PAGE).replace('<<', `<< /Contents ${nextNumber(signed(s))} 0 R`),
      }),
    ),
    changed(
      'a later signature that leaves out more than its own digits',
      s =>
        signRaw(signed(s), s.joao, {
          range: ({ start, end, length }) => `[0 ${start - 40} ${end} ${length - end}]`,
        }),
      2,
    ),
    changed('a field for a signature that has no digits, and a look', s => {
      const file = signed(s);
      const digits = /\/ByteRange \[[^\]]*\] \/Contents <0+>/;
      const [number, value] = [nextNumber(file) + 1, signatureDictionary().replace(digits, '')];
      return unsigned(file, { look: look('Outro'), rect: '[40 40 240 70]', objects: { [number]: value } });
    }),
    refused('an object that is listed under another number in what was signed', s =>
      signRaw(listedElsewhere(contractPdf()), s.maria),
    ),
    refused('two objects of one number in what was signed', s =>
      signRaw(contractPdf(), s.maria, { objects: { [PRICE]: `${priceField()}\nendobj\n${OTHER}` } }),
    ),
  ],
};
