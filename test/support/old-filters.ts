/** Data as old writers of PDFs encoded it (ISO 32000-1, 7.4.4 and 7.4.5): whole, with the end that it has to have. */

const CLEAR_TABLE = 256;
const END_OF_DATA = 257;

/**
 * LZW, in which every byte is a code of its own: the table grows as it would, and so do the codes.
 * @param earlyChange by how many codes earlier than they have to they grow
 */
export function lzwOf(bytes: Uint8Array, earlyChange: 0 | 1): Uint8Array<ArrayBuffer> {
  const bits: string[] = [];
  let entries = 0;
  const put = (code: number) => {
    const size = entries + earlyChange;
    bits.push(code.toString(2).padStart(size < 512 ? 9 : size < 1024 ? 10 : size < 2048 ? 11 : 12, '0'));
  };
  const clear = () => {
    put(CLEAR_TABLE);
    // The first code adds no entry.
    entries = END_OF_DATA;
  };
  clear();
  for (const byte of bytes) {
    if (entries === 4093) clear();
    put(byte);
    entries += 1;
  }
  put(END_OF_DATA);
  const octets = bits.join('').match(/.{1,8}/g) ?? [];
  return Uint8Array.from(octets, octet => Number.parseInt(octet.padEnd(8, '0'), 2));
}

/** Run lengths: pieces as they are, and each run of the same byte as one. */
export function runLengthsOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const encoded: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    let run = 1;
    while (run < 128 && bytes[at + run] === byte) run += 1;
    if (run > 1) encoded.push(257 - run, byte);
    else encoded.push(0, byte);
    at += run;
  }
  return Uint8Array.from([...encoded, 128]);
}
