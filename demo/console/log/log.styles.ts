import { css } from 'lit';

export const styles = css`
  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: auto minmax(0, 1fr);
    min-height: 0;
  }

  .tools {
    border-bottom: 1px solid var(--line);
    padding: 8px 12px;
  }

  .tools .field {
    flex: 1 1 6rem;
    min-height: 28px;
    padding-block: 2px;
    width: auto;
  }

  .switch {
    align-items: center;
    color: var(--ink-2);
    display: flex;
    gap: 5px;
    white-space: nowrap;
  }

  .lines {
    overflow: auto;
  }

  ol {
    font: 12px/1.5 var(--mono);
    font-variant-numeric: tabular-nums;
    list-style: none;
  }

  li {
    border-bottom: 1px solid var(--line);
  }

  .request > .help {
    display: block;
    padding: 4px 12px;
  }

  .event,
  .line {
    display: grid;
    gap: 0 10px;
    padding: 6px 12px;
  }

  .event {
    grid-template-columns: 12ch minmax(0, 1fr);
  }

  .line {
    background: none;
    border: 0;
    color: inherit;
    cursor: pointer;
    font: inherit;
    grid-template-columns: 12ch minmax(0, 1fr) auto 8ch;
    text-align: start;
    width: 100%;
  }

  .line:hover {
    background: var(--hover);
  }

  .line:focus-visible {
    outline-offset: -2px;
  }

  .time,
  .duration {
    color: var(--ink-2);
    white-space: nowrap;
  }

  .duration {
    text-align: end;
  }

  .event .what {
    color: var(--brand-text);
    font-weight: 600;
  }

  .about {
    grid-column: 1 / -1;
    overflow-wrap: anywhere;
  }

  .about:empty {
    display: none;
  }

  .outcome.good {
    color: var(--good);
    font-weight: 600;
  }

  .outcome.bad,
  .event .what.bad {
    color: var(--bad);
    font-weight: 600;
  }
`;
