import des from 'des.js';

const TripleDesCbc = des.CBC.instantiate(des.EDE);

/**
 * Decrypts triple DES in CBC mode, the padding left on. By des.js, because WebCrypto has no DES; it works on
 * arrays, which can be zeroed.
 *
 * @param key 24 bytes.
 * @param data whole blocks of 8 bytes.
 */
export function decryptTripleDesCbc(
  key: Uint8Array,
  iv: Uint8Array,
  data: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const cipher = TripleDesCbc.create({ type: 'decrypt', key, iv, padding: false });
  const parts = [cipher.update(data), cipher.final()];
  const plain = Uint8Array.from(parts.flat());
  for (const part of parts) part.fill(0);
  return plain;
}
