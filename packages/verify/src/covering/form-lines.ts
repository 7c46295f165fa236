import type { Ink, Run } from './ink.ts';
import { grownPixels, type PixelBox } from './page-area.ts';

/** In points. A shorter straight line may be part of a letter. */
const SHORTEST_LINE = 72;
const THICKEST_LINE = 2.5;

/** Of those that an area hides: three may be a letter. */
const MOST_HIDDEN = 2;

/** Pixels at a line's ends that may be lighter than the rest, or missing. */
const BLURRED_ENDS = 2;

/** What `areOnly` judges: an area, the same with its surroundings, and how far these reach, in pixels. */
export interface Surrounded {
  readonly area: PixelBox;
  readonly grown: PixelBox;
  readonly clearance: number;
  readonly pixelsPerPoint: number;
}

/**
 * The lines that forms have where one signs. A line that the area hides must stand alone: a line beside which something
 * is drawn may strike it out, underline it or mark it. A line that stays visible, at most half of it under the area, may be
 * near it.
 */
export class FormLines {
  readonly #ink: Ink;
  readonly #place: Surrounded;
  /** In pixels. */
  readonly #shortest: number;
  readonly #thickest: number;
  /** Whether columns are sides of a box. */
  readonly #sides = new Map<number, boolean>();

  constructor(ink: Ink, place: Surrounded) {
    this.#ink = ink;
    this.#place = place;
    this.#shortest = SHORTEST_LINE * place.pixelsPerPoint;
    // A line's edges may each share a pixel with the paper.
    this.#thickest = THICKEST_LINE * place.pixelsPerPoint + 2;
  }

  /** Whether all ink in and around the area belongs to such lines. */
  areAll(): boolean {
    const { left, top, right, bottom } = this.#place.grown;
    const lines: PixelBox[] = [];
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) {
        if (!this.#ink.has(x, y)) continue;
        const run = this.#ink.row(x, y);
        if (this.#isLong(run)) {
          addRow(lines, run, y);
          [, x] = run;
        } else if (!this.#isSide(x, y)) return false;
      }
    }
    const hidden = lines.filter(line => !this.#staysVisible(line));
    return (
      lines.every(({ top: first, bottom: end }) => end - first <= this.#thickest) &&
      this.#areSidesThin() &&
      hidden.length <= MOST_HIDDEN &&
      hidden.every(line => this.#standsAlone(line))
    );
  }

  #isLong([first, last]: Run): boolean {
    return last - first + 1 >= this.#shortest;
  }

  /** Whether at least half of a horizontal line is beside, above or below the area. */
  #staysVisible({ left, top, right, bottom }: PixelBox): boolean {
    const { area } = this.#place;
    if (right <= area.left || left >= area.right) return true;
    const hidden = Math.min(bottom, area.bottom) - Math.max(top, area.top);
    return hidden <= (bottom - top) / 2;
  }

  #standsAlone(line: PixelBox): boolean {
    const { clearance } = this.#place;
    const [width, height] = [line.right - line.left, line.bottom - line.top];
    const found = this.#ink.countIn(line);
    const isStraight = found >= (width - 2 * BLURRED_ENDS) * height;
    return isStraight && this.#ink.countIn(grownPixels(line, clearance)) === found;
  }

  /** Whether a pixel belongs to an upright side of a box around the area, which stays visible. */
  #isSide(x: number, y: number): boolean {
    const known = this.#sides.get(x);
    if (known !== undefined) return known;
    const { area } = this.#place;
    const [first, last] = this.#ink.column(x, y);
    const isSide = this.#hasEnd(x, first, area.top) && this.#hasEnd(x, area.bottom - 1, last);
    this.#sides.set(x, isSide);
    return isSide;
  }

  /** Whether one of these rows is a line that goes from a column over the whole area. */
  #hasEnd(x: number, from: number, to: number): boolean {
    const { area } = this.#place;
    for (let y = from; y <= to; y += 1) {
      if (!this.#ink.has(x, y)) return false;
      const [first, last] = this.#ink.row(x, y);
      const isAcross = first <= area.left && last >= area.right - 1;
      if (isAcross && this.#isLong([first, last])) return true;
    }
    return false;
  }

  #areSidesThin(): boolean {
    const { area } = this.#place;
    const columns = [...this.#sides.keys()].toSorted((one, other) => one - other);
    const sides: { first: number; end: number }[] = [];
    for (const column of columns) {
      const side = sides.at(-1);
      if (side?.end === column) side.end += 1;
      else sides.push({ first: column, end: column + 1 });
    }
    return sides.every(({ first, end }) => {
      const hidden = Math.min(end, area.right) - Math.max(first, area.left);
      return end - first <= this.#thickest && hidden <= (end - first) / 2;
    });
  }
}

/** Adds a row to the line whose last row is the one above, or begins another. */
function addRow(lines: PixelBox[], [first, last]: Run, y: number): void {
  const at = lines.findIndex(({ left, right, bottom }) => bottom === y && first < right && last >= left);
  const above = lines[at];
  const row = { left: first, top: y, right: last + 1, bottom: y + 1 };
  if (above === undefined) lines.push(row);
  else {
    const [left, right] = [Math.min(above.left, row.left), Math.max(above.right, row.right)];
    lines[at] = { left, top: above.top, right, bottom: row.bottom };
  }
}
