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

  ul {
    list-style: none;
    margin: 0;
    padding: 0 6px 6px;
  }

  ul ul {
    padding: 0 0 0 14px;
  }

  .entry {
    justify-content: space-between;
    min-height: 36px;
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
