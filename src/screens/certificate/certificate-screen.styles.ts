import { css } from 'lit';

export const styles = css`
  fieldset {
    border: 0;
    display: grid;
    gap: 4px;
    margin: 0;
    min-width: 0;
    padding: 0;
  }

  .notices {
    display: grid;
    gap: 8px;
  }

  .bridge {
    display: grid;
    gap: 12px;
    justify-items: start;
  }
`;

export const fileForm = css`
  form {
    display: grid;
    gap: 14px;
  }

  .drop {
    border: 1.5px dashed var(--line-strong);
    border-radius: 10px;
    display: grid;
    gap: 6px;
    padding: 14px 16px;
    position: relative;
  }

  .drop.over {
    background: var(--hover);
    border-color: var(--brand);
  }

  .drop.invalid {
    border-color: var(--bad);
  }

  .drop:focus-within .button {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
  }

  .chosen {
    font-size: 0.875em;
    overflow-wrap: anywhere;
    text-align: center;
  }
`;
