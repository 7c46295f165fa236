import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decryptRc2Cbc } from '../../../src/certificate/pkcs12/rc2.ts';

/** RFC 2268, 5: key, effective bits, plaintext, ciphertext. */
const VECTORS = [
  ['0000000000000000', 63, '0000000000000000', 'ebb773f993278eff'],
  ['ffffffffffffffff', 64, 'ffffffffffffffff', '278b27e42e2f0d49'],
  ['3000000000000000', 64, '1000000000000001', '30649edf9be7d2c2'],
  ['88', 64, '0000000000000000', '61a8a244adacccf0'],
  ['88bca90e90875a', 64, '0000000000000000', '6ccf4308974c267f'],
  ['88bca90e90875a7f0f79c384627bafb2', 64, '0000000000000000', '1a807d272bbe5db1'],
  ['88bca90e90875a7f0f79c384627bafb2', 128, '0000000000000000', '2269552ab0f85ca6'],
  [
    '88bca90e90875a7f0f79c384627bafb216f80a6f85920584c42fceb0be255daf1e',
    129,
    '0000000000000000',
    '5b78d3a43dfff1f1',
  ],
] as const;

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

describe('RC2', () => {
  for (const [key, effectiveBits, plain, encrypted] of VECTORS) {
    it(`decrypts the RFC’s vector of ${effectiveBits} bits, key ${key.slice(0, 16)}`, () => {
      const decrypted = decryptRc2Cbc(bytes(key), effectiveBits, new Uint8Array(8), bytes(encrypted));
      assert.equal(Buffer.from(decrypted).toString('hex'), plain);
    });
  }
});
