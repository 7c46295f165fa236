import { css } from 'lit';

export const cloudStyles = css`
  /* Its parts are the screen's: its actions are the bar of the screen. */
  :host {
    display: contents;
  }

  .waiting {
    align-items: center;
    display: flex;
    gap: 10px;
  }
`;
