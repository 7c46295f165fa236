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

  /* Its parts are the screen's: the actions stick within the whole screen. */
  form {
    display: contents;
  }

  .intro {
    display: grid;
    gap: 4px;
  }

  /*
   * The bar with the primary action, the way back, and any error about them: at the lower edge of the card or of the
   * window, above an on-screen keyboard.
   */
  .actions {
    background: var(--surface);
    border-top: 1px solid var(--bar-line, var(--line));
    bottom: var(--keyboard-inset, 0px);
    display: flex;
    flex-direction: column;
    margin: auto calc(-1 * var(--panel-x, 0px)) 0;
    padding: 8px var(--panel-x, 0px) max(4px, env(safe-area-inset-bottom));
    position: sticky;
    z-index: 1;
  }

  /* What the bar lies over fades out: there is more to read. */
  .actions::before {
    background: linear-gradient(transparent, var(--surface));
    content: '';
    height: 16px;
    inset: auto 0 100%;
    pointer-events: none;
    position: absolute;
  }

  .actions :is(.notice, .consent) {
    margin-bottom: 8px;
  }

  .actions .button + .button {
    margin-top: 4px;
  }

  .actions .button.quiet + .button.quiet {
    margin-top: 0;
  }

  .actions .button + .button:not(.quiet) {
    margin-top: 8px;
  }

  /* Every button has a frame there. */
  @media (forced-colors: active) {
    .actions .button + .button.quiet {
      margin-top: 8px;
    }
  }

  .slow:not(:empty) {
    margin-top: 4px;
  }

  .facts {
    border: 1px solid var(--line);
    border-radius: var(--radius-control);
    display: grid;
    font-size: 0.9375em;
    gap: 12px;
    padding: 12px 16px;
  }

  .facts dt {
    color: var(--ink-2);
    font-size: 0.8667em;
  }

  .facts dd {
    font-weight: 500;
    overflow-wrap: anywhere;
  }

  @container (width < 52.5em) {
    :host {
      gap: 12px;
    }

    .wide-only {
      display: none;
    }

    /* The page scrolls: what is focused or goes wrong stops above the bar. */
    .field,
    .link,
    .notice,
    .error-text {
      scroll-margin-block: 4em 11em;
    }
  }

  /* Little height, as on a phone on its side: the buttons are beside each other. */
  @media (max-height: 30rem) {
    @container (width < 52.5em) {
      :host {
        gap: 8px;
      }
    }

    .notice {
      line-height: 1.35;
      padding-block: 8px;
    }

    .actions .consent {
      margin-bottom: 0;
    }

    .actions {
      align-items: stretch;
      flex-flow: row wrap;
      gap: 0 8px;
      padding-top: 4px;
    }

    .actions > * {
      flex: 1 1 100%;
    }

    .actions > :is(.slow, [role='status']) {
      order: 1;
    }

    .actions > .button {
      flex: 1 1 8em;
      margin-top: 0 !important;
      min-width: 0;
      padding-inline: 12px;
      width: auto;
    }

    .actions > .button.quiet {
      flex: 0 1 auto;
    }
  }

  /* Zoomed so far that the bar would take more than a third of the window, it scrolls with the rest. */
  @media (max-height: 20rem) {
    .actions {
      position: static;
    }

    .actions::before {
      content: none;
    }
  }

  /* Of one document, or of several. */
  .consent .option {
    line-height: 1.4;
    padding: 2px 0 8px;
  }

  .consent input[aria-invalid='true'] {
    outline: 2px solid var(--bad);
    outline-offset: 2px;
  }

  .consent .message:not(:empty) {
    margin: 0 0 4px;
  }
`;
