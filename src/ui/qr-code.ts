import { html, type TemplateResult } from 'lit';
import { correction, generate } from 'lean-qr/nano';

/** Modules of quiet zone on each side (ISO/IEC 18004). */
const QUIET = 4;

export interface QrCode {
  /** The dark modules as the `d` of an SVG path. */
  readonly path: string;
  /** Side of the square in units of the path, with the quiet zone of 4 modules. */
  readonly size: number;
}

/** A text as the image of a QR code; `label` says what it opens. Black on white in every colour scheme, for cameras. */
export function qrImage(text: string): (label: string) => TemplateResult {
  const { size, path } = qrCode(text);
  return label =>
    html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${label}>
      <path d=${path} />
    </svg>`;
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
