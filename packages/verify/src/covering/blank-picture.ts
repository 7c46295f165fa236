import { FormLines } from './form-lines.ts';
import { Ink } from './ink.ts';
import { CLEARANCE, grownPixels, type Picture, type PixelBox } from './page-area.ts';

/**
 * The darkest paper that counts as blank, by its darkest channel. Forms have light shades where one signs. One shade
 * alone says nothing: the edges of whatever is drawn in it stay visible, or the area has two shades. A dark one may be
 * what blackens a text.
 */
const DARKEST_PAPER = 192;

/**
 * Whether nothing is drawn in an area of a picture, nor nearer to it than `CLEARANCE`, but straight lines as forms have
 * them where one signs (`FormLines`).
 * @param picture as wide as the page, because a line is judged on its whole length
 */
export function isBlank(picture: Picture, area: PixelBox, pixelsPerPoint: number): boolean {
  const box = within(picture, area);
  if (box.left >= box.right || box.top >= box.bottom) return true;
  const paper = mostFrequentColour(picture, box);
  if ([16, 8, 0].some(shift => ((paper >> shift) & 255) < DARKEST_PAPER)) return false;
  const clearance = clearanceAt(pixelsPerPoint);
  const grown = within(picture, grownPixels(box, clearance));
  return new FormLines(new Ink(picture, paper), { area: box, grown, clearance, pixelsPerPoint }).areAll();
}

/** Whether no pixel of an area, nor nearer to it than `CLEARANCE`, has any opacity. */
export function isUntouched(picture: Picture, area: PixelBox, pixelsPerPoint: number): boolean {
  const box = within(picture, grownPixels(area, clearanceAt(pixelsPerPoint)));
  for (let y = box.top; y < box.bottom; y += 1)
    for (let x = box.left; x < box.right; x += 1)
      if (picture.data[4 * (y * picture.width + x) + 3] !== 0) return false;
  return true;
}

function clearanceAt(pixelsPerPoint: number): number {
  return Math.ceil(CLEARANCE * pixelsPerPoint);
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
