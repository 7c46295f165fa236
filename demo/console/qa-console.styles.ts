import { css } from 'lit';

export const styles = css`
  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: 52px minmax(0, 1fr);
    height: 100dvh;
  }

  main {
    display: grid;
    grid-template-columns: 264px minmax(0, 1fr) clamp(428px, 31vw, 520px);
    min-height: 0;
  }

  main.customising {
    grid-template-columns: 340px minmax(0, 1fr) clamp(428px, 31vw, 520px);
  }

  .left {
    border-inline-end: 1px solid var(--line);
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    min-height: 0;
    min-width: 0;
    position: relative;
  }

  qa-result-column {
    border-inline-start: 1px solid var(--line);
  }

  /* Before the many buttons of the scenarios, for who goes by keyboard. */
  .skip {
    inset: 14px auto auto 16px;
    position: absolute;
    z-index: 1;
  }

  .skip:not(:focus) {
    clip-path: inset(50%);
  }

  .opens-left,
  .closes-left {
    display: none;
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

    qa-result-column {
      border: 0;
      border-top: 1px solid var(--line);
    }

    qa-panel {
      height: 40rem;
    }

    .opens-left,
    .closes-left {
      display: inline-flex;
    }

    .closes-left {
      inset: 12px 10px auto auto;
      position: absolute;
    }

    qa-side-column {
      padding-inline-end: 44px;
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

  @media (prefers-reduced-motion: no-preference) {
    .left {
      transition: transform 0.16s ease-out;
    }
  }
`;
