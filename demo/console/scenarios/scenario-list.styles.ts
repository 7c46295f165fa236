import { css } from 'lit';

export const listStyles = css`
  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: auto minmax(0, 1fr);
    min-height: 0;
  }

  .search {
    padding: 12px 14px 6px;
  }

  .search .field {
    min-height: 36px;
  }

  .groups {
    overflow: auto;
    padding: 0 10px 16px;
  }

  .groups:focus-visible {
    outline-offset: -2px;
  }

  h2 {
    color: var(--ink-2);
    font-size: 11px;
    font-weight: 600;
    letter-spacing: 0.05em;
    padding: 14px 8px 4px;
    text-transform: uppercase;
  }

  ul {
    list-style: none;
  }

  li {
    align-items: center;
    border-radius: 8px;
    display: grid;
    gap: 0 8px;
    grid-template-columns: 10px minmax(0, 1fr) auto;
    padding: 5px 6px 5px 8px;
  }

  li:hover,
  li:focus-within {
    background: var(--hover);
  }

  li.selected {
    background: var(--brand-soft);
  }

  li.selected .name {
    font-weight: 600;
  }

  small {
    color: var(--ink-2);
    font-size: 12px;
    grid-column: 2;
  }

  .run {
    grid-row: 1 / span 2;
    grid-column: 3;
  }

  li.selected .run,
  li:hover .run,
  .run:focus-visible {
    background: var(--brand);
    border-color: transparent;
    color: var(--on-brand);
    font-weight: 600;
  }

  .dot {
    background: var(--line);
    border-radius: 50%;
    height: 8px;
    justify-self: center;
    width: 8px;
  }

  .dot.open {
    background: var(--line-strong);
  }

  .dot.met {
    background: var(--good);
  }

  .dot.broken {
    background: var(--bad);
    border-radius: 2px;
  }

  @media (forced-colors: active) {
    .dot {
      border: 1px solid;
    }

    .dot.met,
    .dot.broken {
      background: CanvasText;
      forced-color-adjust: none;
    }
  }
`;
