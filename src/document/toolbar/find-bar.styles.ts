import { css } from 'lit';

export const findBarStyles = css`
  :host {
    display: block;
  }

  .bar {
    align-items: center;
    border-bottom: 1px solid var(--line);
    display: flex;
    font-size: 0.875em;
    gap: 2px;
    padding: 4px 8px;
  }

  .query {
    flex: 1;
    max-width: 28em;
    min-width: 0;
    position: relative;
  }

  .field {
    min-height: 40px;
    /* Space for the count. */
    padding: 6px 7.5em 6px 12px;
  }

  .count {
    color: var(--ink-2);
    font-variant-numeric: tabular-nums;
    inset-inline-end: 12px;
    line-height: 40px;
    pointer-events: none;
    position: absolute;
    top: 0;
  }

  @media (pointer: coarse) {
    /* Smaller text makes iOS zoom into the field. */
    .field {
      font-size: 16px;
    }
  }
`;
