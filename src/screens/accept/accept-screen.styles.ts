import { css } from 'lit';

export const styles = css`
  form {
    display: flex;
    flex: 1;
    flex-direction: column;
    gap: inherit;
  }

  .consent {
    align-items: flex-start;
    cursor: pointer;
    display: flex;
    font-size: 0.9375em;
    gap: 12px;
    padding: 6px 0;
  }

  .consent input {
    accent-color: var(--brand);
    flex: none;
    height: 24px;
    margin: 0;
    width: 24px;
  }

  .consent input:focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
  }

  .consent input[aria-invalid='true'] {
    outline: 2px solid var(--bad);
    outline-offset: 2px;
  }

  .message:not(:empty) {
    margin: 2px 0 6px;
  }

  /* The facts in two lines, when there is not enough space for their box. */
  .brief {
    display: none;
    font-size: 0.875em;
    overflow-wrap: anywhere;
  }

  @container (width < 840px) {
    .facts {
      display: none;
    }

    .facts.alone {
      display: grid;
    }

    .brief {
      display: block;
    }
  }
`;
