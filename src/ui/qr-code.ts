import { correction, generate } from 'lean-qr/nano';

/** Modules of quiet zone on each side (ISO/IEC 18004). */
const QUIET = 4;

export interface QrCode {
  /** The dark modules as the `d` of an SVG path. */
  readonly path: string;
  /** Side of the square in units of the path, with the quiet zone of 4 modules. */
  readonly size: number;
}

const SVG = 'http://www.w3.org/2000/svg';

function svg(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/**
 * A text as the image of a QR code; `label` says what it opens. Black on white in every colour scheme, for cameras.
 * Without Lit and style sheets: what only this part shared with the first script would become a file of its own.
 */
export function qrImage(text: string, label: string): SVGElement {
  const { size, path } = qrCode(text);
  const image = svg('svg', {
    class: 'qr',
    viewBox: `0 0 ${size} ${size}`,
    width: 112,
    height: 112,
    role: 'img',
    'aria-label': label,
    'shape-rendering': 'crispedges',
  });
  image.append(svg('rect', { width: size, height: size, rx: 2, fill: '#fff' }), svg('path', { d: path }));
  return image;
}

/** The QR code of a text. */
export function qrCode(text: string): QrCode {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const size = code.size + 2 * QUIET;
  const modules: string[] = [];
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (code.get(x - QUIET, y - QUIET)) modules.push(`M${x} ${y}h1v1h-1z`);
    }
  }
  return { path: modules.join(''), size };
}
