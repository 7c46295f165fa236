import { css } from 'lit';

export const morePanelStyles = css`
  :host {
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: 10px;
    box-shadow: 0 4px 16px #0003;
    color: var(--ink);
    display: block;
    font-size: 0.875em;
    padding: 6px;
  }

  .item {
    align-items: center;
    background: none;
    border: 0;
    border-radius: 6px;
    color: inherit;
    cursor: pointer;
    display: flex;
    font: inherit;
    gap: 12px;
    margin: 0;
    min-height: 44px;
    padding: 4px 10px;
    text-align: start;
    width: 100%;
  }

  .item .icon {
    color: var(--ink-2);
  }

  .item:hover {
    background: var(--hover);
  }

  .item:focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: -2px;
  }

  .narrow {
    display: none;
  }

  .zoom {
    align-items: center;
    border-bottom: 1px solid var(--line);
    gap: 2px;
    margin-bottom: 6px;
    padding-bottom: 6px;
  }

  .zoom .icon-button {
    height: 44px;
    width: 44px;
  }

  .percent {
    font-variant-numeric: tabular-nums;
    min-width: 3.25em;
    text-align: center;
  }

  sign-session-document-digest {
    border-top: 1px solid var(--line);
    margin-top: 6px;
  }

  @container (width < 560px) {
    .narrow {
      display: flex;
    }
  }
`;
