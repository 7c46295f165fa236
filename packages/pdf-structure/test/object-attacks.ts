import {
  after,
  BASE,
  CATALOG,
  changed,
  CONTENT_COPY,
  END,
  filler,
  LISTED_ELSEWHERE,
  longerStream,
  OTHER_OBJECT,
  packedWithoutHeader,
  PAGE_COPY,
  tailOf,
  THIRTY,
  unlisted,
  updated,
  withGeneration,
  type FileAttack,
} from './attacked-file.ts';
import { CONTENT, OTHER_CONTENT, packedIn, PAGE, row, stream, textOf } from './update-files.ts';

/** Objects that are not where the cross references say, or that these don't list. */
const OBJECTS: readonly FileAttack[] = [
  [
    'another number in the list, the catalog of generation 1',
    'generation',
    updated(withGeneration(1, CATALOG)),
    'empty',
  ],
  [
    'another number in the list, the page of generation 1',
    'generation',
    updated(withGeneration(PAGE, PAGE_COPY)),
    'empty',
  ],
  [
    'another number in the list, /Root 1 7 R',
    'listing',
    updated({ ...LISTED_ELSEWHERE, root: '/Root 1 7 R' }),
    'forged',
  ],
  [
    'another number in the list, 70 kB behind %%EOF',
    'listing',
    updated({ ...LISTED_ELSEWHERE, end: filler(70_000) }),
    'forged',
  ],
  [
    'another number in the list, 6 kB behind %%EOF',
    'listing',
    updated({ ...LISTED_ELSEWHERE, end: filler(6000) }),
  ],
  ['no row for the object, 6 kB behind %%EOF', 'listing', updated(unlisted(`${CONTENT} 0`, OTHER_CONTENT))],
  ['NUL in the head of an object', 'syntax', updated(unlisted(`${CONTENT}\x000`, OTHER_CONTENT))],
  ['a comment in the head of an object', 'syntax', updated(unlisted(`${CONTENT}%\n0`, OTHER_CONTENT))],
  [
    'two spaces in the head of an object',
    'syntax',
    updated({ objects: { '30  0': 'null' }, rows: { '30  0': [[30, 0]] } }),
  ],
  [
    'zeros before an object number',
    'syntax',
    after(`0${OTHER_OBJECT}${tailOf(END + OTHER_OBJECT.length + 1)}`),
  ],
  [
    'an object whose number is another one’s in 32 bits',
    'limit',
    updated({ objects: { [2 ** 32 + CONTENT]: OTHER_CONTENT }, size: 2 ** 32 + CONTENT + 1 }),
  ],
  ['object number 0', 'listing', updated({ objects: { 0: 'null' } })],
  [
    'a content of generation 1',
    'generation',
    updated({ objects: { [`${CONTENT} 1`]: CONTENT_COPY }, rows: { [`${CONTENT} 1`]: [[CONTENT, 1]] } }),
    'empty',
  ],
  [
    'an offset that is two too small',
    'listing',
    changed(THIRTY, /(?<=30 1\n)\d{10}/, String(END - 2).padStart(10, '0')),
  ],
  [
    'a row that leads into the signed revision',
    'listing',
    updated({ moreRows: row(CONTENT, textOf(BASE).indexOf(`\n${CONTENT} 0 obj`) + 1) }),
  ],
  ['an object twice', 'listing', updated({ objects: { [CONTENT]: CONTENT_COPY }, unlisted: OTHER_OBJECT })],
  ['an object listed twice', 'listing', updated({ ...THIRTY, rows: { 30: [[30], [30]] } })],
  ['a freed object', 'freed', updated({ moreRows: row(CONTENT, 0, 1, 'f') })],
  [
    'a key twice in an object',
    'double-key',
    updated({
      objects: { [PAGE]: PAGE_COPY.replace('/Contents', '/Contents 77 0 R /Contents'), 77: OTHER_CONTENT },
    }),
  ],
  [
    'a key twice, once with the code of a character',
    'double-key',
    updated({
      objects: { [PAGE]: PAGE_COPY.replace('/Contents', '/C#6fntents 77 0 R /Contents'), 77: OTHER_CONTENT },
    }),
  ],
];

/** What programs find that search the file, as they do where they can't follow a reference. */
const SEARCHED: readonly FileAttack[] = [
  ['a reference to a missing object', 'listing', updated({ objects: { 30: '[999 0 R]' } })],
  ['a reference of another generation', 'listing', updated({ objects: { 30: `[${PAGE} 7 R]` } })],
  [
    'an object in the bytes of a stream',
    'unlisted-bytes',
    updated({ objects: { 30: stream('', `${CONTENT} 0 obj\n(x)`) } }),
  ],
  ['an object in a string', 'unlisted-bytes', updated({ objects: { 30: `(\n${CONTENT} 0 %a\nobj <<>>)` } })],
  ['a trailer in a string', 'unlisted-bytes', updated({ objects: { 30: '(\ntrailer <<>>)' } })],
  ['a subsection that begins at 1 with a free row', 'listing', updated({ moreRows: row(1, 0, 65_535, 'f') })],
  ['a wrong code in a name', 'syntax', updated({ objects: { 30: '/A#4' } })],
];

const STREAMS: readonly FileAttack[] = [
  ['an indirect length, with `endstream` in the stream', 'cross-references', longerStream(), 'forged'],
  [
    'a stream that is longer than it says',
    'stream-length',
    updated({ objects: { 30: '<< /Length 2 >>\nstream\nabcdef\nendstream' } }),
  ],
  [
    'a stream that is shorter than it says',
    'stream-length',
    updated({ objects: { 30: '<< /Length 9 >>\nstream\nabcdef\nendstream' } }),
  ],
  [
    'a stream with `endstream` in it',
    'stream-length',
    updated({ objects: { 30: stream('', 'a\nendstream\nendobj') } }),
  ],
  [
    'a stream behind a CR alone',
    'syntax',
    updated({ objects: { 30: '<< /Length 1 >>\nstream\ra\nendstream' } }),
  ],
  [
    'an object stream that no row leads to',
    'listing',
    updated(unlisted('950 0', packedIn({ [CONTENT]: '<< >>' }))),
  ],
  [
    'an object stream whose object is not listed',
    'listing',
    updated({ isStream: true, objects: { 950: packedIn({ [PAGE]: PAGE_COPY }) } }),
  ],
  [
    'a second object in an object stream’s place for one',
    'object-stream',
    updated({ packed: { 30: '<< >> << /Type /Page >>' } }),
  ],
  ['a stream in an object stream', 'stream-length', updated({ packed: { 30: stream('', 'a') } })],
  ['the page in an object stream that no program unpacks', 'stream-data', packedWithoutHeader(), 'empty'],
  [
    'bytes before the first object of an object stream',
    'object-stream',
    changed({ packed: { 30: 'null null' } }, '30 0 ', '30 5 '),
  ],
  [
    'an object stream in another one',
    'listing',
    changed(
      { packed: { 30: 'null' }, isStream: true },
      '\x02\x00\x00\x03\x84\x00\x00',
      '\x02\x00\x00\x00\x1e\x00\x00',
    ),
  ],
];

export const OBJECT_ATTACKS: readonly FileAttack[] = [...OBJECTS, ...SEARCHED, ...STREAMS];
