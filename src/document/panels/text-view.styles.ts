import { css } from 'lit';

export const textViewStyles = css`
  :host {
    background: var(--surface);
    color: var(--ink);
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
  }

  .head {
    align-items: center;
    border-bottom: 1px solid var(--line);
    display: flex;
    font-size: 0.875em;
    gap: 12px;
    justify-content: space-between;
    padding: 0 8px 0 24px;
  }

  .head .button {
    padding: 4px 12px;
    width: auto;
  }

  .scroller {
    line-height: 1.6;
    /* The element keeps the position itself. */
    overflow: hidden auto;
    overflow-anchor: none;
    position: relative;
    scrollbar-color: var(--line-strong) transparent;
    scrollbar-width: thin;
  }

  .scroller:focus-visible {
    outline-offset: -3px;
  }

  section {
    margin: auto;
    max-width: 72ch;
    overflow-wrap: anywhere;
    padding: 16px 24px;
  }

  /* About the height of a page of text, so that only near pages are loaded. */
  .unread {
    min-height: 40em;
  }

  section > h3 {
    border-bottom: 1px solid var(--line);
    color: var(--ink-2);
    font-size: 0.8125em;
    font-weight: 550;
    margin-bottom: 12px;
    padding-bottom: 4px;
  }

  h4,
  h5,
  h6 {
    font-weight: 650;
    line-height: 1.3;
    margin: 20px 0 8px;
  }

  h4 {
    font-size: 1.25em;
  }

  h5 {
    font-size: 1.125em;
  }

  h6 {
    font-size: 1em;
  }

  section p {
    margin: 0 0 12px;
  }

  ul {
    list-style: none;
    margin: 0 0 12px;
    padding: 0 0 0 16px;
  }

  li {
    margin-bottom: 4px;
  }

  .table {
    margin: 0 0 12px;
    overflow-x: auto;
  }

  table {
    border-collapse: collapse;
  }

  td {
    border: 1px solid var(--line);
    padding: 4px 8px;
    vertical-align: top;
  }

  .picture,
  .aside {
    color: var(--ink-2);
    font-style: italic;
  }

  @container (width < 35em) {
    .head {
      padding: 0 4px 0 12px;
    }

    section {
      padding: 12px;
    }
  }
`;
