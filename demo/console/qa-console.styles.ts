import { css } from 'lit';

export const styles = css`
  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: auto minmax(0, 1fr);
    height: 100dvh;
  }

  header {
    align-items: center;
    background: var(--surface);
    border-bottom: 1px solid var(--line);
    display: flex;
    flex-wrap: wrap;
    gap: 8px 12px;
    padding: 8px 16px;
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

  .client {
    align-items: center;
    color: var(--ink-2);
    display: flex;
    gap: 6px;
  }

  .client .field {
    width: auto;
  }

  header .button[aria-expanded='true'] {
    background: var(--brand-soft);
    border-color: var(--brand);
  }

  qa-clock {
    margin-inline-start: auto;
  }

  main {
    display: grid;
    grid-template-columns: 344px minmax(0, 1fr);
    min-height: 0;
  }

  main.wide {
    grid-template-columns: minmax(0, 1fr);
  }

  qa-session-form {
    padding: 12px 8px 12px 16px;
  }

  /* The log stands beside the stage where there is room for both, else below it. */
  .work {
    align-content: flex-start;
    align-items: flex-start;
    container-type: size;
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
    overflow: auto;
    padding: 12px 16px 12px 8px;
  }

  .wide .work {
    padding-inline-start: 16px;
  }

  qa-stage {
    flex: 1 1 calc(var(--stage-room) + 34px);
  }

  .watch {
    display: grid;
    flex: 1 1 380px;
    gap: 12px;
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: minmax(0, 1fr) minmax(0, 1fr);
    height: calc(100cqh);
    min-height: 30rem;
    min-width: min(100%, 380px);
    position: sticky;
    top: 0;
  }

  @media (width < 900px) {
    :host {
      display: block;
      height: auto;
    }

    main {
      grid-template-columns: minmax(0, 1fr);
    }

    qa-session-form {
      padding: 12px;
    }

    .work,
    .wide .work {
      container-type: normal;
      overflow: visible;
      padding: 0 0 12px;
    }

    .watch {
      grid-template-rows: 24rem minmax(20rem, auto);
      height: auto;
      padding-inline: 12px;
      position: static;
    }
  }
`;
