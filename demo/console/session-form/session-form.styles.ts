import { css } from 'lit';

export const styles = css`
  :host {
    display: grid;
    min-height: 0;
  }

  form {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: auto minmax(0, 1fr) auto;
    min-height: 0;
  }

  .head {
    justify-content: start;
    padding: 7px 8px;
  }

  .fields {
    overflow: auto;
    padding: 4px 12px 12px;
  }

  fieldset,
  .rows {
    display: grid;
    gap: 8px;
    grid-template-columns: 1fr 1fr;
  }

  fieldset {
    padding-bottom: 10px;
  }

  legend,
  summary {
    font-weight: 650;
    padding: 8px 0 4px;
  }

  summary {
    border-radius: 4px;
    cursor: pointer;
  }

  details {
    border-top: 1px solid var(--line);
    padding-bottom: 4px;
  }

  .rows:not([hidden]) + .rows {
    margin-top: 8px;
  }

  .row {
    grid-column: 1 / -1;
    min-width: 0;
  }

  .row.half {
    grid-column: auto;
  }

  .error-text {
    margin-top: 2px;
  }

  .actions {
    border-top: 1px solid var(--line);
    display: grid;
    gap: 6px;
    padding: 10px 12px;
  }

  .actions .button {
    min-height: 36px;
  }

  .colour {
    display: grid;
    gap: 4px;
    grid-template-columns: 32px minmax(0, 1fr);
  }

  .swatch {
    background: none;
    border: 1px solid var(--line-strong);
    border-radius: 8px;
    cursor: pointer;
    height: 32px;
    padding: 3px;
    width: 32px;
  }

  kbd {
    font: inherit;
    font-size: 11px;
    font-weight: 500;
  }

  .remark {
    color: var(--ink-2);
    font-size: 12px;
    font-variant-numeric: tabular-nums;
    min-height: 1.45em;
    text-align: center;
  }

  .summary:focus {
    outline: 2px solid var(--bad);
  }

  .summary ul {
    list-style: none;
  }

  .to-field {
    background: none;
    border: 0;
    color: inherit;
    cursor: pointer;
    font: inherit;
    min-height: 24px;
    overflow-wrap: anywhere;
    padding: 2px 0;
    text-align: start;
    text-decoration: underline;
  }
`;
