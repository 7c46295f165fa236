import { css } from 'lit';

/** The list of a document's signers. */
export const styles = css`
  .signers {
    border: 1px solid var(--line);
    border-radius: 10px;
    list-style: none;
    margin: 0;
    padding: 4px 14px;
  }

  .signers li {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 12px;
    justify-content: space-between;
    padding: 8px 0;
  }

  .signers li + li {
    border-top: 1px solid var(--line);
  }

  .signers .name {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
`;
