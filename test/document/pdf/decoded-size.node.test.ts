import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureFile } from '../../../src/document/pdf/file-bounds.ts';
import { areTorn } from '../../../src/document/pdf/torn-streams.ts';
import { lzwOf, runLengthsOf } from '../../support/old-filters.ts';

const { signal } = new AbortController();

async function isTorn(filter: string, data: Uint8Array | string): Promise<boolean> {
  const body = Buffer.from(data);
  const entries = `/Filter ${filter} /Length ${body.length}`;
  const bytes = Buffer.concat([
    Buffer.from(`%PDF-1.7\n1 0 obj << ${entries} >> stream\n`),
    body,
    Buffer.from('\nendstream endobj\n%%EOF'),
  ]);
  const { endingStreams } = await measureFile(bytes, signal);
  assert.equal(endingStreams.length, 1, filter);
  return areTorn(bytes, endingStreams, signal);
}

/** Long enough for codes of every width, with every byte in it. */
const TEXT = Uint8Array.from({ length: 9000 }, (_, at) => (at * 7 + (at >> 8)) & 0xff);

const WHOLE: readonly (readonly [string, Uint8Array | string])[] = [
  ['/ASCIIHexDecode', '48656C6C6F >'],
  ['/AHx', '48656C6C6F>'],
  ['/ASCII85Decode', '87cURD]i,"Ebo80~>'],
  ['[ /A85 ]', '87cURD]i,"Ebo80 ~ >'],
  ['/LZWDecode', lzwOf(TEXT, 1)],
  ['/LZW /DecodeParms << /EarlyChange 0 >>', lzwOf(TEXT, 0)],
  ['/RunLengthDecode', runLengthsOf(TEXT)],
  ['[/RL]', runLengthsOf(TEXT)],
];

test('data with the end that its filter asks for is whole', async () => {
  for (const [filter, data] of WHOLE) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    assert.equal(await isTorn(filter, data), false, filter);
  }
});

test('data that breaks off anywhere is torn', async () => {
  for (const [filter, data] of WHOLE) {
    for (const share of [0.2, 0.5, 0.8]) {
      const part = data.slice(0, Math.ceil(data.length * share));
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.equal(await isTorn(filter, part), true, `${filter}, ${share} of it`);
    }
  }
});

test('no data at all is what some writers make of nothing', async () => {
  for (const [filter] of WHOLE) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    assert.equal(await isTorn(filter, ' '), false, filter);
  }
});

test('what lies in another filter has an end of its own', async () => {
  const bytes = Buffer.from('1 0 obj << /Filter [/AHx /Fl] >> stream\n789c00\nendstream');
  assert.deepEqual((await measureFile(bytes, signal)).endingStreams, []);
});
