import { css } from 'lit';

export const conditionStyles = css`
  :host {
    align-items: center;
    background: var(--surface);
    border-top: 1px solid var(--line);
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    min-height: 52px;
    padding: 8px 12px;
  }

  .chip {
    background-color: var(--backdrop);
    border-color: transparent;
  }

  .chip.on {
    background-color: var(--warn-soft);
    color: var(--warn);
    font-weight: 600;
    max-width: 100%;
    white-space: normal;
  }

  .field.chip {
    font-weight: 500;
    width: 9.6rem;
  }

  .field.camera {
    width: 8rem;
  }

  .moves {
    display: grid;
    gap: 6px;
    grid-template-columns: repeat(4, 1fr);
  }

  .shift {
    color: var(--ink-2);
    font-variant-numeric: tabular-nums;
    margin-top: 8px;
  }

  .named {
    list-style: none;
    width: min(24rem, calc(100vw - 48px));
  }

  .item {
    background: none;
    border: 0;
    border-radius: 8px;
    color: inherit;
    cursor: pointer;
    display: grid;
    font: inherit;
    gap: 1px;
    padding: 7px 8px;
    text-align: start;
    width: 100%;
  }

  .item:hover {
    background: var(--hover);
  }

  .item strong {
    font-weight: 600;
  }

  .item small {
    color: var(--ink-2);
    font-size: 12px;
  }

  .end {
    margin-inline-start: auto;
  }
`;
