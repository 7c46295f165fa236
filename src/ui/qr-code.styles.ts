import { css } from 'lit';

/** Of the image of a QR code. */
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
