import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import readQr from 'jsqr';
import { qrCode, type QrCode } from '../../src/ui/qr-code.ts';

/** Pixels a module: what a camera sees is larger than one each. */
const SCALE = 3;

/** The code as a camera would see it, black on white, RGBA. */
function pictureOf({ path, size }: QrCode): { data: Uint8ClampedArray; width: number } {
  const width = size * SCALE;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let pixel = 0; pixel < SCALE * SCALE; pixel += 1) {
      const left = Number(x) * SCALE + (pixel % SCALE);
      const top = Number(y) * SCALE + Math.floor(pixel / SCALE);
      data.set([0, 0, 0], (top * width + left) * 4);
    }
  }
  return { data, width };
}

describe('the QR code of an address', () => {
  const address = 'https://sign.example/verify/ev_6RY6W54P418MKETQDVDERYN4MY';
  for (const text of [address, `${address}?${'long'.repeat(40)}`, 'https://exemplo.com.br/ção']) {
    it(`is read as what it was made of: ${text.slice(0, 60)}`, () => {
      const { data, width } = pictureOf(qrCode(text));
      assert.equal(readQr(data, width, width)?.data, text);
    });
  }
});
