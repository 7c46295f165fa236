import { css } from 'lit';

export const documentPaneStyles = css`
  :host {
    background: var(--backdrop);
    color: var(--ink);
    container-type: inline-size;
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
    height: 100%;
    min-height: 0;
    overflow: hidden;
  }

  :host([hidden]) {
    display: none;
  }

  .backdrop {
    overflow: hidden;
    position: relative;
  }

  sign-session-document-viewer {
    grid-row: 1 / -1;
  }
`;
