import { css } from 'lit';

/** The card in a dialog: with space around it on a wide screen, all of the window on a narrow one. */
export const dialogStyles = css`
  :host([display='dialog']) {
    display: contents;
  }

  :host([display='dialog'][hidden]) {
    display: none;
  }

  .modal {
    background: none;
    border: 0;
    box-sizing: border-box;
    container-type: inline-size;
    height: min(48rem, 100dvh - 48px);
    max-height: none;
    max-width: none;
    overflow: auto;
    overscroll-behavior: contain;
    padding: 0;
    width: min(76rem, 100vw - 48px);
  }

  .modal::backdrop {
    background: rgb(0 0 0 / 55%);
  }

  .modal > .frame {
    height: 100%;
    min-height: 0;
  }

  .close {
    flex: none;
    margin-inline-end: -10px;
  }

  /* Where nothing else in the header says how far the signer is. */
  slot + .close {
    margin-inline-start: auto;
  }

  @media (width < 888px), (height < 32rem) {
    .modal {
      height: 100dvh;
      width: 100vw;
    }

    .modal > .frame {
      border: 0;
      border-radius: 0;
    }
  }

  @container (width < 840px) {
    .modal > .frame {
      height: auto;
      min-height: 100%;
    }
  }
`;
