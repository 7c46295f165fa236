import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pagesPdf, type TestPage } from '../../../test/support/small-pdf.ts';
import { LazyPageDrawer } from '../../service/src/pdf/page-drawing.ts';
import { checkContentForm } from '../src/covering/content-form.ts';
import { coveredAreas } from '../src/covering/index.ts';
import { stream } from './attacks/contract.ts';

const PLAIN = [
  '',
  '1 0 0 1 0 0 cm 0 g 10 10 20 20 re f % comment\nBT /F1 12 Tf (a \\) b) Tj [(a) -20.5 <41>] TJ ET',
  '/P << /MCID 0 >> BDC /OC /L BDC EMC EMC .5 -.5 +2. rg',
  '/C cs 0.1 sc /Q scn 1 2 3 /P scn 1 2 3 4 SCN',
  `q W* n Q (a) ' 1 2 (a) "`,
];
const OTHER = [
  '310-1000 w',
  '--310 w',
  '1..9 w',
  '310e9 w',
  '1 2 3 re',
  '0 1 2 3 4 re',
  '1 1 rg',
  'foo',
  'BX foo EX',
  'Q',
  'q Q Q',
  '(a',
  '1 2',
  'sc',
  'q BI /W 1 /H 1 /IM true /D [1 0] ID \u00ff EI Q',
];

const RECT = [100, 400, 300, 450];
const BOX = '120 410 40 20 re f';
const TINT = '<< /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [1] /N 1 >>';
const GROUP = '/Subtype /Form /BBox [0 0 595 842] /Group << /S /Transparency >>';

const IMAGE = '/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8';
const STENCIL = '/Subtype /Image /Width 1 /Height 1 /ImageMask true /BitsPerComponent 1';

/** What other programs show in another way, what `coveredAreas` says, the page and its objects from 10 on. */
const DRAWN: readonly (readonly [string, string | undefined, TestPage, (readonly string[])?])[] = [
  ['white in the device’s colours', undefined, { content: `1 g ${BOX}` }],
  ['a number with a minus in it (MuPDF)', 'not-drawn', { content: `0 g 120 410-1000 40 20 re f` }],
  [
    'an ink that its tint calls white (poppler)',
    'not-blank',
    {
      content: `/C cs 1 sc ${BOX}`,
      resources: `/ColorSpace << /C [/Separation /Black /DeviceGray ${TINT}] >>`,
    },
  ],
  [
    'white that is printed over black (MuPDF)',
    'not-blank',
    {
      content: `0 0 0 1 k ${BOX} /G gs 0 0 0 0 k ${BOX}`,
      resources: '/ExtGState << /G << /op true /OPM 1 >> >>',
    },
  ],
  [
    'a mask of colours with one limit (MuPDF)',
    'not-blank',
    { content: 'q 40 0 0 20 120 410 cm /I Do Q', resources: '/XObject << /I 10 0 R >>' },
    [stream('/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Mask [0]', 'a')],
  ],
  [
    'a soft mask of an unknown kind',
    'not-drawn',
    { content: `/G gs 0 g ${BOX}`, resources: '/ExtGState << /G << /SMask << /S /Other /G 10 0 R >> >> >>' },
    [stream(GROUP, '')],
  ],
  [
    'a form with another number of operands',
    'not-drawn',
    { content: '/X Do', resources: '/XObject << /X 10 0 R >>' },
    [stream(GROUP, '0 g 5 120 1410 40 20 re f')],
  ],
  ...[
    ['an image that its decoding makes white, but not for MuPDF', '/Decode [1]', '\u00ff'],
    ['an image whose mask is too short (poppler)', '/SMask 11 0 R', '\0', stream(IMAGE, '')],
    ['an image with a stencil as a soft mask (MuPDF)', '/SMask 11 0 R', '\0', stream(STENCIL, '\0')],
    ['a scan that may be damaged', '/Filter /ASCIIHexDecode', 'ff>'],
  ].map(
    ([what = '', entries = '', data = '', ...others]) =>
      [
        what,
        'not-blank',
        { content: 'q 40 0 0 20 120 410 cm /I Do Q', resources: '/XObject << /I 10 0 R >>' },
        [stream(`${IMAGE} ${entries}`, data), ...others],
      ] as const,
  ),
  [
    'a pattern that takes colours of its own (Ghostscript)',
    'not-blank',
    {
      content: `/C cs 0 /P scn ${BOX}`,
      resources: '/ColorSpace << /C [/Pattern /DeviceGray] >> /Pattern << /P 10 0 R >>',
    },
    [
      stream(
        '/Type /Pattern /PatternType 1 /PaintType 2 /TilingType 1 /BBox [0 0 600 900] /XStep 600 /YStep 900 /Resources << >>',
        '1 g 0 0 600 900 re f',
      ),
    ],
  ],
  [
    'a soft mask that a function turns round (MuPDF)',
    'not-drawn',
    {
      content: `/G gs 0 g ${BOX}`,
      resources: '/ExtGState << /G << /SMask << /S /Luminosity /TR 11 0 R /G 10 0 R >> >> >>',
    },
    [stream(GROUP, '1 g 0 0 595 842 re f'), TINT.replace('/C1 [1]', '/C1 [0]')],
  ],
  [
    'a form that says elsewhere what it is',
    'not-drawn',
    { content: '/X Do', resources: '/XObject << /X 10 0 R >>' },
    [stream(GROUP.replace('/Form', '11 0 R'), '0 g 5 120 1410 40 20 re f'), '/Form'],
  ],
  [
    'letters that say elsewhere that they are drawn',
    'not-drawn',
    { content: 'BT /T 1 Tf 120 420 Td (a) Tj ET', resources: '/Font << /T 10 0 R >>' },
    [
      '<< /Type /Font /Subtype 11 0 R /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 ' +
        '/Widths [9] /Encoding << /Differences [97 /a] >> /CharProcs << /a 12 0 R >> /Resources << >> >>',
      '/Type3',
      stream('', '9 0 d0 5 0 1000 9 9 re f'),
    ],
  ],
  [
    'a profile that says elsewhere what it is',
    'not-blank',
    {
      content: '/C cs 1 sc 0 0 595 842 re f',
      resources: '/ColorSpace << /C [10 0 R << /WhitePoint [0.95 1 1.09] >>] >>',
    },
    ['/CalGray'],
  ],
  [
    'a white ground in a colour of a profile',
    'not-blank',
    {
      content: `/C cs 1 sc 0 0 595 842 re f`,
      resources: '/ColorSpace << /C [/CalGray << /WhitePoint [0.95 1 1.09] >>] >>',
    },
  ],
  [
    'colours of a profile elsewhere',
    undefined,
    {
      content: `/C cs 0 sc 10 10 20 20 re f`,
      resources: '/ColorSpace << /C [/CalGray << /WhitePoint [0.95 1 1.09] >>] >>',
    },
  ],
];

const bytes = (text: string) => Uint8Array.from(text, character => character.charCodeAt(0));

describe('the form of a content stream', () => {
  for (const content of PLAIN) it(`is read: ${content}`, () => checkContentForm(bytes(content)));
  for (const content of OTHER)
    it(`is refused: ${content}`, () =>
      assert.throws(() => checkContentForm(bytes(content)), { name: 'PdfStructureError' }));
});

describe('what other programs draw in another way than pdf.js', () => {
  const drawer = new LazyPageDrawer();
  for (const [what, reason, page, objects = []] of DRAWN)
    it(what, async () => {
      const [found] = await coveredAreas(pagesPdf([page], { objects }), [{ page: 0, rect: RECT }], drawer);
      assert.equal(found?.reason, reason);
    });
});
