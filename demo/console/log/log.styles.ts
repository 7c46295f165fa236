import { css } from 'lit';

export const styles = css`
  :host {
    display: grid;
    min-height: 0;
  }

  .tools .field {
    width: auto;
  }

  .tools input {
    flex: 1 1 0;
    min-width: 3.5rem;
  }

  .tools {
    flex: 1 1 15rem;
    flex-wrap: nowrap;
    min-width: 0;
  }

  .count {
    color: var(--ink-2);
    font-weight: 400;
    font-variant-numeric: tabular-nums;
  }

  .lines {
    container-type: inline-size;
    overflow: auto;
  }

  ol {
    font: 12px/1.5 var(--mono);
    font-variant-numeric: tabular-nums;
    list-style: none;
  }

  li {
    border-bottom: 1px solid var(--line);
    display: grid;
    gap: 0 10px;
    grid-template-columns: 12ch 15ch minmax(0, 1fr) auto 8ch;
    padding: 3px 12px;
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
    overflow-wrap: anywhere;
  }

  .outcome.bad {
    color: var(--bad);
    font-weight: 600;
  }

  /* Two lines each: when and what, then about what. */
  @container (width < 620px) {
    li {
      grid-template-columns: 12ch minmax(0, 1fr) auto 8ch;
    }

    .about {
      grid-column: 1 / -1;
      grid-row: 2;
    }

    .about:empty {
      display: none;
    }
  }
`;
