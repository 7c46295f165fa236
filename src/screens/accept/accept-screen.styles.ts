import { css } from 'lit';

export const styles = css`
  .consent input[aria-invalid='true'] {
    outline: 2px solid var(--bad);
    outline-offset: 2px;
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
