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

  .evidence {
    align-items: center;
    border: 1px solid var(--line);
    border-radius: 10px;
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
    padding: 14px 16px;
  }

  .evidence .facts {
    border: 0;
    flex: 1 1 180px;
    padding: 0;
  }

  .code {
    font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
    font-size: 0.8125em;
    overflow-wrap: anywhere;
  }

  .countdown {
    font-size: 0.875em;
    font-variant-numeric: tabular-nums;
    text-align: center;
  }

  .countdown .link {
    background: none;
    border: 0;
    cursor: pointer;
    font: inherit;
    min-height: 24px;
    padding: 0 4px;
    text-decoration: underline;
  }
`;
