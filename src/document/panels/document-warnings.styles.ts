import { css } from 'lit';

export const documentWarningsStyles = css`
  :host {
    display: block;
    font-size: 0.875em;
    min-height: 0;
    overflow: auto;
  }

  .banner {
    background: var(--warn-soft);
    border-bottom: 1px solid var(--line);
    color: var(--ink);
    padding: 4px 8px 4px 16px;
  }

  .head {
    align-items: center;
    display: flex;
    gap: 8px;
  }

  .head .icon {
    color: var(--warn);
  }

  h3 {
    flex: 1;
    font-size: 1em;
    font-weight: 650;
    line-height: 1.3;
  }

  .toggle {
    background: none;
    border: 0;
    border-radius: min(6px, var(--radius-control));
    color: inherit;
    cursor: pointer;
    font: inherit;
    min-height: 40px;
    padding: 0 8px;
    text-decoration: underline;
  }

  .toggle:focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: -2px;
  }

  .details {
    display: grid;
    gap: 8px;
    max-width: 70ch;
    padding: 4px 8px 12px 32px;
    text-wrap: pretty;
  }

  .details .link {
    color: inherit;
    justify-self: start;
  }

  ul {
    display: grid;
    gap: 4px;
    margin: 0;
    padding: 0 0 0 16px;
  }

  @container (width < 35em) {
    .details {
      padding: 4px 8px 12px 0;
    }
  }

  @media (forced-colors: active) {
    .banner {
      border: 1px solid CanvasText;
    }
  }
`;
