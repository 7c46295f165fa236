import {
  after,
  BASE,
  CATALOG,
  changed,
  END,
  hybrid,
  OTHER_OBJECT,
  tailOf,
  THIRTY,
  updated,
  type FileAttack,
} from './attacked-file.ts';
import {
  basePdf,
  CONTENT,
  OTHER_CONTENT,
  previousSection,
  stream,
  textOf,
  withUpdate,
} from './update-files.ts';

/** Cross references and trailers. */
const SECTIONS: readonly FileAttack[] = [
  [
    'an /Index that is no integer',
    'cross-references',
    updated({ isStream: true, objects: { [CONTENT]: OTHER_CONTENT }, index: () => `${CONTENT}.5 1` }),
    'forged',
  ],
  [
    'a row of an unknown type',
    'cross-references',
    updated({
      isStream: true,
      moreRows: '09000000000000',
      index: index => `${index} 5000 1`,
      unlisted: OTHER_OBJECT,
    }),
    'forged',
  ],
  [
    'more rows in a stream than its /Index has',
    'cross-references',
    updated({ isStream: true, moreRows: '01000000000000' }),
  ],
  [
    'fewer rows in a stream than its /Index has',
    'cross-references',
    updated({ isStream: true, index: () => '30 2', ...THIRTY }),
  ],
  [
    'a row for another object stream’s index',
    'listing',
    updated({ packed: { 30: 'null' }, moreRows: '02000003840000', index: index => `${index} 31 1` }),
  ],
  [
    'rows with a field of five bytes',
    'cross-references',
    changed({ isStream: true, objects: THIRTY.objects }, '/W [1 4 2]', '/W [1 5 2]'),
  ],
  [
    'cross references that call themselves a page',
    'cross-references',
    changed({ isStream: true }, '/Type /XRef', '/Type /Page'),
  ],
  [
    'cross references under an earlier number',
    'listing',
    changed({ isStream: true, trailer: '/A 1' }, '901 0 obj', `${CONTENT} 0 obj`),
  ],
  [
    'a second stream of cross references',
    'hybrid',
    updated({
      objects: { 30: stream('/Type /XRef /W [1 2 1] /Index [31 1] /Root 1 0 R', '\x01\x00\x09\x00') },
    }),
  ],
  [
    'a reference to its own cross references',
    'section',
    updated({ isStream: true, objects: { 30: '[901 0 R]' } }),
  ],
  [
    'a reference to earlier cross references',
    'section',
    withUpdate(withUpdate(BASE, { isStream: true }), { objects: { 30: '<< /A 901 0 R >>' } }),
  ],
  ['a table after a stream', 'hybrid', withUpdate(withUpdate(BASE, { isStream: true }), {})],
  ['a hybrid update', 'hybrid', hybrid()],
  ['/XRefStm', 'hybrid', updated({ trailer: '/XRefStm 9' })],
  ['two spaces in a subsection’s head', 'syntax', changed(THIRTY, '30 1\n', '30  1\n')],
  ['a tab in a subsection’s head', 'syntax', changed(THIRTY, '30 1\n', '30\t1\n')],
  ['a line end in a subsection’s head', 'syntax', changed(THIRTY, '30 1\n', '30\n1\n')],
  ['a subsection’s head on the line of its row', 'syntax', changed(THIRTY, '30 1\n', '30 1 ')],
  ['two spaces behind a subsection’s head', 'syntax', changed(THIRTY, '30 1\n', '30 1  \n')],
  ['a blank line behind a subsection’s head', 'syntax', changed(THIRTY, '30 1\n', '30 1\n\n')],
  ['an empty subsection beyond all numbers', 'limit', updated({ moreRows: '99999999999 0\n' })],
  [
    'an empty range beyond all numbers',
    'limit',
    updated({ isStream: true, index: index => `${index} 99999999999 0` }),
  ],
  ['rows of 19 bytes', 'syntax', changed(THIRTY, / n \n/, ' n\n')],
  ['a key twice in the trailer', 'double-key', updated({ trailer: '/Root 1 0 R' })],
  [
    'a second trailer',
    'cross-references',
    after(`${OTHER_OBJECT}trailer\n<< /Size 1100 /Root 1 0 R >>\n${tailOf(END)}`),
    'forged',
  ],
  [
    'a trailer alone',
    'cross-references',
    after(`${OTHER_OBJECT}trailer\n<< /Size 1100 /Root 1 0 R >>\n%%EOF\n`),
  ],
  ['another root', 'trailer', updated({ objects: { 30: CATALOG }, root: '/Root 30 0 R' })],
  [
    'an encryption',
    'trailer',
    updated({
      objects: { 30: '<< /Filter /Standard /V 1 /R 2 /P -4 /O (x) /U (x) >>' },
      trailer: '/Encrypt 30 0 R',
    }),
  ],
  [
    'a /Prev that leaves out the signed revision',
    'trailer',
    updated({ previous: previousSection(basePdf()) }),
  ],
  ['no /Prev', 'trailer', changed({}, /\/Prev \d+/, '')],
  ['a size that excludes an object', 'trailer', updated({ objects: { 1100: 'null' } })],
  ['a size beyond all numbers', 'trailer', updated({ size: 8_388_609 })],
  ['a smaller size', 'trailer', updated({ size: 900 })],
  ['a startxref that leads to the earlier section', 'cross-references', after(tailOf(previousSection(BASE)))],
  ['a startxref with zeros', 'cross-references', after(tailOf(END).replace('startxref\n', 'startxref\n0'))],
];

const REMAINS: readonly FileAttack[] = [
  ['bytes behind an object', 'cross-references', updated({ objects: { 30: 'null\nendobj\nabc' } })],
  ['a comment between objects', 'cross-references', updated({ unlisted: '%30 0 obj\n' })],
  ['a comment in an object', 'syntax', updated({ objects: { 30: '<< /A %\n1 >>' } })],
  ['NUL in an object', 'syntax', updated({ objects: { 30: '<< /A\x001 >>' } })],
  ['a comment with an object before startxref', 'syntax', changed({}, 'startxref', '%6 0 obj\nstartxref')],
  ['white space at the end', 'cross-references', after(' \n')],
  ['five line ends at the end', 'cross-references', after('\n\n\n\n\n')],
  ['a comment at the end', 'cross-references', after('% the end\n')],
  ['another file', 'cross-references', after(textOf(basePdf()))],
  ['another header', 'cross-references', after(`%PDF-1.7\n${tailOf(END + 9)}`)],
  ['five line ends before the update', 'cross-references', after(`\n\n\n\n\n${tailOf(END + 5)}`)],
  ['an end that is cut off', 'syntax', updated(THIRTY).slice(0, -4)],
];

export const SECTION_ATTACKS: readonly FileAttack[] = [...SECTIONS, ...REMAINS];
