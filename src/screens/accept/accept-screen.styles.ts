import { css } from 'lit';

export const styles = css`
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
