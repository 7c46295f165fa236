import type { Picture, PixelBox } from './page-area.ts';

/** Two colours that people can't tell apart, per channel. */
const TOLERANCE = 4;

/** First and last pixel of ink without a gap. */
export type Run = readonly [first: number, last: number];

/** The pixels of a picture that have another colour than the paper. */
export class Ink {
  readonly width: number;
  readonly height: number;
  readonly #ink: Uint8Array;

  /** @param paper as 0xRRGGBB */
  constructor({ width, height, data }: Picture, paper: number) {
    this.width = width;
    this.height = height;
    this.#ink = new Uint8Array(width * height);
    const [red, green, blue] = [paper >> 16, (paper >> 8) & 255, paper & 255];
    for (let index = 0; index < this.#ink.length; index += 1) {
      const at = 4 * index;
      const differs =
        Math.abs((data[at] ?? 0) - red) > TOLERANCE ||
        Math.abs((data[at + 1] ?? 0) - green) > TOLERANCE ||
        Math.abs((data[at + 2] ?? 0) - blue) > TOLERANCE;
      if (differs) this.#ink[index] = 1;
    }
  }

  has(x: number, y: number): boolean {
    return x >= 0 && y >= 0 && x < this.width && y < this.height && this.#ink[y * this.width + x] === 1;
  }

  /** How far the ink at a pixel goes on to the left and right. */
  row(x: number, y: number): Run {
    let [first, last] = [x, x];
    while (this.has(first - 1, y)) first -= 1;
    while (this.has(last + 1, y)) last += 1;
    return [first, last];
  }

  /** The same up and down. */
  column(x: number, y: number): Run {
    let [first, last] = [y, y];
    while (this.has(x, first - 1)) first -= 1;
    while (this.has(x, last + 1)) last += 1;
    return [first, last];
  }

  /** How many pixels of a box have ink. */
  countIn({ left, top, right, bottom }: PixelBox): number {
    let count = 0;
    for (let y = Math.max(top, 0); y < Math.min(bottom, this.height); y += 1)
      for (let x = Math.max(left, 0); x < Math.min(right, this.width); x += 1)
        if (this.#ink[y * this.width + x] === 1) count += 1;
    return count;
  }
}
