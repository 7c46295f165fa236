import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { NotJpegError, readJpegSize } from '../../src/biometrics/photo.ts';
import { FILMS, framesOf } from '../../../../test/support/films.ts';
import { outlineJpeg } from '../../../../test/support/small-jpeg.ts';

describe('the size of a JPEG', () => {
  test('is read from its frame header', () => {
    assert.deepEqual(readJpegSize(outlineJpeg(640, 480)), { width: 640, height: 480 });
  });

  test('is read from a camera’s picture', async () => {
    const [picture = assert.fail()] = framesOf(await readFile(path.join(FILMS, 'static-photo.mjpeg')));
    assert.deepEqual(readJpegSize(picture), { width: 640, height: 480 });
  });

  test('is of no file that is something else, cut off, or without a picture', () => {
    const whole = outlineJpeg(640, 480);
    const wrong = [
      new Uint8Array(),
      Uint8Array.from([0xff, 0xd8, 0xff, 0xd9]),
      new TextEncoder().encode('<script>alert(1)</script>'),
      Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      outlineJpeg(0, 480),
      ...Array.from(whole, (_, length) => whole.subarray(0, length)),
    ];
    for (const bytes of wrong) assert.throws(() => readJpegSize(bytes), NotJpegError, String(bytes));
  });

  test('is found behind a segment whose length lies, or not at all', () => {
    const lying = outlineJpeg(640, 480);
    lying.set([0xff, 0xff], 4);
    assert.throws(() => readJpegSize(lying), NotJpegError);
  });
});
