/** Left, bottom, right, top in a page's own coordinates. */
export type Box = readonly [number, number, number, number];

/** What an annotation takes of a page. */
export interface PageArea {
  /** Index of the page. */
  readonly page: number;
  /** `/Rect`, in the page's own coordinates. */
  readonly rect: readonly number[];
  /** The number of the annotation's object: if the page has it already, it does not cover itself. */
  readonly widget?: number;
}

/** Four bytes a pixel: red, green, blue, opacity. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** In pixels of a picture, from its upper left corner; `right` and `bottom` are outside. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * How far from an area nothing may stand, in points: a look right beside a text adds to it, a digit to a number for
 * example. Who places visible signatures keeps it, too.
 */
export const CLEARANCE = 4;

/** A piece of text that can be copied from a page, visible or not. */
export interface PageText {
  readonly text: string;
  readonly box: Box;
}

/** An area as a page shows it, without any annotation. */
export interface DrawnArea {
  /**
   * The area and its surroundings on white paper, as wide as the page, as on screens and as printed; both have the same
   * size.
   */
  readonly pictures: readonly Picture[];
  /** With all optional content shown, on transparent paper. */
  readonly painted: Picture;
  /** Whether the page has optional content. */
  readonly hasLayers: boolean;
  /** Where the area is in the pictures. */
  readonly area: PixelBox;
  /** A point is 1/72 inch on paper. */
  readonly pixelsPerPoint: number;
  /** The whole page's. */
  readonly texts: readonly PageText[];
  /** The number of the page's object. */
  readonly pageObject: number | undefined;
}

/** Draws pages of a PDF. */
export interface PageDrawer {
  /** Loads what it needs, which no time limit of a drawing is for. @throws Error where nothing can draw */
  readonly prepare?: () => Promise<void>;
  /**
   * @param pdf from its header on
   * @param areas of one file
   * @param signal ends the drawing; what was not drawn by then is undefined
   * @returns for each area how it looks; undefined if it is not drawn, or not completely
   */
  readonly draw: (
    pdf: Uint8Array,
    areas: readonly PageArea[],
    signal: AbortSignal,
  ) => Promise<readonly (DrawnArea | undefined)[]>;
}

/** The box of a `/Rect`, which may name any two opposite corners. Undefined if it has other than four numbers. */
export function boxOf(rect: readonly number[]): Box | undefined {
  const [left = NaN, bottom = NaN, right = NaN, top = NaN] = rect;
  if (rect.length !== 4 || ![left, bottom, right, top].every(Number.isFinite)) return undefined;
  return [Math.min(left, right), Math.min(bottom, top), Math.max(left, right), Math.max(bottom, top)];
}

/** A box with more on each side. */
export function grownBox([left, bottom, right, top]: Box, by: number): Box {
  return [left - by, bottom - by, right + by, top + by];
}

/** The same in a picture, beyond whose edges it may reach. */
export function grownPixels({ left, top, right, bottom }: PixelBox, by: number): PixelBox {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

/** Whether two boxes have more than an edge in common; a box without an area counts if it is inside. */
export function boxesMeet(one: Box, other: Box): boolean {
  return one[0] < other[2] && one[2] > other[0] && one[1] < other[3] && one[3] > other[1];
}

/** The smallest box around points. @param coordinates x and y in turn */
export function boxAround(coordinates: readonly number[]): Box {
  const [xs, ys] = [0, 1].map(axis => coordinates.filter((_, index) => index % 2 === axis));
  return [
    (xs ?? []).reduce((a, b) => Math.min(a, b), Infinity),
    (ys ?? []).reduce((a, b) => Math.min(a, b), Infinity),
    (xs ?? []).reduce((a, b) => Math.max(a, b), -Infinity),
    (ys ?? []).reduce((a, b) => Math.max(a, b), -Infinity),
  ];
}
