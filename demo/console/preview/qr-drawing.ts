import { correction, generate } from 'lean-qr/nano';
import { css, html, type TemplateResult } from 'lit';

/** Modules of quiet zone on each side (ISO/IEC 18004). */
const QUIET = 4;

/** A text as a QR code. Black on white in every colour scheme, for cameras. @param label its accessible name */
export function qrDrawing(text: string, label: string): TemplateResult {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const size = code.size + 2 * QUIET;
  const modules: string[] = [];
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (code.get(x, y)) modules.push(`M${x + QUIET} ${y + QUIET}h1v1h-1z`);
    }
  }
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${label}>
    <path d=${modules.join('')} />
  </svg>`;
}

export const qrStyles = css`
  .qr {
    background: #fff;
    border: 1px solid var(--line);
    border-radius: 8px;
    fill: #000;
    shape-rendering: crispedges;
    width: 100%;
  }
`;
