import { css } from 'lit';
import { symbolStyles } from './symbols.ts';

/** The console's buttons, fields and panes: the widget's tokens at a tool's density. */
export const controls = css`
  ${symbolStyles}

  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  [hidden] {
    display: none !important;
  }

  h1,
  h2,
  h3,
  p,
  dl,
  dd,
  ul,
  ol,
  fieldset {
    border: 0;
    margin: 0;
    min-width: 0;
    padding: 0;
  }

  h2 {
    font-size: 14px;
    font-weight: 650;
    letter-spacing: -0.005em;
  }

  h3 {
    font-size: 13px;
    font-weight: 650;
  }

  a {
    border-radius: 4px;
    color: var(--brand-text);
  }

  code,
  pre {
    font-family: var(--mono);
    font-size: 12px;
    font-variant-ligatures: none;
  }

  .button {
    align-items: center;
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: 8px;
    color: var(--ink);
    cursor: pointer;
    display: inline-flex;
    font: inherit;
    font-weight: 500;
    gap: 6px;
    justify-content: center;
    margin: 0;
    min-height: 32px;
    padding: 4px 11px;
    text-decoration: none;
    white-space: nowrap;
  }

  .button:hover {
    background: var(--hover);
  }

  .button.primary {
    background: var(--brand);
    border-color: transparent;
    color: var(--on-brand);
    font-weight: 600;
  }

  .button.primary:hover {
    background: var(--brand-hover);
  }

  .button.quiet {
    border-color: transparent;
    color: var(--ink-2);
    padding-inline: 8px;
  }

  .button.small {
    font-size: 12px;
    min-height: 26px;
    padding: 1px 8px;
  }

  .button[aria-pressed='true'],
  .button[aria-expanded='true'] {
    background: var(--brand-soft);
    color: var(--brand-text);
  }

  .button.danger {
    color: var(--bad);
  }

  .button[aria-disabled='true'] {
    cursor: default;
    opacity: 0.6;
  }

  .field {
    background: var(--surface);
    border: 1px solid var(--line-strong);
    border-radius: 8px;
    color: var(--ink);
    display: block;
    font: inherit;
    margin: 0;
    min-height: 32px;
    min-width: 0;
    padding: 4px 9px;
    width: 100%;
  }

  select.field {
    appearance: none;
    background-image:
      linear-gradient(45deg, transparent 50%, var(--ink-2) 50%),
      linear-gradient(-45deg, transparent 50%, var(--ink-2) 50%);
    background-position:
      right 13px center,
      right 8px center;
    background-repeat: no-repeat;
    background-size: 5px 5px;
    cursor: pointer;
    padding-inline-end: 24px;
    text-overflow: ellipsis;
  }

  @media (forced-colors: active) {
    select.field {
      appearance: auto;
    }
  }

  .select-label {
    align-items: center;
    color: var(--ink-2);
    display: flex;
    gap: 8px;
    justify-content: space-between;
  }

  input[type='color'].field {
    cursor: pointer;
    padding: 2px;
  }

  input[type='file'].field {
    padding: 3px;
  }

  .field[aria-invalid='true'] {
    border-color: var(--bad);
    outline: 1px solid var(--bad);
  }

  ::placeholder {
    color: var(--ink-2);
    opacity: 1;
  }

  :focus-visible {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }

  .label {
    color: var(--ink-2);
    display: block;
    font-size: 12px;
    margin-bottom: 2px;
  }

  .error-text {
    color: var(--bad);
    font-size: 12px;
    font-weight: 500;
  }

  .notice {
    border-radius: 8px;
    padding: 8px 12px;
  }

  .notice.bad {
    background: var(--bad-soft);
  }

  .notice.plain {
    background: var(--backdrop);
  }

  .head {
    align-items: center;
    border-bottom: 1px solid var(--line);
    display: flex;
    flex-wrap: wrap;
    gap: 6px 12px;
    justify-content: space-between;
    min-height: 44px;
    padding: 6px 12px;
  }

  .tools {
    align-items: center;
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }

  .empty {
    color: var(--ink-2);
    padding: 12px;
  }

  .visually-hidden {
    clip-path: inset(50%);
    height: 1px;
    overflow: hidden;
    position: absolute;
    white-space: nowrap;
    width: 1px;
  }

  @media (pointer: coarse) {
    /* Important: a finger needs the size whatever a part of the console sets for a mouse. */
    .button,
    .field,
    summary,
    [role='tab'] {
      min-height: 44px !important;
      min-width: 44px;
    }

    summary {
      align-content: center;
    }
  }
`;

/** The layout of a panel's content. */
export const paneStyles = css`
  :host {
    align-content: start;
    display: grid;
    gap: 10px;
    grid-template-columns: minmax(0, 1fr);
    padding: 10px 12px;
  }
`;

/** A state in its colour: `<span class="status COMPLETED">`. */
export const statusStyles = css`
  .status {
    background: var(--brand-soft);
    border-radius: 99px;
    font-size: 12px;
    font-weight: 600;
    padding: 1px 9px;
    white-space: nowrap;
  }

  .status.COMPLETED,
  .status.DELIVERED {
    background: var(--good-soft);
    color: var(--good);
  }

  .status.CANCELLED,
  .status.EXPIRED,
  .status.FAILED,
  .status.DISABLED,
  .status.EXHAUSTED {
    background: var(--bad-soft);
    color: var(--bad);
  }
`;
