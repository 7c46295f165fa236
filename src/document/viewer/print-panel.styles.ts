import { css } from 'lit';

export const printPanelStyles = css`
  :host {
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: var(--radius-control);
    bottom: 16px;
    box-shadow: 0 4px 16px #0003;
    box-sizing: border-box;
    display: grid;
    font-size: 0.875em;
    gap: 8px;
    inset-inline: 16px;
    justify-items: center;
    margin: auto;
    max-width: 24em;
    padding: 12px 16px;
    position: absolute;
  }

  p {
    font-variant-numeric: tabular-nums;
    margin: 0;
    text-align: center;
  }

  progress {
    accent-color: var(--brand);
    width: 100%;
  }
`;
