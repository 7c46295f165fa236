/** Data as old writers of PDFs encoded it (ISO 32000-1, 7.4.2 to 7.4.5): whole, with the end that it has to have. */

const CLEAR_TABLE = 256;
const END_OF_DATA = 257;

/** @param earlyChange by how many codes earlier than they have to they grow */
export function lzwOf(bytes: Uint8Array, earlyChange: 0 | 1): Uint8Array<ArrayBuffer> {
  const bits: string[] = [];
  const table = new Map<string, number>();
  /** As many as the reader's table has. */
  let entries = 0;
  const put = (code: number) => {
    const size = entries + earlyChange;
    bits.push(code.toString(2).padStart(size < 512 ? 9 : size < 1024 ? 10 : size < 2048 ? 11 : 12, '0'));
  };
  const clear = () => {
    put(CLEAR_TABLE);
    table.clear();
    for (let byte = 0; byte < CLEAR_TABLE; byte += 1) table.set(String.fromCharCode(byte), byte);
    // The first code adds no entry.
    entries = END_OF_DATA;
  };
  clear();
  let known = '';
  for (const letter of Array.from(bytes, byte => String.fromCharCode(byte))) {
    if (table.has(known + letter)) {
      known += letter;
      continue;
    }
    put(table.get(known) ?? 0);
    entries += 1;
    table.set(known + letter, entries);
    if (entries === 4093) clear();
    known = letter;
  }
  if (known !== '') put(table.get(known) ?? 0);
  entries += 1;
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

/** Two hexadecimal digits a byte. */
export function hexOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const digits = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
  return Uint8Array.from(`${digits}>`, digit => digit.charCodeAt(0));
}

/** Five digits for four bytes, of which there has to be a whole number. */
export function base85Of(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const encoded: number[] = [];
  for (let at = 0; at < bytes.length; at += 4) {
    const number = view.getUint32(at);
    const digits = [4, 3, 2, 1, 0].map(power => 33 + (Math.floor(number / 85 ** power) % 85));
    encoded.push(...(number === 0 ? ['z'.charCodeAt(0)] : digits));
  }
  return Uint8Array.from([...encoded, '~'.charCodeAt(0), '>'.charCodeAt(0)]);
}
