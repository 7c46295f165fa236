import { css } from 'lit';

export const styles = css`
  :host {
    display: block;
    min-width: 0;
  }

  .inline {
    align-items: center;
    color: var(--ink-2);
    display: flex;
    gap: 6px;
  }

  .inline .field {
    width: auto;
  }

  .widths {
    align-items: center;
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }

  .choice {
    cursor: pointer;
    position: relative;
  }

  .choice + .choice {
    margin-inline-start: -7px;
  }

  .choice:first-of-type span {
    border-radius: 6px 0 0 6px;
  }

  .choice:last-of-type span {
    border-radius: 0 6px 6px 0;
  }

  .choice input {
    appearance: none;
    border-radius: 6px;
    cursor: pointer;
    inset: 0;
    margin: 0;
    position: absolute;
  }

  .choice span {
    border: 1px solid var(--line-strong);
    display: block;
    font-weight: 500;
    line-height: 20px;
    padding: 4px 10px;
  }

  .choice input:checked + span {
    background: var(--brand-soft);
    border-color: var(--brand);
    box-shadow: inset 0 0 0 1px var(--brand);
    position: relative;
  }

  .choice input:hover:not(:checked) + span {
    background: var(--hover);
  }

  input[type='range'] {
    accent-color: var(--brand);
    height: 24px;
    width: 96px;
  }

  output {
    color: var(--ink-2);
    font-variant-numeric: tabular-nums;
    min-width: 4.2em;
  }

  .notice {
    margin: 12px 16px;
    overflow-wrap: anywhere;
  }

  .empty {
    padding: 48px 16px;
    text-align: center;
  }

  .sill {
    align-items: flex-start;
    background: var(--backdrop);
    display: flex;
    gap: 16px;
    overflow-x: auto;
    padding: 16px;
    /* Else what a widget hides from the eye alone would widen the page. */
    position: relative;
  }

  .width {
    flex: none;
    margin-inline: auto;
    width: var(--stage-width);
  }

  h3 {
    margin-bottom: 6px;
  }

  /* A phone as wide as the stage: no room to give away. */
  @media (width < 900px) {
    .sill {
      padding: 12px 0;
    }

    .sill:has(h3) {
      padding: 12px;
    }
  }

  @media (forced-colors: active) {
    .choice input:checked + span {
      outline: 3px solid Highlight;
    }
  }
`;
