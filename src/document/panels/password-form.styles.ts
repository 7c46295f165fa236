import { css } from 'lit';

export const passwordFormStyles = css`
  :host {
    display: grid;
    overflow: auto;
    padding: 24px;
  }

  form {
    display: grid;
    gap: 8px;
    margin: auto;
    max-width: 26em;
    width: 100%;
  }

  form > .icon {
    color: var(--ink-2);
    height: 32px;
    width: 32px;
  }

  h3 {
    font-size: 1.125em;
    letter-spacing: -0.01em;
    line-height: 1.3;
  }

  .entry {
    margin-top: 8px;
  }
`;
