import { css } from 'lit';

export const viewerToolsStyles = css`
  :host {
    display: block;
  }

  .tools {
    align-items: center;
    border-bottom: 1px solid var(--line);
    color: var(--ink-2);
    display: grid;
    font-size: 0.875em;
    font-variant-numeric: tabular-nums;
    gap: 8px;
    grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
    min-height: 48px;
    padding: 0 8px;
  }

  .start,
  .end {
    align-items: center;
    display: flex;
    gap: 2px;
  }

  .end {
    justify-content: end;
  }

  .percent {
    min-width: 3.25em;
    text-align: center;
  }

  .position {
    align-items: baseline;
    display: flex;
    gap: 4px;
    margin: 0;
    white-space: nowrap;
  }

  .viewed {
    color: var(--ink-2);
    font-size: 0.875em;
    margin-inline-start: 4px;
  }

  .number {
    background: var(--surface);
    border: 1px solid var(--line-strong);
    border-radius: min(6px, var(--radius-control));
    box-sizing: content-box;
    color: var(--ink);
    font: inherit;
    min-height: 30px;
    min-width: 1.75em;
    padding: 0 4px;
    text-align: center;
    width: auto;
  }

  /* On a narrow pane the zoom and the table of contents are under “more”. */
  @container (width < 46em) {
    .viewed {
      clip-path: inset(50%);
      position: absolute;
    }
  }

  @container (width < 35em) {
    .tools {
      gap: 4px;
      grid-template-columns: minmax(0, 1fr) auto;
      padding: 0 4px 0 12px;
    }

    .start {
      display: none;
    }
  }

  /* The numbers are clear enough; screen readers read the label. */
  @container (width < 22.5em) {
    .position label {
      clip-path: inset(50%);
      height: 1px;
      overflow: hidden;
      position: absolute;
      width: 1px;
    }
  }

  @media (pointer: coarse) {
    .number {
      min-height: 36px;
    }
  }
`;
