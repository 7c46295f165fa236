/**
 * Undoes PNG prediction (ISO 32000-2, 7.4.4.4), which almost every cross-reference stream is written with.
 * One byte before each row says how the row was predicted (PNG specification, 9.2); a row has one byte a sample.
 * @param columns bytes in a row, without that leading byte
 */
export function undoPngPrediction(data: Uint8Array, columns: number): Uint8Array {
  const rows = Math.floor(data.length / (columns + 1));
  const output = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const source = data.subarray(row * (columns + 1), (row + 1) * (columns + 1));
    const above = output.subarray(Math.max(0, row - 1) * columns, row * columns);
    undoRow(source, above, output.subarray(row * columns, (row + 1) * columns));
  }
  return output;
}

function undoRow(source: Uint8Array, above: Uint8Array, target: Uint8Array): void {
  const filter = source[0] ?? 0;
  for (let column = 0; column < target.length; column += 1) {
    const left = target[column - 1] ?? 0;
    const up = above[column] ?? 0;
    const upLeft = above[column - 1] ?? 0;
    target[column] = (source[column + 1] ?? 0) + prediction(filter, left, up, upLeft);
  }
}

function prediction(filter: number, left: number, up: number, upLeft: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, upLeft);
    default:
      return 0;
  }
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft;
  const distances = [
    Math.abs(estimate - left),
    Math.abs(estimate - up),
    Math.abs(estimate - upLeft),
  ] as const;
  if (distances[0] <= distances[1] && distances[0] <= distances[2]) return left;
  return distances[1] <= distances[2] ? up : upLeft;
}
