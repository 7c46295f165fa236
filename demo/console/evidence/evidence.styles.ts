import { css } from 'lit';

export const styles = css`
  .empty {
    padding: 2px 0;
  }

  small {
    color: var(--ink-2);
    font-size: 12px;
  }

  .links {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }

  h3 {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    justify-content: space-between;
    margin-top: 4px;
  }

  h3 a {
    font-weight: 500;
  }

  .commands {
    display: grid;
    gap: 8px;
    list-style: none;
  }

  .commands li {
    align-items: center;
    display: grid;
    gap: 0 8px;
    grid-template-columns: minmax(0, 1fr) auto;
  }

  .commands code {
    overflow-wrap: anywhere;
  }

  .commands small {
    grid-column: 1;
  }

  .commands qa-copy {
    grid-row: 1 / span 2;
    grid-column: 2;
  }

  pre {
    background: var(--backdrop);
    border-radius: 8px;
    margin: 0;
    overflow: auto;
    padding: 10px 12px;
  }
`;
