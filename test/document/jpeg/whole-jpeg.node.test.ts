import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWholeJpeg } from '../../../src/document/jpeg/whole-jpeg.ts';
import { hasTool } from '../../support/browsers.ts';
import { codedJpeg, type CodedJpeg } from '../../support/coded-jpeg.ts';
import { pagesPdf } from '../../support/small-pdf.ts';
import { withFile } from '../../service/support/pdf-checks.ts';
import { runTool } from '../../service/support/tools.ts';

const END = [0xff, 0xd9];

const COLOUR = [
  [2, 2],
  [1, 1],
  [1, 1],
] as const;

const KINDS: Readonly<Record<string, CodedJpeg>> = {
  'a grey one': { width: 200, height: 100 },
  'one of a single pixel': { width: 1, height: 1 },
  'a coloured one': { width: 203, height: 101, sampling: COLOUR },
  'one in four colours': {
    width: 64,
    height: 64,
    sampling: [
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 1],
    ],
  },
  'one with restarts': { width: 200, height: 100, restartInterval: 7 },
  'a coloured one with restarts': { width: 203, height: 101, sampling: COLOUR, restartInterval: 4 },
  'a progressive one': { width: 203, height: 101, sampling: COLOUR, progressive: true },
  'a progressive one with restarts': { width: 200, height: 100, restartInterval: 8, progressive: true },
};

for (const [name, kind] of Object.entries(KINDS)) {
  const { headers, scans, end } = codedJpeg(kind);
  const first = scans[0] ?? [];

  test(`${name}: is whole with all of its codes, and without its end`, () => {
    assert.equal(isWholeJpeg(Uint8Array.from([...headers, ...scans.flat(), ...end])), true);
    assert.equal(isWholeJpeg(Uint8Array.from([...headers, ...scans.flat()])), true);
    assert.equal(isWholeJpeg(Uint8Array.from([...headers, ...scans.flat(), 0xff, ...end, 0, 0])), true);
  });

  test(`${name}: is not without the last byte of its codes, though it has its end`, () => {
    const rest = scans.slice(1).flat();
    assert.equal(isWholeJpeg(Uint8Array.from([...headers, ...first.slice(0, -1), ...rest, ...end])), false);
  });

  test(`${name}: is not without one of its scans`, () => {
    for (const left of scans.keys()) {
      const others = scans.filter((_, index) => index !== left);
      assert.equal(
        isWholeJpeg(Uint8Array.from([...headers, ...others.flat(), ...end])),
        false,
        `scan ${left}`,
      );
    }
  });
}

test('a restart that comes too early leaves out what was before it', () => {
  const { headers, scans } = codedJpeg({ width: 200, height: 100, restartInterval: 8 });
  const scan = scans.flat();
  const restart = scan.indexOf(0xd0);
  const short = [...scan.slice(0, restart - 2), ...scan.slice(restart - 1)];
  assert.equal(isWholeJpeg(Uint8Array.from([...headers, ...scan, ...END])), true);
  assert.equal(isWholeJpeg(Uint8Array.from([...headers, ...short, ...END])), false);
});

test('nonsense is not whole, and comes to an end', { timeout: 10_000 }, () => {
  const { headers, scans } = codedJpeg({
    width: 65_535,
    height: 65_535,
    sampling: COLOUR,
    progressive: true,
  });
  const nonsense = [
    [],
    [0xff, 0xd8],
    [0xff, 0xd8, 0xff, 0xc4, 0, 0, ...END],
    [0xff, 0xd8, 0xff, 0xda, 0, 2, 0, 0, ...END],
    [...headers, 0xff, 0xda, 0, 8, 1, 9, 0, 0, 63, 0, 0, ...END],
    [...headers, 0xff, 0xda, 0, 2, ...END],
    // Bands of coefficients that end before they begin would take no codes at all.
    [...headers, ...Array.from({ length: 2000 }, () => [0xff, 0xda, 0, 8, 1, 1, 0, 5, 1, 0]).flat(), ...END],
    [...headers, ...headers.slice(2), ...(scans[0] ?? []), ...END],
    headers.map((byte, at) => (headers[at - 1] === 1 && byte === 0x22 ? 0 : byte)).concat(scans[0] ?? []),
  ];
  for (const bytes of nonsense) assert.equal(isWholeJpeg(Uint8Array.from(bytes)), false);
});

test('components with the same id are told apart, and what follows the codes does not count', () => {
  const { headers, scans } = codedJpeg({ width: 203, height: 101, sampling: COLOUR });
  const whole = [...headers, ...scans.flat()];
  assert.equal(isWholeJpeg(Uint8Array.from([...whole, 0xff, 0x20, 0, 0])), true);
  const frame = headers.indexOf(0xc0);
  const header = headers.length;
  const same = whole
    .with(frame + 12, 1)
    .with(frame + 15, 1)
    .with(header + 7, 1)
    .with(header + 9, 1);
  assert.equal(isWholeJpeg(Uint8Array.from([...same, ...END])), true);
  assert.equal(isWholeJpeg(Uint8Array.from([...same.slice(0, -1), ...END])), false);
});

test('what cannot be told is left to the browser: arithmetic coding, a height after the data', () => {
  const { headers, scans } = codedJpeg({ width: 200, height: 0 });
  assert.equal(isWholeJpeg(Uint8Array.from([...headers, ...scans.flat(), ...END])), true);
  const frame = headers.indexOf(0xc0);
  const arithmetic = headers.with(frame, 0xc9);
  assert.equal(isWholeJpeg(Uint8Array.from([...arithmetic, ...END])), true);
});

const skip = !hasTool('pdfsig') && 'poppler-utils is not installed.';

test('pictures of a page as another program writes them, whole and cut', { skip }, () => {
  const page = pagesPdf([{ text: 'Contract' }]);
  for (const way of [[], ['-gray'], ['-jpegopt', 'optimize=y'], ['-jpegopt', 'progressive=y']]) {
    const picture = withFile(page, file => runTool('pdftoppm', ['-jpeg', ...way, file]).stdout);
    assert.equal(isWholeJpeg(picture), true, way.join(' '));
    const half = picture.subarray(0, picture.length / 2);
    assert.equal(isWholeJpeg(Uint8Array.from([...half, ...END])), false, way.join(' '));
  }
});
