/** Left, bottom, right, top, in the page's own units. */
export type Box = readonly [number, number, number, number];
/** As PDF writes it (ISO 32000-2, 8.3.3). */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

export function meets(one: Box, other: Box): boolean {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
}

export function matrixOf([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix {
  return [a, b, c, d, e, f];
}

/** One after the other: what is in the first one's units is in the second one's then. */
export function product(one: Matrix, other: Matrix): Matrix {
  const [e, f] = moved([one[4], one[5]], other);
  const turned = [...linear([one[0], one[1]], other), ...linear([one[2], one[3]], other)] as const;
  return [...turned, e, f];
}

function linear([x, y]: readonly [number, number], [a, b, c, d]: Matrix): readonly [number, number] {
  return [a * x + c * y, b * x + d * y];
}

export function moved(point: readonly [number, number], matrix: Matrix): readonly [number, number] {
  const [x, y] = linear(point, matrix);
  return [x + matrix[4], y + matrix[5]];
}

export function cornersOf([left, bottom, right, top]: Box): (readonly [number, number])[] {
  return [
    [left, bottom],
    [left, top],
    [right, bottom],
    [right, top],
  ];
}

export function boxOf(points: readonly (readonly [number, number])[]): Box {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
  }
  return [left, bottom, right, top];
}
