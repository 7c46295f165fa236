import { areaOf, type LinkAnnotation } from './page-links.ts';
import type { PDFPageProxy } from './pdfjs.ts';

/** Kinds of a border's line, as pdf.js numbers them (`AnnotationBorderStyleType`). */
const DASHED = 2;
const UNDERLINE = 5;

/** Lengths of a pattern, and how often it may come back along a border: a browser draws each dash by itself. */
const MOST_DASHES = 8;
const MOST_REPEATS = 1000;

const SVG = 'http://www.w3.org/2000/svg';

/** A line around a link, or under it, in points of the page. */
interface Border {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly line: number;
  readonly color: string;
  /** Empty for a whole line. */
  readonly dashes: readonly number[];
  readonly corner: number;
  readonly isUnderline: boolean;
}

/**
 * The borders of links that the file asks for and has no picture of (ISO 32000-1, 12.5.4): pdf.js leaves them to who
 * shows the page. They grow with the page.
 *
 * @returns `undefined` where there is none.
 */
export function borderElement(
  page: PDFPageProxy,
  annotations: readonly LinkAnnotation[],
): SVGElement | undefined {
  const borders = bordersOf(page, annotations);
  if (borders.length === 0) return undefined;
  const { width, height } = page.getViewport({ scale: 1 });
  const element = svgElement('svg', { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none' });
  element.classList.add('link-borders');
  element.setAttribute('aria-hidden', 'true');
  element.append(...borders.map(lineOf));
  return element;
}

/** Draws the same borders on a picture of the whole page. */
export function strokeBorders(
  page: PDFPageProxy,
  annotations: readonly LinkAnnotation[],
  canvas: HTMLCanvasElement,
): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const { width, height } = page.getViewport({ scale: 1 });
  context.save();
  context.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0);
  for (const border of bordersOf(page, annotations)) {
    context.strokeStyle = border.color;
    context.lineWidth = border.line;
    context.setLineDash(border.dashes);
    context.beginPath();
    trace(border, context);
    context.stroke();
  }
  context.restore();
}

function trace(border: Border, context: CanvasRenderingContext2D): void {
  const { left, top, right, bottom } = middleOf(border);
  if (border.isUnderline) {
    context.moveTo(border.left, bottom);
    context.lineTo(border.left + border.width, bottom);
    return;
  }
  const [width, height] = [right - left, bottom - top];
  // Each is bounded by itself, as in SVG; one number would be bounded by the shorter side.
  const corner = { x: Math.min(border.corner, width / 2), y: Math.min(border.corner, height / 2) };
  context.roundRect(left, top, width, height, corner);
}

function bordersOf(page: PDFPageProxy, annotations: readonly LinkAnnotation[]): readonly Border[] {
  return annotations.map(annotation => borderOf(page, annotation)).filter(one => one !== undefined);
}

function borderOf(page: PDFPageProxy, annotation: LinkAnnotation): Border | undefined {
  const { rect, color, borderStyle, hasAppearance } = annotation;
  const area = areaOf(page, rect);
  const wanted = numberOf(borderStyle?.width) * page.userUnit;
  // No colour is said to be transparent.
  if (area === undefined || hasAppearance === true || !(color instanceof Uint8ClampedArray) || wanted <= 0) {
    return undefined;
  }
  const { width, height } = page.getViewport({ scale: 1 });
  const [across, down] = [area.width * width, area.height * height];
  return {
    left: area.left * width,
    top: area.top * height,
    width: across,
    height: down,
    // Else a flat link had none on the screen, where a box without height is not drawn, and a thick one on paper.
    line: Math.min(wanted, across / 2, down / 2),
    color: `rgb(${color.join(' ')})`,
    dashes: borderStyle?.style === DASHED ? dashesOf(page, borderStyle.dashArray, across + down) : [],
    corner: Math.max(0, numberOf(borderStyle?.horizontalCornerRadius)) * page.userUnit,
    isUnderline: borderStyle?.style === UNDERLINE,
  };
}

/** None for a whole line, which so many dashes would look like, too. */
function dashesOf(page: PDFPageProxy, dashArray: unknown, halfWay: number): readonly number[] {
  if (!Array.isArray(dashArray)) return [];
  const dashes = dashArray.slice(0, MOST_DASHES).map(dash => numberOf(dash) * page.userUnit);
  const together = dashes.reduce((sum, dash) => sum + dash, 0);
  return together * MOST_REPEATS < 2 * halfWay ? [] : dashes;
}

/** Where the middle of the line runs, which lies within the link's rectangle. */
function middleOf({ left, top, width, height, line }: Border) {
  const half = line / 2;
  return {
    left: left + half,
    top: top + half,
    right: left + width - half,
    bottom: top + height - half,
  };
}

function lineOf(border: Border): SVGElement {
  const pen = {
    fill: 'none',
    stroke: border.color,
    'stroke-width': border.line,
    ...(border.dashes.length === 0 ? {} : { 'stroke-dasharray': border.dashes.join(' ') }),
  };
  const { left, top, right, bottom } = middleOf(border);
  if (border.isUnderline) {
    return svgElement('line', {
      x1: border.left,
      y1: bottom,
      x2: border.left + border.width,
      y2: bottom,
      ...pen,
    });
  }
  return svgElement('rect', {
    x: left,
    y: top,
    width: right - left,
    height: bottom - top,
    rx: border.corner,
    ...pen,
  });
}

function svgElement(name: string, attributes: Readonly<Record<string, number | string>>): SVGElement {
  const element = document.createElementNS(SVG, name);
  if (!(element instanceof SVGElement)) throw new TypeError(`${name} is not of SVG.`);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, `${value}`);
  return element;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
