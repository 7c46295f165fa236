import { css } from 'lit';

/** The layout of a screen: heading, content, and the actions at the bottom. */
export const screen = css`
  :host {
    display: flex;
    flex: 1;
    flex-direction: column;
    gap: 20px;
    min-width: 0;
  }

  form {
    display: flex;
    flex: 1;
    flex-direction: column;
    gap: inherit;
  }

  .intro {
    display: grid;
    gap: 6px;
  }

  .actions {
    display: grid;
    gap: 8px;
    margin-top: auto;
  }

  .facts {
    border: 1px solid var(--line);
    border-radius: 10px;
    display: grid;
    font-size: 0.9375em;
    gap: 12px;
    padding: 14px 16px;
  }

  .facts dt {
    color: var(--ink-2);
    font-size: 0.8667em;
  }

  .facts dd {
    font-weight: 500;
    overflow-wrap: anywhere;
  }

  @container (width < 840px) {
    :host {
      gap: 14px;
    }
  }
`;
