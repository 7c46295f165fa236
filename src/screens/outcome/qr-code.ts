import { encode } from 'uqr';

export interface QrCode {
  /** The dark modules as the `d` of an SVG path. */
  readonly path: string;
  /** Side of the square in units of the path, with the quiet zone of 4 modules. */
  readonly size: number;
}

/** Draws a text as a QR code. Knows no Lit, so that the first script can hold Lit and need no second file. */
export function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const modules = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return { path: modules.join(''), size };
}
