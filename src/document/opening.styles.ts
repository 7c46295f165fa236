import { css } from 'lit';

/** For `opening.ts`, and the white page background. */
export const openingStyles = css`
  .bar {
    align-items: center;
    border-bottom: 1px solid var(--line);
    color: var(--ink-2);
    display: flex;
    font-size: 0.875em;
    height: 48px;
    justify-content: center;
    padding: 0 12px;
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
    margin: 12px 24px;
  }

  /* A grey heading and lines, as a placeholder. */
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

  .slow {
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: var(--radius-control);
    bottom: 24px;
    box-shadow: 0 1px 3px #0003;
    font-size: 0.875em;
    left: 24px;
    margin: auto;
    max-height: calc(100% - 16px);
    max-width: 28em;
    overflow: auto;
    padding: 12px 16px;
    position: absolute;
    right: 24px;
    text-align: center;
  }

  .slow .retry {
    margin-top: 8px;
  }

  @container (width < 35em) {
    .skeleton {
      margin: 12px;
    }
  }

  @media (max-height: 30rem) {
    .slow {
      bottom: 8px;
      inset-inline: 8px;
      padding: 8px 12px;
    }
  }

  @media (forced-colors: active) {
    .sheet {
      border: 1px solid CanvasText;
      forced-color-adjust: none;
    }
  }
`;

/** For `documentProblem`, which replaces the document. */
export const problemStyles = css`
  .problem {
    align-content: safe center;
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

  @media (max-height: 30rem) {
    .problem {
      padding: 8px 16px;
    }

    .problem > .icon {
      display: none;
    }
  }
`;
