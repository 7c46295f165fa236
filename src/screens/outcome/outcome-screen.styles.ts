import { css } from 'lit';

export const styles = css`
  .seal {
    align-items: center;
    border-radius: 50%;
    display: flex;
    height: 64px;
    justify-content: center;
    width: 64px;
  }

  @container (width < 52.5em) {
    .seal {
      height: 48px;
      width: 48px;
    }
  }

  .seal .icon {
    height: 30px;
    stroke-width: 2;
    width: 30px;
  }

  .seal.good {
    background: var(--good-soft);
    color: var(--good);
  }

  .seal.plain {
    background: var(--hover);
    color: var(--ink-2);
  }

  .seal.bad {
    background: var(--bad-soft);
    color: var(--bad);
  }

  .title {
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  .actions {
    gap: 8px;
  }

  .actions .button + .button {
    margin: 0;
  }

  .actions ::slotted(p) {
    font-size: 0.875em;
    font-variant-numeric: tabular-nums;
    text-align: center;
  }

  @media (max-height: 30rem) {
    .seal {
      display: none;
    }

    @container (width < 52.5em) {
      .actions ::slotted(.button) {
        flex: 1 1 8em;
        padding-inline: 12px;
        width: auto;
      }

      .actions ::slotted(:not(.button)) {
        flex: 1 1 100%;
      }
    }
  }
`;
