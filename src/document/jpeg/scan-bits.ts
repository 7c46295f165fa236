import { lengthOf, valueOf, type HuffmanTable } from './huffman-tables.ts';

const RESTART_0 = 0xd0;
const RESTART_7 = 0xd7;

/** The bits of a scan, up to its next marker; there is no end of noughts behind it (ITU-T T.81, F.2.2.5). */
export class ScanBits {
  readonly #data: Uint8Array;
  #at: number;
  /** As many bits as there are, the last read at the right. */
  #bits = 0;
  #count = 0;
  /** How many of them there are not. */
  #over = 0;

  constructor(data: Uint8Array, at: number) {
    this.#data = data;
    this.#at = at;
  }

  /** Where the marker is, once all has been taken; before, a little further than what has been. */
  get at(): number {
    return this.#at;
  }

  /** Whether more has been taken than there is. */
  get areOver(): boolean {
    return this.#count < this.#over;
  }

  /** What the next code stands for; −1 where it is none. */
  code(table: HuffmanTable): number {
    this.#fill();
    const found = table[(this.#bits >> (this.#count - 16)) & 0xffff] ?? 0;
    this.#count -= lengthOf(found);
    return found === 0 ? -1 : valueOf(found);
  }

  /** At most 16. */
  skip(count: number): void {
    if (this.#count < count) this.#fill();
    this.#count -= count;
  }

  /** At most 16. */
  take(count: number): number {
    this.#fill();
    this.#count -= count;
    return (this.#bits >> this.#count) & ((1 << count) - 1);
  }

  /** Goes on behind the next restart marker. @returns whether there is one */
  restart(): boolean {
    const data = this.#data;
    while (this.#at < data.length && !this.#isAtMarker()) this.#at += 1;
    const marker = data[this.#at + 1] ?? 0;
    this.#at += 2;
    this.#count = 0;
    this.#over = 0;
    return marker >= RESTART_0 && marker <= RESTART_7;
  }

  #isAtMarker(): boolean {
    const next = this.#data[this.#at + 1];
    return this.#data[this.#at] === 0xff && next !== 0 && next !== 0xff;
  }

  /** At least 17 bits. */
  #fill(): void {
    const data = this.#data;
    while (this.#count <= 16) {
      const byte = data[this.#at];
      const isData = byte !== undefined && (byte !== 0xff || data[this.#at + 1] === 0);
      this.#bits = ((this.#bits << 8) | (isData ? byte : 0)) & 0xff_ffff;
      this.#count += 8;
      if (isData) this.#at += byte === 0xff ? 2 : 1;
      else this.#over += 8;
    }
  }
}
