/**
 * By the next 16 bits of a scan: the length of the code that they begin with, and what it stands for; 0 for no code
 * (ITU-T T.81, C.2).
 */
export type HuffmanTable = Uint16Array;

export const lengthOf = (entry: number): number => entry >> 8;
export const valueOf = (entry: number): number => entry & 0xff;

/** The room for tables is used again and again: a page may have thousands of pictures. */
const rooms = new Map<number, HuffmanTable>();

function roomFor(key: number): HuffmanTable {
  const room = rooms.get(key) ?? new Uint16Array(65_536);
  rooms.set(key, room);
  return room;
}

/** The tables that hold at some place of a JPEG; those of the one before are overwritten. */
export class HuffmanTables {
  readonly #tables = new Map<number, HuffmanTable>();

  /** @param segment of a DHT marker (B.2.4.2), which may define several, each in the place of an earlier one */
  read(segment: Uint8Array): void {
    let at = 0;
    while (at + 17 <= segment.length) {
      // Two classes of four, as there are no others.
      const key = (segment[at] ?? 0) & 0x13;
      const counts = segment.subarray(at + 1, at + 17);
      at += 17;
      const table = roomFor(key).fill(0);
      let code = 0;
      for (const [index, count] of counts.entries()) {
        const free = 15 - index;
        for (let nth = 0; nth < count; nth += 1) {
          table.fill(((index + 1) << 8) | (segment[at] ?? 0), code << free, (code + 1) << free);
          at += 1;
          code += 1;
        }
        code *= 2;
      }
      this.#tables.set(key, table);
    }
  }

  /** For the coefficients that stand for a block's mean. */
  dc(number: number): HuffmanTable | undefined {
    return this.#tables.get(number);
  }

  /** For all others. */
  ac(number: number): HuffmanTable | undefined {
    return this.#tables.get(16 + number);
  }
}
