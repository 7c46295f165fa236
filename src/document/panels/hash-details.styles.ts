import { css } from 'lit';

export const digestProofStyles = css`
  :host {
    display: block;
    padding: 12px 10px 6px;
  }

  .label {
    margin: 0 0 2px;
  }

  code {
    font-family: ui-monospace, monospace;
    user-select: all;
  }

  .whole {
    display: grid;
    gap: 2px 12px;
    grid-template-columns: repeat(4, max-content);
  }

  .verdict {
    align-items: flex-start;
    color: var(--ink-2);
    display: flex;
    gap: 6px;
    margin-top: 6px;
  }

  .verdict .icon {
    color: var(--good);
  }

  .ways {
    align-items: center;
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
  }

  .outcome {
    color: var(--ink-2);
  }
`;
