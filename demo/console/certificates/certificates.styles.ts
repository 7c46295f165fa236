import { css } from 'lit';

export const styles = css`
  ul {
    list-style: none;
  }

  li {
    align-items: center;
    border-bottom: 1px solid var(--line);
    display: flex;
    gap: 10px;
    justify-content: space-between;
    padding: 6px 0;
  }

  small {
    color: var(--ink-2);
    display: block;
    font-size: 12px;
    overflow-wrap: anywhere;
  }

  .password {
    align-items: center;
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }

  h3 {
    margin-top: 6px;
  }

  .drop {
    border: 1px dashed var(--line);
    border-radius: 8px;
    padding: 10px;
  }

  .drop.over {
    border-color: currentColor;
    border-style: solid;
  }

  .verify {
    display: grid;
    gap: 4px;
  }
`;
