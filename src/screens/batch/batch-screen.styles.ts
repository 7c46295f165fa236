import { css } from 'lit';

export const styles = css`
  /* The service's page in a frame shows the step alone, without it. */
  [part='decline'] {
    display: var(--decline, flex);
  }

  .columns {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-width: 0;
  }

  .list {
    display: flex;
    flex: 1;
    flex-direction: column;
    gap: 12px;
    min-width: 0;
  }

  .documents {
    border: 1px solid var(--line);
    border-radius: var(--radius-control);
    list-style: none;
    margin: 0;
    overflow: hidden;
    padding: 0;
  }

  summary {
    align-content: center;
    cursor: pointer;
    font-weight: 600;
    min-height: 44px;
  }

  .documents li + li {
    border-top: 1px solid var(--line);
  }

  .documents button {
    background: none;
    border: 0;
    color: inherit;
    cursor: pointer;
    display: grid;
    font: inherit;
    gap: 2px;
    min-height: 48px;
    padding: 8px 36px 8px 12px;
    position: relative;
    /* The bar lies over the list. */
    scroll-margin-block: 4em 15em;
    text-align: start;
    width: 100%;
  }

  /* It opens. */
  .documents button::after {
    color: var(--ink-2);
    content: '›' / '';
    inset: auto 16px auto auto;
    align-self: center;
    position: absolute;
  }

  .documents button:hover,
  .documents button[aria-current='true'] {
    background: var(--backdrop);
  }

  .documents button:focus-visible {
    outline: 2px solid var(--brand);
    outline-offset: -2px;
  }

  .title {
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  .state {
    font-size: 0.875em;
  }

  .state.seen {
    color: var(--good);
  }

  .state.bad {
    color: var(--bad);
    font-weight: 600;
  }

  .reader {
    display: flex;
    flex-direction: column;
    gap: 8px;
    min-width: 0;
  }

  .reader-head {
    align-items: center;
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    justify-content: space-between;
  }

  .reader-head h3 {
    display: grid;
    flex: 1 1 100%;
    font-size: 1em;
    margin: 0;
    overflow-wrap: anywhere;
  }

  .reader-head .button {
    font-size: 0.875em;
    margin: 0;
    min-height: 44px;
    padding: 4px 8px;
    width: auto;
  }

  .reader-head .quiet {
    margin-inline: -8px;
  }

  .pane {
    border: 1px solid var(--line);
    block-size: clamp(18em, calc(100dvh - 17em), 60em);
    display: grid;
    min-width: 0;
    overflow: hidden;
  }

  /* The step within has a heading of its own. */
  @media (max-height: 30rem) {
    div.list > .intro {
      display: none;
    }
  }

  /* Narrow: the list, or the document in its place. */
  @container (width < 52.5em) {
    .reading .list,
    .reader.empty {
      display: none;
    }
  }

  @container (width >= 52.5em) {
    .columns {
      align-items: start;
      display: grid;
      gap: 28px;
      grid-template-columns: minmax(0, 24em) minmax(0, 1fr);
      padding-block-end: 16px;
    }

    .documents {
      max-block-size: calc(100dvh - 28em);
      min-block-size: 9em;
      overflow-y: auto;
    }

    .pane {
      block-size: clamp(18em, calc(100dvh - 22em), 60em);
    }

    .reader {
      inset-block-start: 0;
      position: sticky;
    }

    .reader.empty {
      align-content: center;
      background: var(--backdrop);
      block-size: clamp(18em, calc(100dvh - 16em), 60em);
      display: grid;
      justify-items: center;
    }

    .back {
      display: none;
    }
  }
`;
