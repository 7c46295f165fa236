import { css } from 'lit';

export const styles = css`
  :host {
    container-type: inline-size;
    display: block;
    min-width: 0;
  }

  :host([hidden]) {
    display: none;
  }

  /* Here, not on the host: the page's own rules for the host would win, and be inherited. */
  .frame {
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    box-shadow: var(--shadow);
    box-sizing: border-box;
    color: var(--ink);
    display: grid;
    font: 400 max(1rem, 16px) / 1.5 var(--font);
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: auto minmax(0, 1fr) auto;
    height: var(--sign-height, min(44rem, 100dvh));
    letter-spacing: normal;
    min-height: 30rem;
    overflow: clip;
    text-align: start;
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
    text-transform: none;
    word-spacing: normal;
  }

  header {
    align-items: center;
    border-bottom: 1px solid var(--line);
    display: flex;
    gap: 16px;
    grid-row: 1;
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
    gap: 10px;
    letter-spacing: -0.01em;
    min-width: 0;
    overflow-wrap: anywhere;
  }

  .initial {
    background: var(--brand);
    border-radius: 8px;
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
    gap: 10px;
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

  .bar.now {
    background: linear-gradient(90deg, var(--brand) 50%, var(--line) 50%);
  }

  .narrow-only {
    display: none;
  }

  .body {
    display: grid;
    grid-row: 2;
    grid-template-columns: minmax(0, 1fr) 400px;
    grid-template-rows: minmax(0, 1fr);
    min-height: 0;
  }

  .body.alone {
    grid-template-columns: minmax(0, 30rem);
    justify-content: center;
  }

  .document-slot {
    background: var(--backdrop);
    contain: size;
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    min-height: 0;
    min-width: 0;
  }

  .panel {
    border-inline-start: 1px solid var(--line);
    display: flex;
    flex-direction: column;
    min-width: 0;
    overflow-y: auto;
    padding: 28px 28px 20px;
  }

  .alone .panel {
    border: 0;
  }

  .test-session {
    background: var(--warn-soft);
    border-radius: 6px;
    color: var(--ink);
    font-size: 0.8125em;
    line-height: 1.4;
    margin: 0 0 16px;
    padding: 6px 10px;
  }

  footer {
    align-items: center;
    border-top: 1px solid var(--line);
    color: var(--ink-2);
    display: flex;
    flex-wrap: wrap;
    font-size: 0.8125em;
    gap: 2px 12px;
    grid-row: 3;
    min-height: 44px;
    padding: 6px 24px;
  }

  .protected {
    align-items: center;
    display: inline-flex;
    gap: 6px;
  }

  .protected .icon {
    height: 15px;
    width: 15px;
  }

  .deadline {
    font-variant-numeric: tabular-nums;
  }

  .deadline.soon {
    color: var(--warn);
    font-weight: 600;
  }

  .digest {
    margin-inline-start: auto;
  }

  .digest code {
    font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
    font-size: 0.9375em;
  }

  @container (width < 840px) {
    .frame {
      height: auto;
      min-height: var(--sign-height, 0);
    }

    header {
      min-height: 56px;
      padding: 6px 16px;
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

    .body {
      grid-template-columns: minmax(0, 1fr);
      grid-template-rows: minmax(clamp(16rem, 40dvh, 36rem), 1fr) auto;
    }

    .body.alone {
      grid-template-columns: minmax(0, 30rem);
      grid-template-rows: minmax(24rem, 1fr);
    }

    .panel {
      border: 0;
      border-top: 1px solid var(--line);
      box-shadow: 0 -8px 24px #0b12200d;
      overflow: visible;
      padding: 16px 16px 14px;
      position: relative;
    }

    .alone .panel {
      border: 0;
      box-shadow: none;
      padding: 28px 20px 20px;
    }

    .digest {
      margin-inline-start: 0;
    }

    footer {
      min-height: 38px;
      padding: 6px 16px;
    }
  }

  @media (max-height: 30rem) {
    .frame {
      height: auto;
    }

    .document-slot {
      min-height: 20rem;
    }
  }

  @media (forced-colors: active) {
    .bar {
      border: 1px solid CanvasText;
      height: 8px;
    }

    .bar.done,
    .bar.now {
      background: Highlight;
      forced-color-adjust: none;
    }
  }
`;
