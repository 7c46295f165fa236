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
  readonly dashes: string | undefined;
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
  const borders = annotations.map(annotation => borderOf(page, annotation)).filter(one => one !== undefined);
  if (borders.length === 0) return undefined;
  const { width, height } = page.getViewport({ scale: 1 });
  const element = svgElement('svg', { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none' });
  element.classList.add('link-borders');
  element.setAttribute('aria-hidden', 'true');
  element.append(...borders.map(lineOf));
  return element;
}

function borderOf(page: PDFPageProxy, annotation: LinkAnnotation): Border | undefined {
  const { rect, color, borderStyle, hasAppearance } = annotation;
  const area = areaOf(page, rect);
  const line = numberOf(borderStyle?.width) * page.userUnit;
  // No colour is said to be transparent.
  if (area === undefined || hasAppearance === true || !(color instanceof Uint8ClampedArray) || line <= 0) {
    return undefined;
  }
  const { width, height } = page.getViewport({ scale: 1 });
  const [across, down] = [area.width * width, area.height * height];
  return {
    left: area.left * width,
    top: area.top * height,
    width: across,
    height: down,
    line,
    color: `rgb(${color.join(' ')})`,
    dashes: borderStyle?.style === DASHED ? dashesOf(page, borderStyle.dashArray, across + down) : undefined,
    corner: numberOf(borderStyle?.horizontalCornerRadius) * page.userUnit,
    isUnderline: borderStyle?.style === UNDERLINE,
  };
}

/** `undefined` for a whole line, which so many dashes would look like, too. */
function dashesOf(page: PDFPageProxy, dashArray: unknown, halfWay: number): string | undefined {
  if (!Array.isArray(dashArray)) return undefined;
  const dashes = dashArray.slice(0, MOST_DASHES).map(dash => numberOf(dash) * page.userUnit);
  const together = dashes.reduce((sum, dash) => sum + dash, 0);
  return together * MOST_REPEATS < 2 * halfWay ? undefined : dashes.join(' ');
}

/** The line lies within the link's rectangle. */
function lineOf({ left, top, width, height, line, color, dashes, corner, isUnderline }: Border): SVGElement {
  const pen = {
    fill: 'none',
    stroke: color,
    'stroke-width': line,
    ...(dashes === undefined ? {} : { 'stroke-dasharray': dashes }),
  };
  const bottom = top + height - line / 2;
  if (isUnderline) return svgElement('line', { x1: left, y1: bottom, x2: left + width, y2: bottom, ...pen });
  return svgElement('rect', {
    x: left + line / 2,
    y: top + line / 2,
    width: Math.max(0, width - line),
    height: Math.max(0, height - line),
    rx: corner,
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
