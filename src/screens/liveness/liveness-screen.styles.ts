import { css } from 'lit';

export const styles = css`
  .lines {
    align-items: center;
    display: flex;
    gap: 20px;
  }

  .drawing {
    fill: none;
    flex: none;
    height: 112px;
    stroke: var(--line-strong);
    stroke-linecap: round;
    stroke-linejoin: round;
    stroke-width: 2.5;
    width: 96px;
  }

  .drawing .edge {
    fill: var(--hover);
  }

  .drawing .arc {
    stroke: var(--brand);
    stroke-width: 4;
  }

  .drawing .person {
    fill: var(--surface);
    stroke: var(--ink-2);
  }

  .drawing .features {
    stroke: var(--ink-2);
    stroke-width: 3;
  }

  ul,
  ol {
    display: grid;
    gap: 4px;
    margin: 0;
    padding-inline-start: 1.25em;
  }

  .failure {
    display: grid;
    gap: 12px;
  }

  .help {
    border: 1px solid var(--line);
    border-radius: var(--radius-control);
    display: grid;
    font-size: 0.9375em;
    gap: 4px;
    padding: 12px 16px;
  }

  summary.link {
    cursor: pointer;
    min-height: 36px;
    padding-block: 4px;
    width: fit-content;
  }

  .choices {
    display: grid;
    gap: 4px;
  }

  .row {
    align-items: center;
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    justify-content: center;
  }

  .row .button {
    font-size: 0.875em;
    padding-inline: 8px;
    width: auto;
  }

  @media (max-width: 22rem) {
    .row .button {
      padding-inline: 4px;
    }
  }

  /* Beside the main action where there is little height. */
  @media (max-height: 30rem) {
    .actions > .row {
      flex: 0 1 auto;
    }
  }
`;
