import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areCut, measureFile } from '../../../src/document/pdf/file-bounds.ts';
import { areTorn } from '../../../src/document/pdf/torn-streams.ts';
import { base85Of, hexOf, lzwOf, runLengthsOf } from '../../support/old-filters.ts';

const { signal } = new AbortController();

/** Long enough for LZW's codes of every width, with every byte in it. */
const SAMPLES = Uint8Array.from({ length: 10_000 }, (_, at) => ((at >> 2) * 7 + (at >> 8)) & 0xff);
const IMAGE = '/Subtype /Image /Width 100 /Height 100 /ColorSpace /DeviceGray /BitsPerComponent 8';

const ENCODED: readonly (readonly [filter: string, encode: (bytes: Uint8Array) => Uint8Array])[] = [
  ['/ASCIIHexDecode', hexOf],
  ['/AHx', hexOf],
  ['/ASCII85Decode', base85Of],
  ['[ /A85 ]', base85Of],
  ['/LZWDecode', bytes => lzwOf(bytes, 1)],
  ['[/LZW] /DecodeParms [<< /EarlyChange 0 >>]', bytes => lzwOf(bytes, 0)],
  ['/RunLengthDecode', runLengthsOf],
  ['/RL', runLengthsOf],
];

/** Whether data is told to be missing of the only stream of a file. */
async function isTold(entries: string, data: Uint8Array | string): Promise<boolean> {
  const body = Buffer.from(data);
  const bytes = Buffer.concat([
    Buffer.from(`%PDF-1.7\n1 0 obj << ${entries} /Length ${body.length} >> stream\n`),
    body,
    Buffer.from('\nendstream endobj\n%%EOF'),
  ]);
  const { endingStreams, sizedImages } = await measureFile(bytes, signal);
  return (await areCut(bytes, sizedImages, signal)) || areTorn(bytes, endingStreams, signal);
}

for (const [filter, encode] of ENCODED) {
  const data = encode(SAMPLES);

  test(`an image in ${filter} is whole with all of its samples, whatever ends it`, async () => {
    assert.equal(await isTold(`${IMAGE} /Filter ${filter}`, data), false);
    const last = filter.includes('LZW') || filter.includes('85') ? 2 : 1;
    assert.equal(await isTold(`${IMAGE} /Filter ${filter}`, data.slice(0, -last)), false);
  });

  test(`an image in ${filter} that breaks off is told, with or without an end`, async () => {
    for (const share of [0.2, 0.5, 0.9]) {
      const part = data.slice(0, Math.ceil(data.length * share));
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.equal(await isTold(`${IMAGE} /Filter ${filter}`, part), true, `${share} of it`);
    }
    assert.equal(await isTold(`${IMAGE} /Filter ${filter}`, encode(SAMPLES.slice(0, 5000))), true, 'an end');
  });
}

test('what is no image is told where its filter’s end never is left out', async () => {
  for (const [filter, encode] of ENCODED) {
    const data = encode(SAMPLES);
    const half = data.slice(0, data.length / 2);
    const always = filter.includes('LZW') || filter.includes('85');
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    assert.deepEqual(
      [await isTold(`/Filter ${filter}`, data), await isTold(`/Filter ${filter}`, half)],
      [false, always],
    );
  }
});

test('what lies around another filter is looked at', async () => {
  const entries = `${IMAGE} /Filter [/ASCII85Decode /DCTDecode]`;
  assert.equal(await isTold(entries, '87cURD]i,"Ebo80 ~>'), false);
  assert.equal(await isTold(entries, '87cURD]i'), true);
});

test('no data at all is what some writers make of nothing', async () => {
  for (const [filter] of ENCODED) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    assert.equal(await isTold(`/Filter ${filter}`, ' '), false, filter);
  }
});
