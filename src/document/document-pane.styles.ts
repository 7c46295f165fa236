import { css } from 'lit';

export const documentPaneStyles = css`
  :host {
    --side: 24px;
    background: var(--desk);
    color: var(--ink);
    container-type: inline-size;
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
    height: 100%;
    min-height: 0;
    overflow: hidden;
  }

  :host([hidden]) {
    display: none;
  }

  .tools {
    align-items: center;
    border-bottom: 1px solid var(--line);
    color: var(--ink-2);
    display: grid;
    font-size: 0.875em;
    font-variant-numeric: tabular-nums;
    gap: 8px;
    grid-template-columns: 1fr auto 1fr;
    height: 48px;
    padding: 0 12px;
  }

  .zoom {
    align-items: center;
    display: flex;
    gap: 2px;
  }

  .percent {
    min-width: 3.25em;
    text-align: center;
  }

  .position {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .file {
    display: flex;
    justify-content: end;
  }

  .scroller {
    overflow-anchor: none;
    overflow-x: auto;
    /* Always there, so that fitting the width can't make it come and go. */
    overflow-y: scroll;
    position: relative;
    scrollbar-color: var(--line-strong) transparent;
    scrollbar-width: thin;
  }

  .scroller.fitted {
    overflow-x: hidden;
  }

  .scroller:focus-visible {
    outline-offset: -3px;
  }

  .pages {
    align-items: center;
    display: flex;
    flex-direction: column;
    gap: 12px;
    min-width: 100%;
    padding: 12px var(--side) 24px;
    width: max-content;
  }

  .pages:empty {
    display: none;
  }

  .sheet {
    background: #fff;
    box-shadow: 0 1px 3px #0003;
    color: #22262d;
    flex: none;
    overflow: hidden;
    position: relative;
  }

  .skeleton {
    aspect-ratio: 210 / 297;
    margin: 12px var(--side);
  }

  /* A heading and lines, as grey as a page seen from afar. */
  .pending::before,
  .pending::after {
    content: '';
    position: absolute;
  }

  .pending::before {
    background: #e7e9ed;
    border-radius: 4px;
    height: 1.8%;
    left: 26%;
    right: 26%;
    top: 8%;
  }

  .pending::after {
    background: repeating-linear-gradient(#eceef1 0 1.2%, transparent 1.2% 3.6%);
    inset: 14% 11% 12%;
  }

  .sheet.failed {
    display: grid;
    padding: 16px;
    place-items: center;
    text-align: center;
  }

  .failed::before,
  .failed::after {
    content: none;
  }

  .page canvas {
    display: block;
    height: 100%;
    left: 0;
    position: absolute;
    top: 0;
    width: 100%;
  }

  .slow {
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: var(--radius-control);
    bottom: 24px;
    box-shadow: 0 1px 3px #0003;
    font-size: 0.875em;
    left: 24px;
    margin: auto;
    max-width: 28em;
    padding: 12px 16px;
    position: absolute;
    right: 24px;
    text-align: center;
  }

  .slow .retry {
    margin-top: 8px;
  }

  .problem {
    align-content: center;
    display: grid;
    gap: 8px;
    grid-row: 1 / -1;
    justify-items: center;
    overflow: auto;
    padding: 24px;
    text-align: center;
  }

  .problem h3 {
    font-size: 1.125em;
    font-weight: 650;
    letter-spacing: -0.01em;
    line-height: 1.3;
  }

  .problem p {
    color: var(--ink-2);
    max-width: 32em;
    text-wrap: pretty;
  }

  .problem > .icon {
    color: var(--bad);
    height: 32px;
    width: 32px;
  }

  .problem .button {
    margin-top: 8px;
    width: auto;
  }

  @container (width < 560px) {
    .tools {
      gap: 4px;
      grid-template-columns: minmax(0, 1fr) auto auto;
      padding: 0 4px 0 12px;
    }

    .position {
      order: -1;
    }

    .zoom {
      gap: 0;
    }

    .percent {
      display: none;
    }

    .pages,
    .skeleton {
      --side: 12px;
    }
  }

  @media (forced-colors: active) {
    .sheet {
      border: 1px solid CanvasText;
      forced-color-adjust: none;
    }
  }
`;
