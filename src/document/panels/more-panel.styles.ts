import { css } from 'lit';

/** A menu item of a panel over the pages. */
export const menuItemStyles = css`
  :is(.entry, .item) {
    background: none;
    border: 0;
    border-radius: min(6px, var(--radius-control));
    color: inherit;
    cursor: pointer;
    display: flex;
    font: inherit;
    gap: 12px;
    margin: 0;
    padding: 4px 8px;
    text-align: start;
    width: 100%;
  }

  :is(.entry, .item):hover {
    background: var(--hover);
  }

  :is(.entry, .item):focus-visible {
    outline-offset: -2px;
  }
`;

export const morePanelStyles = css`
  :host {
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: var(--radius-control);
    box-shadow: 0 4px 16px #0003;
    color: var(--ink);
    display: block;
    font-size: 0.875em;
    padding: 4px;
  }

  .item {
    align-items: center;
    min-height: 44px;
  }

  .item .icon {
    color: var(--ink-2);
  }

  .narrow {
    display: none;
  }

  .zoom {
    align-items: center;
    border-bottom: 1px solid var(--line);
    gap: 2px;
    margin-bottom: 4px;
    padding-bottom: 4px;
  }

  .percent {
    font-variant-numeric: tabular-nums;
    min-width: 3.25em;
    text-align: center;
  }

  sign-session-document-digest {
    border-top: 1px solid var(--line);
    margin-top: 4px;
  }

  @container (width < 35em) {
    .narrow {
      display: flex;
    }
  }
`;
