import { objectIn, withChanged, withUpdate } from '../../../service/test/support/appended-update.ts';
import { CONTENT, contractPdf, FREE, PAGE, signed, signedByService, stream } from './contract.ts';
import {
  appended,
  filledIn,
  honestRange,
  nextNumber,
  previousTable,
  signRaw,
  tableEntry,
  unsigned,
  withTable,
  type Bytes,
  type Gap,
} from './raw-signature.ts';
import { changed, failed, permitted, refused, type Family, type Signers } from './verification.ts';

export const OTHER_CONTENT = stream('', 'BT /F1 24 Tf 40 782 Td (Outro) Tj ET');
/** The page’s content, defined anew. */
export const OTHER = `${CONTENT} 0 obj\n${OTHER_CONTENT}\nendobj\n`;

export const latin1 = (file: Uint8Array): string => Buffer.from(file).toString('latin1');

/** Mladenov, Mainka, Meyer zu Selhausen, Grothe, Schwenk: “1 Trillion Dollar Refund”, CCS 2019. */
export const INCREMENTAL_SAVING: Family = {
  family: 'incremental saving attack',
  cases: [
    permitted('white space at the end is permitted', async s => appended(await signedByService(s), '\r\n\n')),
    changed('an update with the page’s content', s => withUpdate(signed(s), { [CONTENT]: OTHER_CONTENT })),
    changed('an object alone, without a table and a trailer', s => appended(signed(s), OTHER)),
    changed('an object and a trailer, without a table', s =>
      appended(signed(s), `${OTHER}trailer\n<< /Size 2000 /Root 1 0 R >>\n%%EOF\n`),
    ),
    changed('an object and a trailer that startxref points at', s =>
      appended(signed(s), `${OTHER}trailer\n<< /Size 2000 /Root 1 0 R >>\nstartxref\n5\n%%EOF\n`),
    ),
    changed('an object and the signed table’s address again', s =>
      appended(signed(s), `${OTHER}startxref\n${previousTable(signed(s))}\n%%EOF\n`),
    ),
    changed('an object with a copy of the signature behind it', s => withCopy(signed(s))),
    changed('bytes that are nothing', s => appended(signed(s), 'PK\u0003\u0004 no PDF')),
    refused('another whole file', s => appended(signed(s), latin1(contractPdf()))),
    changed('another whole file, whose offsets are right', s => wholeFileBehind(signed(s))),
  ],
};

function withCopy(file: Uint8Array): Bytes {
  const number = signatureNumber(file);
  return withUpdate(file, { [CONTENT]: OTHER_CONTENT, [number]: objectIn(file, number) });
}

function signatureNumber(file: Uint8Array): number {
  return Number(/\/FT \/Sig[^>]*\/V (\d+) 0 R/.exec(latin1(file))?.[1]);
}

/** A file in an update whose table knows nothing of the signed one. */
function wholeFileBehind(file: Uint8Array): Bytes {
  const objects = [1, 2, 3, PAGE, CONTENT].map(
    number => [number, number === CONTENT ? OTHER_CONTENT : objectIn(file, number)] as const,
  );
  let text = '';
  const offsets: Record<number, number> = {};
  for (const [number, object] of objects) {
    offsets[number] = file.length + text.length;
    text += `${number} 0 obj\n${object}\nendobj\n`;
  }
  for (const number of [10, 11, nextNumber(file) - 2, nextNumber(file) - 1]) {
    offsets[number] = latin1(file).indexOf(`\n${number} 0 obj\n`) + 1;
  }
  return withTable(appended(file, text), offsets, '/Root 1 0 R');
}

/** Puts what was signed behind the signature further back, and an update of one's own into the gap. */
function wrapped(
  s: Signers,
  inGap: (gap: { file: Uint8Array; start: number; end: number; tail: string }) => string,
): Bytes {
  const file = signed(s);
  const text = latin1(file);
  const [, first = '', from = '', length = ''] = /\/ByteRange \[0 (\d+) (\d+) (\d+)\]/.exec(text) ?? [];
  const tail = text.slice(Number(from), Number(from) + Number(length));
  const gap = inGap({ file, start: Number(first), end: Number(from), tail });
  return new Uint8Array(Buffer.from(text.slice(0, Number(from)) + gap + tail, 'latin1'));
}

export const WRAPPING: Family = {
  family: 'signature wrapping',
  cases: [
    refused('the signed end is moved, with a second byte range in the gap', s =>
      wrapped(s, ({ start, end, tail }) => {
        const range = (moved: number) =>
          ` /ByteRange [0 ${start} ${end + moved} ${tail.length}] >>\nendobj\n${OTHER}`;
        return range(range(99).length);
      }),
    ),
    refused('a new signature dictionary and table in the gap', s => wrapped(s, dictionaryInGap)),
    refused('the byte range leaves out an object behind the signature', s =>
      signRaw(contractPdf(), s.maria, {
        objects: { [FREE + 30]: OTHER_CONTENT },
        range: ({ start, end, length }) => `[0 ${start} ${end + 200} ${length - end - 200}]`,
      }),
    ),
  ],
};

/** The table that the signed `startxref` leads to lies in the gap now, at the same place in the file. */
function dictionaryInGap({
  file,
  start,
  end,
  tail,
}: {
  file: Uint8Array;
  start: number;
  end: number;
  tail: string;
}): string {
  const number = signatureNumber(file);
  const table = previousTable(file);
  const contents = latin1(file).slice(start, end);
  const build = (moved: number): string => {
    const object = `${number} 0 obj\n<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange [0 ${start} ${end + moved} ${tail.length}] /Contents ${contents} >>\nendobj\n`;
    const prefix = ` >>\nendobj\n${OTHER}`;
    const at = { other: end + prefix.indexOf(OTHER), signature: end + prefix.length };
    const update = `xref\n${tableEntry(CONTENT, at.other)}${tableEntry(number, at.signature)}trailer\n<< /Size 2000 /Root 1 0 R /Prev ${table + moved} >>\nstartxref\n${table}\n%%EOF\n`;
    const filler = ' '.repeat(Math.max(0, table - end - prefix.length - object.length));
    return prefix + object + filler + update;
  };
  return build(build(10_000).length);
}

const IN_UPDATE = (s: Signers, change: (dictionary: string) => string): Bytes => {
  const file = signed(s);
  return withChanged(file, signatureNumber(file), change, { [CONTENT]: OTHER_CONTENT });
};

const CONTENTS = /\/Contents <[^>]*>/;
const RANGE = /\/ByteRange \[[^\]]*\]/;

const FORGED: readonly (readonly [string, (dictionary: string) => string])[] = [
  ['no contents', dictionary => dictionary.replace(CONTENTS, '')],
  ['contents that are null', dictionary => dictionary.replace(CONTENTS, '/Contents null')],
  ['empty contents', dictionary => dictionary.replace(CONTENTS, '/Contents <>')],
  ['contents of one zero', dictionary => dictionary.replace(CONTENTS, '/Contents <00>')],
  ['contents that a name is', dictionary => dictionary.replace(CONTENTS, '/Contents /None')],
  ['no byte range', dictionary => dictionary.replace(RANGE, '')],
  ['a byte range that is null', dictionary => dictionary.replace(RANGE, '/ByteRange null')],
  ['an empty byte range', dictionary => dictionary.replace(RANGE, '/ByteRange []')],
  ['a byte range of nothing', dictionary => dictionary.replace(RANGE, '/ByteRange [0 0 0 0]')],
  ['a negative byte range', dictionary => dictionary.replace(RANGE, '/ByteRange [0 -1 -1 -1]')],
  ['a byte range of names', dictionary => dictionary.replace(RANGE, '/ByteRange [/a /b /c /d]')],
  ['no subfilter', dictionary => dictionary.replace('/SubFilter /ETSI.CAdES.detached', '')],
  ['an unknown subfilter', dictionary => dictionary.replace('ETSI.CAdES.detached', 'None')],
  ['nothing at all', () => '<< >>'],
  ['null', () => 'null'],
];

export const UNIVERSAL_FORGERY: Family = {
  family: 'universal signature forgery',
  cases: FORGED.map(([what, change]) =>
    refused(`a signature dictionary with ${what}`, s => IN_UPDATE(s, change)),
  ),
};

const ranged =
  (range: (gap: Gap) => string) =>
  (s: Signers): Bytes =>
    signRaw(contractPdf(), s.maria, { range });

/** ISO 32000-2, 12.8.1: from the first byte on, leaving out the contents alone. */
export const BYTE_RANGES: Family = {
  family: 'a byte range that leaves out more than the contents',
  cases: [
    permitted('one that leaves out the contents alone is permitted', s => signed(s)),
    failed(
      'the name before the contents',
      'FORMAT_FAILURE',
      ranged(({ start, end, length }) => `[0 ${start - 9} ${end} ${length - end}]`),
    ),
    failed(
      'what stands behind the contents',
      'FORMAT_FAILURE',
      ranged(({ start, end, length }) => `[0 ${start} ${end + 4} ${length - end - 4}]`),
    ),
    failed(
      'the brackets of the contents within',
      'FORMAT_FAILURE',
      ranged(({ start, end, length }) => `[0 ${start + 1} ${end - 1} ${length - end + 1}]`),
    ),
    failed(
      'the first byte of the file',
      'FORMAT_FAILURE',
      ranged(({ start, end, length }) => `[1 ${start - 1} ${end} ${length - end}]`),
    ),
    failed(
      'a second gap',
      'FORMAT_FAILURE',
      ranged(({ start, end, length }) => `[0 ${start} ${end} 40 ${end + 50} ${length - end - 50}]`),
    ),
    failed(
      'a gap of another object’s',
      'FORMAT_FAILURE',
      ranged(({ start, end, length }) => `[0 200 300 ${length - 300}]`.concat(start > end ? ' ' : '')),
    ),
    failed(
      'ranges that overlap',
      'FORMAT_FAILURE',
      ranged(({ start, length }) => `[0 ${start} 0 ${length}]`),
    ),
    failed(
      'more than there is',
      'FORMAT_FAILURE',
      ranged(({ start, end, length }) => `[0 ${start} ${end} ${length - end + 9}]`),
    ),
    failed(
      'three numbers',
      'FORMAT_FAILURE',
      ranged(({ start, end }) => `[0 ${start} ${end}]`),
    ),
    failed(
      'broken numbers',
      'FORMAT_FAILURE',
      ranged(({ start, end, length }) => `[0 ${start}.5 ${end} ${length - end}]`),
    ),
    refused(
      'the table of its own update',
      ranged(({ start, end }) => `[0 ${start} ${end} 60]`),
    ),
    {
      ...failed('that of another field, whose contents are others', 'FORMAT_FAILURE', sharedRange),
      count: 2,
    },
    refused('a gap with a comment behind the contents', s => gapWith(s, '%% 00')),
    refused('contents that are a text in parentheses', s => gapWith(s, '', true)),
  ],
};

/** A second signature states the range of the first one: it is another one, and wrong. */
function sharedRange({ maria }: Signers): Bytes {
  const objects = [
    `<< /FT /Sig /T (Outra) /V ${FREE + 1} 0 R >>`,
    `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange [${'0'.padEnd(40)}] /Contents <30> >>`,
  ];
  const digits = 12_000;
  const file = Buffer.from(unsigned(contractPdf({ fields: [FREE], objects }), { digits }));
  const start = file.indexOf(`<${'0'.repeat(digits)}>`);
  const range = honestRange({ start, end: start + digits + 2, length: file.length });
  file.write(range.padEnd(42), file.indexOf(`[${'0'.padEnd(40)}]`), 'latin1');
  return filledIn(file, maria, { digits });
}

/** Behind the contents stands something else that is not signed. */
function gapWith(s: Signers, comment: string, asText = false): Bytes {
  const file = Buffer.from(
    signRaw(contractPdf(), s.maria, {
      range: ({ start, end, length }) => `[0 ${start} ${end} ${length - end}]`,
    }),
  );
  const [, start = 0, end = 0] = (/\/ByteRange \[0 (\d+) (\d+)/.exec(file.toString('latin1')) ?? []).map(
    Number,
  );
  if (asText) {
    file.write('(', start, 'latin1');
    file.write(')', end - 1, 'latin1');
  } else file.write(`>${comment}\n`, end - comment.length - 2, 'latin1');
  return new Uint8Array(file);
}
