/** Pixels a cell's side: about the height of a small letter at 150 dpi. */
const CELL = 6;

/**
 * How far two cells' colours may lie apart, of 1. Fonts stand in for others and edges are smoothed differently:
 * that comes to 0.17 at most here, and a missing word of two letters to 0.5.
 */
const TOLERANCE = 0.25;

/** The mean colours of a picture's cells, three numbers from 0 to 255 a cell, row by row. */
interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly means: Float32Array;
}

/**
 * Where two pictures of the same size show different things. Both are looked at through a raster of cells, each
 * with its neighbours: a line that lies a pixel aside makes no difference, a missing word or image does.
 *
 * @returns `undefined` when they show the same, else what differs most, in words for a failed test.
 */
export function differenceOf(one: ImageData, other: ImageData): string | undefined {
  if (one.width !== other.width || one.height !== other.height) {
    return `${one.width} × ${one.height} and ${other.width} × ${other.height} pixels`;
  }
  const { share, x, y } = worstCell(blurred(gridOf(one)), blurred(gridOf(other)));
  return share <= TOLERANCE ? undefined : `${share.toFixed(2)} of full ink apart around ${x}, ${y}`;
}

/** The share of a picture that is not white, of 1. */
export function inkOf(picture: ImageData): number {
  const { means } = gridOf(picture);
  return means.reduce((ink, mean) => ink + (255 - mean), 0) / (means.length * 255);
}

function worstCell(one: Grid, other: Grid): { share: number; x: number; y: number } {
  let worst = 0;
  let at = 0;
  for (const [index, mean] of one.means.entries()) {
    const apart = Math.abs(mean - (other.means[index] ?? 0));
    if (apart > worst) [worst, at] = [apart, Math.floor(index / 3)];
  }
  return { share: worst / 255, x: (at % one.columns) * CELL, y: Math.floor(at / one.columns) * CELL };
}

function gridOf({ data, width, height }: ImageData): Grid {
  const columns = Math.floor(width / CELL);
  const rows = Math.floor(height / CELL);
  const means = new Float32Array(columns * rows * 3);
  for (let y = 0; y < rows * CELL; y += 1) {
    for (let x = 0; x < columns * CELL; x += 1) {
      const cell = 3 * (Math.floor(y / CELL) * columns + Math.floor(x / CELL));
      const pixel = 4 * (y * width + x);
      for (let channel = 0; channel < 3; channel += 1) {
        means[cell + channel] = (means[cell + channel] ?? 0) + (data[pixel + channel] ?? 0) / CELL ** 2;
      }
    }
  }
  return { columns, rows, means };
}

/** Each cell as the mean of itself and the eight around it. */
function blurred({ columns, rows, means }: Grid): Grid {
  const result = new Float32Array(means.length);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const near = neighbours(row, column, rows, columns);
      for (let channel = 0; channel < 3; channel += 1) {
        const sum = near.reduce((total, cell) => total + (means[3 * cell + channel] ?? 0), 0);
        result[3 * (row * columns + column) + channel] = sum / near.length;
      }
    }
  }
  return { columns, rows, means: result };
}

function neighbours(row: number, column: number, rows: number, columns: number): number[] {
  const near: number[] = [];
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1) {
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1) {
      near.push(y * columns + x);
    }
  }
  return near;
}
