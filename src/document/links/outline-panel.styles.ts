import { css } from 'lit';

export const outlinePanelStyles = css`
  :host {
    background: var(--surface);
    color: var(--ink);
    display: block;
    font-size: 0.875em;
    overflow: auto;
    overscroll-behavior: contain;
  }

  .head {
    align-items: center;
    background: var(--surface);
    display: flex;
    justify-content: space-between;
    padding: 4px 4px 4px 16px;
    position: sticky;
    top: 0;
  }

  h3 {
    font-size: 1em;
    font-weight: 650;
  }

  ul {
    list-style: none;
    margin: 0;
    padding: 0 6px 6px;
  }

  ul ul {
    padding: 0 0 0 14px;
  }

  .entry {
    background: none;
    border: 0;
    border-radius: 6px;
    color: inherit;
    cursor: pointer;
    display: flex;
    font: inherit;
    gap: 12px;
    justify-content: space-between;
    margin: 0;
    min-height: 36px;
    padding: 6px 10px;
    text-align: start;
    width: 100%;
  }

  .entry:hover {
    background: var(--hover);
  }

  .entry:focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: -2px;
  }

  .title {
    min-width: 0;
    overflow-wrap: anywhere;
  }

  .page {
    color: var(--ink-2);
    font-variant-numeric: tabular-nums;
  }

  @media (pointer: coarse) {
    .entry {
      min-height: 44px;
    }
  }
`;
