import { css } from 'lit';

export const styles = css`
  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: 52px minmax(0, 1fr);
    height: 100dvh;
  }

  header {
    align-items: center;
    border-bottom: 1px solid var(--line);
    display: flex;
    gap: 12px;
    padding: 0 12px 0 18px;
  }

  h1 {
    font-size: 15px;
    font-weight: 650;
    letter-spacing: -0.01em;
    white-space: nowrap;
  }

  h1 span {
    color: var(--ink-2);
    font-weight: 500;
  }

  .environment {
    background: var(--warn-soft);
    border-radius: 6px;
    color: var(--warn);
    font-size: 11.5px;
    font-weight: 600;
    padding: 4px 8px;
    white-space: nowrap;
  }

  .end {
    align-items: center;
    color: var(--ink-2);
    display: flex;
    gap: 10px;
    margin-inline-start: auto;
  }

  .time {
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }

  main {
    display: grid;
    grid-template-columns: 280px minmax(0, 1fr) clamp(420px, 30vw, 500px);
    min-height: 0;
  }

  main.customising {
    grid-template-columns: 340px minmax(0, 1fr) clamp(420px, 30vw, 500px);
  }

  .left,
  .middle,
  .right {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    min-height: 0;
    min-width: 0;
  }

  .left {
    border-inline-end: 1px solid var(--line);
  }

  .middle {
    grid-template-rows: auto minmax(0, 1fr) auto auto;
  }

  .right {
    border-inline-start: 1px solid var(--line);
  }

  .opens-left {
    display: none;
  }

  .look {
    display: grid;
    gap: 8px;
    grid-template-columns: 1fr 1fr;
    width: min(20rem, calc(100vw - 48px));
  }

  @media (width < 1160px) {
    :host {
      grid-template-rows: 52px auto;
      height: auto;
      min-height: 100dvh;
    }

    main,
    main.customising {
      grid-template-columns: minmax(0, 1fr);
    }

    .middle {
      grid-template-rows: auto auto auto auto;
    }

    qa-preview {
      height: min(44rem, 88dvh);
    }

    .right {
      border: 0;
      border-top: 1px solid var(--line);
      height: 40rem;
    }

    .opens-left {
      display: inline-flex;
    }

    .left {
      background: var(--surface);
      border: 0;
      box-shadow: var(--shadow);
      inset: 0 auto 0 0;
      position: fixed;
      transform: translateX(-110%);
      visibility: hidden;
      width: min(360px, 92vw);
      z-index: 2;
    }

    .left.open {
      transform: none;
      visibility: visible;
    }
  }

  @media (width < 560px) {
    header {
      gap: 8px;
      padding: 0 6px 0 10px;
    }

    .environment,
    .time .word,
    h1 span {
      display: none;
    }

    qa-preview {
      height: min(42rem, 80dvh);
    }
  }

  @media (prefers-reduced-motion: no-preference) {
    .left {
      transition: transform 0.16s ease-out;
    }
  }
`;
