import { css } from 'lit';

/**
 * Buttons, icon buttons, fields, notices and text, for every shadow root of the widget. All colours and sizes come
 * from the custom properties of `appearance/tokens.ts`.
 */
export const controls = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  [hidden] {
    display: none !important;
  }

  h2,
  h3,
  p,
  dl,
  dd {
    margin: 0;
  }

  h2 {
    font-size: clamp(1.0625em, 5.5cqi, 1.375em);
    font-weight: 650;
    letter-spacing: -0.015em;
    line-height: 1.25;
    overflow-wrap: anywhere;
    text-wrap: balance;
  }

  h3 {
    font-size: 1em;
    font-weight: 650;
  }

  h2:focus {
    outline: none;
  }

  .secondary-text {
    color: var(--ink-2);
  }

  .icon {
    fill: none;
    flex: none;
    height: 20px;
    stroke: currentcolor;
    stroke-linecap: round;
    stroke-linejoin: round;
    stroke-width: 1.75;
    width: 20px;
  }

  .button {
    align-items: center;
    background: none;
    border: 1px solid transparent;
    border-radius: var(--radius-control);
    color: inherit;
    cursor: pointer;
    display: flex;
    font: inherit;
    font-weight: 600;
    gap: 8px;
    justify-content: center;
    line-height: 1.25;
    margin: 0;
    min-height: 48px;
    padding: 8px 20px;
    text-align: center;
    text-decoration: none;
    width: 100%;
  }

  .button.primary {
    background: var(--brand);
    color: var(--on-brand);
  }

  .button.primary:hover {
    background: var(--brand-hover);
  }

  .button.primary.waiting {
    background: var(--hover);
    color: var(--brand-text);
    cursor: progress;
  }

  .button.secondary {
    border-color: var(--line-strong);
    color: var(--ink);
  }

  .button.quiet {
    color: var(--ink-2);
    font-weight: 500;
    min-height: 44px;
  }

  .button.secondary:hover,
  .button.quiet:hover {
    background: var(--hover);
    color: var(--ink);
  }

  .button[aria-disabled='true'] {
    cursor: progress;
    opacity: 0.75;
  }

  .icon-button {
    align-items: center;
    background: none;
    border: 0;
    border-radius: var(--radius-control);
    color: var(--ink-2);
    cursor: pointer;
    display: inline-flex;
    flex: none;
    height: 40px;
    justify-content: center;
    margin: 0;
    padding: 0;
    text-decoration: none;
    width: 40px;
  }

  .icon-button:hover:not([aria-disabled='true']) {
    background: var(--hover);
    color: var(--ink);
  }

  .icon-button[aria-disabled='true'] {
    cursor: default;
    opacity: 0.45;
  }

  @media (pointer: coarse) {
    .icon-button {
      height: 44px;
      width: 44px;
    }
  }

  .button:active:not([aria-disabled='true']),
  .icon-button:active:not([aria-disabled='true']),
  .link:active {
    filter: brightness(0.9);
  }

  :focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
  }

  .link {
    border-radius: 4px;
    color: var(--brand-text);
  }

  button.link {
    background: none;
    border: 0;
    cursor: pointer;
    font: inherit;
    min-height: 36px;
    padding: 0;
    text-decoration: underline;
  }

  .label {
    display: block;
    font-size: 0.875em;
    font-weight: 550;
    margin-bottom: 4px;
  }

  .field {
    background: var(--surface);
    border: 1px solid var(--line-strong);
    border-radius: var(--radius-control);
    color: var(--ink);
    display: block;
    font: inherit;
    margin: 0;
    min-height: 48px;
    padding: 11px 12px;
    width: 100%;
  }

  .field:is(.invalid, [aria-invalid='true']) {
    border-color: var(--bad);
  }

  .field ~ .error-text:not(:empty) {
    margin-top: 4px;
  }

  /* A checkbox or radio button with its label. */
  .option {
    align-items: flex-start;
    cursor: pointer;
    display: flex;
    font-size: 0.9375em;
    gap: 12px;
    overflow-wrap: anywhere;
    padding: 4px 0;
  }

  .option input {
    accent-color: var(--brand);
    flex: none;
    height: 24px;
    margin: 0;
    width: 24px;
  }

  @media (pointer: coarse) {
    .option {
      padding-block: 10px;
    }
  }

  .notice {
    align-items: flex-start;
    border-radius: var(--radius-control);
    color: var(--ink);
    display: flex;
    font-size: 0.875em;
    gap: 8px;
    padding: 12px;
  }

  .notice.warn {
    background: var(--warn-soft);
  }

  .notice.bad {
    background: var(--bad-soft);
  }

  .notice.warn .icon {
    color: var(--warn);
  }

  .notice.bad .icon {
    color: var(--bad);
  }

  .error-text {
    color: var(--bad);
    font-size: 0.875em;
    font-weight: 500;
  }

  /* So that it doesn't read as a hint where colours are the reader's own. */
  .error-text:not(:empty)::before {
    border: 1.5px solid;
    border-radius: 50%;
    content: '!' / '';
    display: inline-block;
    font-size: 0.875em;
    font-weight: 600;
    line-height: 1.25;
    margin-inline-end: 8px;
    text-align: center;
    width: 1.5em;
  }

  .spinner {
    animation: turn 0.9s linear infinite;
    border: 2.5px solid currentcolor;
    border-radius: 50%;
    border-right-color: transparent;
    flex: none;
    height: 18px;
    width: 18px;
  }

  .visually-hidden {
    clip-path: inset(50%);
    height: 1px;
    overflow: hidden;
    position: absolute;
    white-space: nowrap;
    width: 1px;
  }

  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }

  /* An open ring that stands still reads as a letter. */
  @media (prefers-reduced-motion: reduce) {
    .spinner {
      animation: none;
      border: 3px dotted;
    }
  }

  @media (forced-colors: active) {
    .button,
    .notice,
    .field {
      border: 1px solid ButtonBorder;
    }

    .button.primary {
      border-width: 2px;
    }
  }
`;
