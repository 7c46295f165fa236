import { css } from 'lit';

export const styles = css`
  /* Important: the page's own rules for the host would win, and what is inherited comes through it. */
  :host {
    container-type: inline-size;
    display: block;
    font-size: medium !important;
    min-width: 0;
    text-indent: 0 !important;
  }

  :host([hidden]) {
    display: none;
  }

  /*
   * Starts from the initial value of everything that is inherited. Here, not on the host: the page's own rules for the
   * host would win, and be inherited. What hides an element or keeps the pointer from it holds for what is in it, too.
   * "1em" is the size of text that the reader has chosen in their browser, whatever the page makes of "rem".
   */
  .frame {
    all: initial;
    interactivity: inherit;
    pointer-events: inherit;
    visibility: inherit;
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    box-shadow: var(--shadow);
    box-sizing: border-box;
    color: var(--ink);
    color-scheme: inherit;
    /* Inline: lines that the page draws through or under its text end at its border. */
    display: inline-flex;
    flex-direction: column;
    font: 400 max(1em, 16px) / 1.5 var(--font);
    height: var(--sign-height, min(44em, 100dvh));
    min-height: 30em;
    overflow: clip;
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
    -webkit-user-select: text;
    user-select: text;
    vertical-align: top;
    width: 100%;
  }

  header {
    align-items: center;
    border-bottom: 1px solid var(--line);
    display: flex;
    flex: none;
    gap: 16px;
    justify-content: space-between;
    min-height: 64px;
    padding: 8px 24px;
  }

  .logo {
    display: block;
    height: 40px;
    max-width: min(200px, 60cqi);
    object-fit: contain;
    object-position: left center;
  }

  .company {
    align-items: center;
    display: flex;
    font-weight: 650;
    gap: 8px;
    letter-spacing: -0.01em;
    min-width: 0;
    overflow-wrap: anywhere;
  }

  .initial {
    background: var(--brand);
    border-radius: var(--radius-control);
    color: var(--on-brand);
    display: grid;
    flex: none;
    font-size: 0.9375em;
    font-weight: 700;
    height: 28px;
    line-height: 1;
    place-items: center;
    width: 28px;
  }

  .progress {
    align-items: center;
    color: var(--ink-2);
    display: flex;
    flex: none;
    font-size: 0.875em;
    font-variant-numeric: tabular-nums;
    gap: 8px;
    margin-inline-start: auto;
  }

  .bars {
    display: flex;
    gap: 4px;
  }

  .bar {
    background: var(--line);
    border-radius: 2px;
    height: 4px;
    width: 28px;
  }

  .bar.done {
    background: var(--brand);
  }

  .bar.current {
    background: linear-gradient(90deg, var(--brand) 50%, var(--line) 50%);
  }

  .narrow-only {
    display: none;
  }

  /* What must be known on every screen: this is a test, or the time is nearly over. */
  .strip {
    background: var(--warn-soft);
    color: var(--ink);
    flex: none;
    font-size: 0.8125em;
    line-height: 1.25;
    margin: 0;
    padding: 4px 16px;
    text-align: center;
  }

  .strip.deadline {
    border-bottom: 1px solid var(--warn);
    font-variant-numeric: tabular-nums;
    font-weight: 600;
    inset-block-start: 0;
    position: sticky;
    z-index: 2;
  }

  /* The document in one line, while the step has the card. */
  .document-line {
    align-items: center;
    background: var(--backdrop);
    border-bottom: 1px solid var(--line);
    display: none;
    flex: none;
    font-size: 0.875em;
    gap: 4px 8px;
    min-height: 44px;
    padding: 0 8px 0 16px;
  }

  .document-line .name {
    font-weight: 650;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .document-line .pages {
    color: var(--ink-2);
    flex: none;
  }

  .document-line .link {
    flex: none;
    font-weight: 600;
    margin-inline-start: auto;
    min-height: 44px;
    padding: 0 8px;
    text-decoration: none;
  }

  .body {
    display: grid;
    flex: 1 1 auto;
    grid-template-columns: minmax(0, 1fr) 25em;
    grid-template-rows: minmax(0, 1fr);
    min-height: 0;
    overflow: clip;
    position: relative;
  }

  .body.alone,
  .body.camera {
    grid-template-columns: minmax(0, 30em);
    justify-content: center;
  }

  .body.camera {
    grid-template-columns: minmax(0, 44em);
  }

  .body.alone:has(sign-session-batch) {
    grid-template-columns: minmax(0, 1fr);
  }

  .document-slot {
    background: var(--backdrop);
    contain: size;
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    min-height: 0;
    min-width: 0;
  }

  /* Out of sight, but of the same size: the document keeps its page and zoom, and opens over the window. */
  .body.camera .document-slot {
    block-size: 100%;
    inline-size: 100%;
    inset: 0 auto auto -300vw;
    position: absolute;
    visibility: hidden;
  }

  .document-line.camera {
    display: flex;
  }

  .panel {
    --panel-x: 28px;
    border-inline-start: 1px solid var(--line);
    display: flex;
    flex-direction: column;
    min-width: 0;
    overflow-y: auto;
    padding: 28px var(--panel-x) 0;
    scroll-padding-block-end: 12em;
  }

  .alone .panel,
  .camera .panel {
    border: 0;
  }

  /* Without a document, text and actions of a wide card stand together as one block. */
  @container (width >= 52.5em) {
    .alone .panel > .screen {
      --bar-line: transparent;
      flex: none;
      margin-block: auto;
    }
  }

  footer {
    align-items: center;
    border-top: 1px solid var(--line);
    color: var(--ink-2);
    display: flex;
    flex: none;
    flex-wrap: wrap;
    font-size: 0.8125em;
    gap: 2px 12px;
    min-height: 44px;
    padding: 4px 24px;
  }

  .protected {
    align-items: center;
    display: inline-flex;
    gap: 4px;
  }

  .protected .icon {
    height: 15px;
    width: 15px;
  }

  .expiry {
    font-variant-numeric: tabular-nums;
  }

  .digest {
    margin-inline-start: auto;
  }

  .digest code {
    font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
    font-size: 0.9375em;
  }

  @media (forced-colors: active) {
    .strip {
      border: 1px solid CanvasText;
    }

    .bar {
      border: 1px solid CanvasText;
      height: 8px;
    }

    .bar.done {
      background: Highlight;
      forced-color-adjust: none;
    }
  }
`;
