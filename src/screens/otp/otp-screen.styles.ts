import { css } from 'lit';

export const styles = css`
  .destination {
    color: var(--ink);
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  .code {
    cursor: text;
    font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
    font-size: 1.5em;
    letter-spacing: 0.3em;
    max-width: 16em;
    padding: 8px 12px;
  }

  .code:focus-within {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
  }

  /*
   * The field is in the page's own tree, where the page's styles apply to it. For important declarations the inner tree
   * wins (CSS Cascading, level 5, 6.1), whatever the page's selectors, layers or style attributes are. The field
   * inherits its appearance from the surrounding element.
   */
  ::slotted(input) {
    all: unset !important;
    box-sizing: border-box !important;
    color: inherit !important;
    direction: ltr !important;
    display: block !important;
    font: inherit !important;
    letter-spacing: inherit !important;
    line-height: 1.25 !important;
    min-height: 30px !important;
    width: 100% !important;
  }

  .resend {
    align-items: center;
    display: flex;
    flex-wrap: wrap;
    font-size: 0.875em;
    gap: 4px 12px;
  }

  .resend .wait {
    color: var(--ink-2);
    font-variant-numeric: tabular-nums;
    line-height: 36px;
  }

  .notice.plain {
    background: var(--hover);
  }

  /* The field names itself to screen readers, and the heading to all. */
  @media (max-height: 30rem) {
    .label {
      display: none;
    }

    .notice.plain {
      padding: 4px 12px;
    }
  }
`;
