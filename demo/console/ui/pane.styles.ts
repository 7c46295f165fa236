import { css } from 'lit';

/** The layout of a panel's content. */
export const paneStyles = css`
  :host {
    align-content: start;
    display: grid;
    gap: 10px;
    grid-template-columns: minmax(0, 1fr);
    padding: 10px 12px;
  }
`;
