/** Operators between two looks at the time: at first, and at most. A line of text is three or four. */
const FEW = 10;
const MANY = 50;

/** How long the pixels of what was drawn since the last look should take, ms. */
const SHORT = 2;
const LONG = 6;

/**
 * Has a canvas drawn little by little. A browser only notes down what is drawn, and makes pixels of it when the
 * frame ends: for a page full of letters that is one task, far longer than pdf.js believes that it takes. Reading a
 * pixel makes them at once; pdf.js then sees its time pass, and lets the page's thread have a turn in between.
 *
 * @returns for pdf.js, which asks it before each operator of a page whether to draw it: always yes.
 */
export function littleByLittle(canvas: HTMLCanvasElement): (index: number) => boolean {
  let stride = FEW;
  let next = FEW;
  return index => {
    if (index < next) return true;
    const began = performance.now();
    canvas.getContext('2d')?.getImageData(0, 0, 1, 1);
    const took = performance.now() - began;
    if (took > LONG) stride = Math.max(FEW, stride / 2);
    else if (took < SHORT) stride = Math.min(MANY, stride * 2);
    next = index + stride;
    return true;
  };
}
