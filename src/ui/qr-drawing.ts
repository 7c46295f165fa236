import { css, html, type TemplateResult } from 'lit';
import type { QrCode } from './qr-code.ts';

/** A QR code as an image; `label` says what it opens. Black on white in every colour scheme, for cameras. */
export function qrDrawing({ size, path }: QrCode, label: string): TemplateResult {
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${label}>
    <path d=${path} />
  </svg>`;
}

export const qrStyles = css`
  .qr {
    background: #fff;
    border: 1px solid var(--line);
    border-radius: 8px;
    fill: #000;
    flex: none;
    height: 112px;
    shape-rendering: crispedges;
    width: 112px;
  }
`;
