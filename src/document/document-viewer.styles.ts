import { css } from 'lit';

export const documentViewerStyles = css`
  :host {
    --side: 24px;
    background: var(--backdrop);
    display: block;
    min-height: 0;
    overflow: hidden;
    position: relative;
  }

  .viewer {
    background: var(--backdrop);
    container-type: inline-size;
    display: flex;
    flex-direction: column;
    height: 100%;
    overflow: hidden;
  }

  /* The whole window. */
  dialog {
    border: 0;
    box-sizing: border-box;
    color: inherit;
    height: 100dvh;
    margin: 0;
    max-height: none;
    max-width: none;
    outline: 0;
    padding: 0;
    visibility: visible;
    width: 100%;
  }

  /* Once closed, the pages keep their scroll position until they are out of it. */
  dialog:not(:empty) {
    display: block;
  }

  dialog .viewer {
    box-sizing: border-box;
    padding: env(safe-area-inset-top) env(safe-area-inset-right) 0 env(safe-area-inset-left);
  }

  .back {
    align-items: center;
    background: var(--surface);
    border-top: 1px solid var(--line);
    display: flex;
    flex: none;
    flex-wrap: wrap;
    gap: 4px 16px;
    justify-content: center;
    padding: 8px 16px calc(8px + env(safe-area-inset-bottom));
  }

  .back p:empty {
    display: none;
  }

  .back p {
    color: var(--warn);
    font-size: 0.875em;
    font-weight: 600;
  }

  .back .button {
    flex: 1;
    max-width: 24em;
  }

  sign-session-document-tools,
  sign-session-document-find,
  .bar {
    flex: none;
  }

  /* The pages keep more than half of the height. */
  sign-session-document-warnings {
    flex: none;
    max-height: 45%;
  }

  .problem {
    flex: 1;
  }

  .viewer-body {
    display: flex;
    flex: 1;
    min-height: 0;
    position: relative;
  }

  .backdrop {
    display: grid;
    flex: 1;
    min-width: 0;
    position: relative;
  }

  sign-session-document-outline {
    border-inline-end: 1px solid var(--line);
    flex: none;
    width: 240px;
  }

  .scroller {
    min-height: 0;
    overflow-anchor: none;
    overflow-x: auto;
    /* Always visible, so that fitting the width can't toggle it. */
    overflow-y: scroll;
    position: relative;
    scrollbar-color: var(--line-strong) transparent;
    scrollbar-width: thin;
  }

  .scroller.fitted {
    overflow-x: hidden;
  }

  .scroller:focus-visible {
    outline-offset: -3px;
  }

  .pages {
    align-items: center;
    display: flex;
    flex-direction: column;
    gap: 12px;
    min-width: 100%;
    padding: 12px var(--side) 24px;
    width: max-content;
  }

  .pages:empty {
    display: none;
  }

  .sheet.failed {
    display: grid;
    padding: 16px;
    place-items: center;
    text-align: center;
  }

  .failed::before,
  .failed::after {
    content: none;
  }

  /* A page's box has a fixed size and its content can't overflow, so drawing one does not affect the others. */
  .page {
    contain: strict;
  }

  /* For screen readers; to the eye it is the placeholder's heading. Not an element, of which a document has thousands. */
  .page.pending::before {
    color: transparent;
    content: attr(data-pending);
    font-size: 1px;
    overflow: hidden;
  }

  .page canvas {
    display: block;
    height: 100%;
    left: 0;
    position: absolute;
    top: 0;
    width: 100%;
  }

  /* These cover the pages, which keep their size and position below. */
  sign-session-document-text,
  sign-session-document-password {
    inset: 0;
    position: absolute;
  }

  sign-session-document-password {
    background: var(--backdrop);
  }

  sign-session-document-more {
    inset-inline-end: 8px;
    max-height: calc(100% - 16px);
    max-width: calc(100% - 16px);
    overflow: auto;
    position: absolute;
    top: 8px;
    width: 340px;
  }

  @container (width < 720px) {
    sign-session-document-outline {
      box-shadow: 0 4px 16px #0003;
      inset-block: 0;
      inset-inline-start: 0;
      max-width: 88%;
      position: absolute;
      width: 320px;
      z-index: 1;
    }
  }

  @container (width < 35em) {
    .pages {
      --side: 12px;
    }
  }
`;
