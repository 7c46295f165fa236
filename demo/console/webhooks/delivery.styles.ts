import { css } from 'lit';

export const deliveryStyles = css`
  :host {
    align-content: start;
    display: grid;
    gap: 8px;
    grid-template-columns: minmax(0, 1fr);
  }

  .button {
    justify-self: start;
  }

  ul,
  ol {
    list-style: none;
  }

  .entry {
    border-top: 1px solid var(--line);
    display: grid;
    gap: 4px;
    padding: 8px 0;
  }

  .line {
    align-items: center;
    display: flex;
    flex-wrap: wrap;
    gap: 4px 10px;
  }

  .line .button {
    margin-inline-start: auto;
  }

  .count,
  small {
    color: var(--ink-2);
    font-size: 12px;
    font-weight: 400;
    overflow-wrap: anywhere;
  }

  .verdict {
    color: var(--ink-2);
    font-size: 12px;
    font-weight: 600;
  }

  .verdict.good {
    color: var(--good);
  }

  .verdict.bad {
    color: var(--bad);
  }

  summary {
    border-radius: 4px;
    cursor: pointer;
    font-size: 12px;
    min-height: 24px;
  }

  .tries {
    display: grid;
    gap: 4px;
  }

  .tries code,
  .signature {
    display: block;
    overflow-wrap: anywhere;
  }

  pre {
    background: var(--backdrop);
    border-radius: 8px;
    margin: 6px 0 0;
    overflow: auto;
    padding: 8px 10px;
  }

  .empty {
    padding: 2px 0;
  }
`;
