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
    context.stroke(new Path2D(pathOf(border)));
  }
  context.restore();
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
    // No thicker than fits: the line lies within the link.
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

/** The way of the line, which lies within the link's rectangle; one for screen and paper, so that they show the same. */
function pathOf({ left, top, width, height, line, corner, isUnderline }: Border): string {
  const half = line / 2;
  const bottom = top + height - half;
  if (isUnderline) return `M ${left} ${bottom} h ${width}`;
  const [across, down] = [width - line, height - line];
  // Corners without a radius would be where browsers disagree on dashes.
  if (corner === 0) return `M ${left + half} ${top + half} h ${across} v ${down} h ${-across} Z`;
  const [rx, ry] = [Math.min(corner, across / 2), Math.min(corner, down / 2)];
  const [h, v] = [across - 2 * rx, down - 2 * ry];
  const turn = (x: number, y: number): string => `a ${rx} ${ry} 0 0 1 ${x} ${y}`;
  return (
    `M ${left + half + rx} ${top + half} h ${h} ${turn(rx, ry)} v ${v} ${turn(-rx, ry)} ` +
    `h ${-h} ${turn(-rx, -ry)} v ${-v} ${turn(rx, -ry)} Z`
  );
}

function lineOf(border: Border): SVGElement {
  const { line, color, dashes } = border;
  return svgElement('path', {
    d: pathOf(border),
    fill: 'none',
    stroke: color,
    'stroke-width': line,
    ...(dashes.length === 0 ? {} : { 'stroke-dasharray': dashes.join(' ') }),
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
