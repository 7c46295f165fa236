import { css } from 'lit';

/** The card on a narrow container, and in a low window. */
export const narrowStyles = css`
  /*
   * Narrow: the page scrolls, the card is at least as high as the window, and the actions stick to its lower edge. The
   * document takes what the action leaves; in steps that don't need it, it is one line.
   */
  @container (width < 52.5em) {
    .frame {
      height: auto;
      min-height: var(--sign-height, min(44em, 100dvh));
    }

    header {
      min-height: 48px;
      padding: 4px 16px;
    }

    .logo {
      height: 32px;
    }

    .bar {
      width: 18px;
    }

    .wide-only {
      display: none;
    }

    .narrow-only {
      display: inline;
    }

    /* Read aloud in full. */
    .step {
      clip-path: inset(50%);
      position: absolute;
    }

    .body {
      grid-template-columns: minmax(0, 1fr);
      grid-template-rows: minmax(clamp(9em, 33.4dvh, 36em), 1fr) auto;
      overflow: visible;
    }

    .body:is(.alone, .camera, .folded) {
      grid-template-rows: minmax(0, 1fr);
    }

    .body.alone,
    .body.folded {
      grid-template-columns: minmax(0, 36em);
      justify-content: center;
    }

    .body.folded .document-slot {
      block-size: 100%;
      inline-size: 100%;
      inset: 0 auto auto -300vw;
      position: absolute;
      visibility: hidden;
    }

    .document-line.folded {
      display: flex;
    }

    .panel {
      --panel-x: 16px;
      border: 0;
      border-top: 1px solid var(--line);
      overflow: visible;
      padding-top: 12px;
    }

    :is(.alone, .camera, .folded) .panel {
      border: 0;
      padding-top: 16px;
    }

    .digest {
      display: none;
    }

    footer {
      min-height: 34px;
      padding: 4px 16px;
    }
  }

  /* A phone on its side: document and action beside each other, as on a wide screen. */
  @media (max-height: 30rem) {
    @container (width >= 52.5em) {
      .frame {
        min-height: min(100dvh, 20em);
      }
    }

    header,
    footer {
      min-height: 34px;
      padding-block: 2px;
    }

    .document-line,
    .document-line .link {
      min-height: 36px;
    }

    @container (width < 52.5em) {
      .panel {
        padding-top: 4px;
      }

      :is(.alone, .folded) .panel {
        padding-top: 8px;
      }
    }

    @container (35em <= width < 52.5em) {
      .frame:has(.body.beside) {
        height: var(--sign-height, 100dvh);
      }

      .body.beside {
        grid-template-columns: minmax(0, 1fr) minmax(18em, 44%);
        grid-template-rows: minmax(0, 1fr);
      }

      .body.beside .panel {
        border: 0;
        border-inline-start: 1px solid var(--line);
        overflow-y: auto;
      }
    }
  }
`;
