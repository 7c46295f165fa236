import type { Picture, PixelBox } from './page-area.ts';

/**
 * The darkest paper that counts as blank, by its darkest channel. Forms have light shades where one signs. One shade
 * alone says nothing: the edges of whatever is drawn in it stay visible, or the area has two shades. A dark one may be
 * what blackens a text.
 */
const DARKEST_PAPER = 192;

/** Two colours that people can't tell apart, per channel. */
const TOLERANCE = 4;

/** In points. A shorter straight line may be part of a letter. */
const SHORTEST_LINE = 72;
const THICKEST_LINE = 2.5;
/** Of each direction: a box has two, a table has more. */
const MOST_LINES = 2;
/** Boxes for signatures are wide; letters and digits made of lines are not. */
const LEAST_WIDTH_OF_HEIGHT = 2;

/**
 * Whether nothing is drawn in an area of a picture but straight lines as forms have them where one signs: at most two
 * horizontal ones of an inch or more, and the sides of a box that is at least twice as wide as high. What is around the
 * area in the picture only tells how far its lines go.
 */
export function isBlank(picture: Picture, area: PixelBox, pixelsPerPoint: number): boolean {
  const box = within(picture, area);
  if (box.left >= box.right || box.top >= box.bottom) return true;
  const paper = mostFrequentColour(picture, box);
  if ([16, 8, 0].some(shift => ((paper >> shift) & 255) < DARKEST_PAPER)) return false;
  return new Lines(new Ink(picture, paper), pixelsPerPoint).areAllIn(box);
}

/** Whether no pixel of an area has any opacity. */
export function isUntouched(picture: Picture, area: PixelBox): boolean {
  const box = within(picture, area);
  for (let y = box.top; y < box.bottom; y += 1)
    for (let x = box.left; x < box.right; x += 1)
      if (picture.data[4 * (y * picture.width + x) + 3] !== 0) return false;
  return true;
}

function within({ width, height }: Picture, { left, top, right, bottom }: PixelBox): PixelBox {
  return {
    left: Math.max(left, 0),
    top: Math.max(top, 0),
    right: Math.min(right, width),
    bottom: Math.min(bottom, height),
  };
}

/** As 0xRRGGBB. */
function mostFrequentColour({ data, width }: Picture, { left, top, right, bottom }: PixelBox): number {
  const counts = new Map<number, number>();
  let [most, found] = [0, 0];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = 4 * (y * width + x);
      const colour = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
      const count = (counts.get(colour) ?? 0) + 1;
      counts.set(colour, count);
      if (count > most) [most, found] = [count, colour];
    }
  }
  return found;
}

/** The pixels of a picture that have another colour than the paper. */
class Ink {
  readonly width: number;
  readonly height: number;
  readonly #ink: Uint8Array;

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

  /** How far the ink at a pixel goes on to the left and right: first and last. */
  row(x: number, y: number): readonly [number, number] {
    let [first, last] = [x, x];
    while (this.has(first - 1, y)) first -= 1;
    while (this.has(last + 1, y)) last += 1;
    return [first, last];
  }

  /** The same up and down. */
  column(x: number, y: number): readonly [number, number] {
    let [first, last] = [y, y];
    while (this.has(x, first - 1)) first -= 1;
    while (this.has(x, last + 1)) last += 1;
    return [first, last];
  }
}

class Lines {
  readonly #ink: Ink;
  /** In pixels. */
  readonly #shortest: number;
  readonly #thickest: number;

  constructor(ink: Ink, pixelsPerPoint: number) {
    this.#ink = ink;
    this.#shortest = SHORTEST_LINE * pixelsPerPoint;
    // A line's edges may each share a pixel with the paper.
    this.#thickest = THICKEST_LINE * pixelsPerPoint + 2;
  }

  /** Whether all ink in a box belongs to lines as they are allowed. */
  areAllIn({ left, top, right, bottom }: PixelBox): boolean {
    const rows = new Set<number>();
    /** The last row of the side of a box that is known, by its column. */
    const sides = new Map<number, number>();
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) {
        if (!this.#ink.has(x, y)) continue;
        const [first, last] = this.#ink.row(x, y);
        if (last - first + 1 >= this.#shortest) {
          rows.add(y);
          x = last;
        } else if (y > (sides.get(x) ?? -1)) {
          const end = this.#sideAt(x, y);
          if (end === undefined) return false;
          sides.set(x, end);
        }
      }
    }
    return this.#areLines(rows) && this.#areLines(sides.keys());
  }

  /** The last row of a vertical line that ends at two horizontal ones; undefined if there is none at a pixel. */
  #sideAt(x: number, y: number): number | undefined {
    const [first, last] = this.#ink.column(x, y);
    const least = Math.max(this.#shortest, LEAST_WIDTH_OF_HEIGHT * (last - first + 1));
    const isBox = [first, last].every(end => {
      const [start, stop] = this.#ink.row(x, end);
      return stop - start + 1 >= least;
    });
    return isBox ? last : undefined;
  }

  /** Whether rows, or columns, are those of a few thin lines. */
  #areLines(places: Iterable<number>): boolean {
    let [lines, thickness] = [0, 0];
    let before = -2;
    for (const place of [...new Set(places)].toSorted((one, other) => one - other)) {
      if (place !== before + 1) [lines, thickness] = [lines + 1, 0];
      thickness += 1;
      if (lines > MOST_LINES || thickness > this.#thickest) return false;
      before = place;
    }
    return true;
  }
}
