import { css } from 'lit';

/** For `problem.ts`: in the place of the document. */
export const problemStyles = css`
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
`;
