/*
 * RC2 (RFC 2268), decryption only. Of the maintained libraries only node-forge has it, and uses strings as buffers. The
 * result contains a private key and must be zeroed, which is impossible with a string. Tested with the vectors of RFC
 * 2268, 5.
 */

/** The permutation from the digits of pi (RFC 2268, 2), in hex. */
const PI_TABLE = Uint8Array.from(
  (
    'd978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2179a59f587b34f1361456d8d09817d32' +
    'bd8f40eb86b77b0bf09521225c6b4e8254d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626' +
    '6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed708e8eade8052eef784aa72ac354d6a2a' +
    '961ad2715a1549744b9fd05e0418a4ecc2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731' +
    '2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a90d38341bab33ffb0bb480c5fb9b1cd2e' +
    'c5f3db47e5a59c770aa62068fe7fc1ad'
  )
    .match(/../g)
    ?.map(pair => Number.parseInt(pair, 16)) ?? [],
);

const pi = (index: number): number => PI_TABLE[index & 0xff] ?? 0;

/** The 64 words of the key schedule (RFC 2268, 2). */
function expandKey(key: Uint8Array, effectiveBits: number): Uint16Array<ArrayBuffer> {
  const bytes = new Uint8Array(128);
  bytes.set(key);
  const at = (index: number): number => bytes[index] ?? 0;
  for (let i = key.length; i < 128; i++) bytes[i] = pi(at(i - 1) + at(i - key.length));
  const effectiveBytes = Math.ceil(effectiveBits / 8);
  bytes[128 - effectiveBytes] = pi(at(128 - effectiveBytes) & (0xff >> (8 * effectiveBytes - effectiveBits)));
  for (let i = 127 - effectiveBytes; i >= 0; i--) bytes[i] = pi(at(i + 1) ^ at(i + effectiveBytes));
  const words = Uint16Array.from({ length: 64 }, (_, i) => at(2 * i) | (at(2 * i + 1) << 8));
  bytes.fill(0);
  return words;
}

/** How far each word is rotated in a mixing round (RFC 2268, 3.1). */
const ROTATIONS = [1, 2, 3, 5] as const;

/** Decrypts one block of four words in place (RFC 2268, 4). */
function decryptBlock(words: Uint16Array, key: Uint16Array): void {
  const r = (index: number): number => words[index & 3] ?? 0;
  for (let round = 15; round >= 0; round--) {
    for (let i = 3; i >= 0; i--) {
      const turn = ROTATIONS[i & 3] ?? 0;
      const turned = (r(i) >>> turn) | (r(i) << (16 - turn));
      words[i] = turned - (key[4 * round + i] ?? 0) - (r(i + 3) & r(i + 2)) - (~r(i + 3) & r(i + 1));
    }
    // A mashing round after five and after eleven mixing rounds, in reverse order.
    if (round !== 11 && round !== 5) continue;
    for (let i = 3; i >= 0; i--) words[i] = r(i) - (key[r(i + 3) & 63] ?? 0);
  }
}

/**
 * Decrypts RC2 in CBC mode without removing the padding.
 *
 * @param key `effectiveBits` / 8 bytes or more.
 * @param data whole blocks of 8 bytes.
 */
export function decryptRc2Cbc(
  key: Uint8Array,
  effectiveBits: number,
  iv: Uint8Array,
  data: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const schedule = expandKey(key, effectiveBits);
  const output = new Uint8Array(data.length);
  const words = new Uint16Array(4);
  for (let start = 0; start < data.length; start += 8) {
    for (let i = 0; i < 4; i++) words[i] = (data[start + 2 * i] ?? 0) | ((data[start + 2 * i + 1] ?? 0) << 8);
    decryptBlock(words, schedule);
    for (let i = 0; i < 8; i++) {
      const before = (start === 0 ? iv[i] : data[start - 8 + i]) ?? 0;
      output[start + i] = ((words[i >> 1] ?? 0) >> (8 * (i & 1))) ^ before;
    }
  }
  schedule.fill(0);
  words.fill(0);
  return output;
}
