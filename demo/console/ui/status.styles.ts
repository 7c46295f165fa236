import { css } from 'lit';

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
