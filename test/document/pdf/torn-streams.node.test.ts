import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureFile } from '../../../src/document/pdf/file-bounds.ts';
import { areTorn } from '../../../src/document/pdf/torn-streams.ts';

/** Streams without a length, one after the other, none of which says where it ends. */
function endless(count: number): Uint8Array<ArrayBuffer> {
  const end = [0xff, 0xd9];
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    Buffer.from('1 0 obj<</Filter/DCTDecode>>stream\n'),
    ...Array.from({ length: count }, () =>
      Buffer.concat([Buffer.from(end), Buffer.from('obj<</Filter/DCTDecode>>stream\n')]),
    ),
    Buffer.from(end),
  ]);
}

test('looks for the ends of streams in one way through the file', { timeout: 30_000 }, async () => {
  const { signal } = new AbortController();
  const bytes = endless(60_000);
  const { endingStreams } = await measureFile(bytes, signal);
  assert.equal(endingStreams.length, 60_001);
  assert.equal(await areTorn(bytes, endingStreams, signal), false);
});

test('answers nothing once it is ended', async () => {
  const ended = AbortSignal.abort();
  const bytes = Buffer.from('%PDF-1.7\n1 0 obj<</Filter/DCTDecode>>stream\nno JPEG\nendstream');
  const { endingStreams } = await measureFile(bytes, new AbortController().signal);
  assert.equal(await areTorn(bytes, endingStreams, new AbortController().signal), true);
  assert.equal(await areTorn(bytes, endingStreams, ended), false);
});
