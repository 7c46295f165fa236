/** Brightness and sharpness of a picture. */
export interface FrameLight {
  /** Mean, 0 to 255. */
  readonly luma: number;
  /** Variance of the Laplacian. */
  readonly sharpness: number;
  /** Standard deviation of the brightness of its parts, each large enough that a sensor's noise averages out. */
  readonly contrast: number;
}

/** Pixels of a part's side: 240 of noise with a deviation of 4 have a mean that deviates by 0.3. */
const PART = 16;

/**
 * Measures a picture.
 *
 * @param pixels red, green, blue and alpha, row by row, as a canvas gives them.
 * @param width of a row, pixels.
 */
export function lightOf(pixels: Uint8ClampedArray, width: number): FrameLight {
  const luma = lumaOf(pixels);
  return {
    luma: mean(luma),
    sharpness: laplacianVariance(luma, width),
    contrast: deviationOfParts(luma, width),
  };
}

/** ITU-R BT.601: what JPEG and cameras use. */
function lumaOf(pixels: Uint8ClampedArray): Float32Array {
  const luma = new Float32Array(pixels.length / 4);
  for (let index = 0, at = 0; index < luma.length; index += 1, at += 4) {
    luma[index] = 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);
  }
  return luma;
}

function mean(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length === 0 ? 0 : sum / values.length;
}

/** Edges make it large, blur makes it small: the usual measure of focus (Pech-Pacheco et al., 2000). */
function laplacianVariance(luma: Float32Array, width: number): number {
  let [sum, squares, count] = [0, 0, 0];
  for (let at = width + 1; at < luma.length - width - 1; at += 1) {
    // The first and last pixel of a row have no horizontal neighbours.
    if (at % width === 0 || at % width === width - 1) continue;
    const around =
      (luma[at - 1] ?? 0) + (luma[at + 1] ?? 0) + (luma[at - width] ?? 0) + (luma[at + width] ?? 0);
    const value = around - 4 * (luma[at] ?? 0);
    sum += value;
    squares += value * value;
    count += 1;
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}

/** Whole parts only. A picture without one has no contrast. */
function deviationOfParts(luma: Float32Array, width: number): number {
  const means: number[] = [];
  for (let top = 0; (top + PART) * width <= luma.length; top += PART) {
    for (let left = 0; left + PART <= width; left += PART) {
      let sum = 0;
      for (let row = top; row < top + PART; row += 1) {
        const start = row * width + left;
        for (let at = start; at < start + PART; at += 1) sum += luma[at] ?? 0;
      }
      means.push(sum / PART ** 2);
    }
  }
  if (means.length === 0) return 0;
  const middle = means.reduce((total, value) => total + value, 0) / means.length;
  const squares = means.reduce((total, value) => total + (value - middle) ** 2, 0);
  return Math.sqrt(squares / means.length);
}
