import { css } from 'lit';

export const styles = css`
  .consent input[aria-invalid='true'] {
    outline: 2px solid var(--bad);
    outline-offset: 2px;
  }

  .consent .option {
    font-size: 0.9375em;
    line-height: 1.4;
    padding: 2px 0 10px;
  }

  /* The hyphen of a CPF is no place for a line to end. */
  .number {
    white-space: nowrap;
  }

  .message:not(:empty) {
    margin: 0 0 6px;
  }

  /* On a narrow card the consent sentence has the document and the signer. */
  @container (width < 840px) {
    .facts:not(.alone) {
      display: none;
    }
  }

  @media (max-height: 30rem) {
    .consent .option {
      padding-bottom: 4px;
    }

    /* The document needs the room: its heading is for screen readers, and the button says the same. */
    @container (width < 840px) {
      .intro.document {
        display: contents;
      }

      .intro.document h2 {
        clip-path: inset(50%);
        height: 1px;
        overflow: hidden;
        position: absolute;
        white-space: nowrap;
        width: 1px;
      }
    }
  }
`;
