import { css } from 'lit';

export const styles = css`
  .camera-view {
    background: var(--surface-2, var(--hover));
    border-radius: 14px;
    overflow: hidden;
    position: relative;
  }

  /* Mirrored: a signer who moves to their left sees themselves move left. */
  video {
    aspect-ratio: 4 / 3;
    display: block;
    max-height: 60vh;
    object-fit: cover;
    transform: scaleX(-1);
    width: 100%;
  }

  @media (orientation: portrait) {
    video {
      aspect-ratio: 3 / 4;
    }
  }

  .oval {
    fill: none;
    height: 100%;
    inset: 0;
    pointer-events: none;
    position: absolute;
    stroke: white;
    stroke-width: 1.2;
    width: 100%;
  }

  .oval .shade {
    stroke: rgb(0 0 0 / 60%);
    stroke-width: 2.4;
  }

  .caption {
    font-size: 1.125em;
    font-weight: 600;
    min-height: 3em;
    text-align: center;
  }

  progress {
    accent-color: var(--brand);
    width: 100%;
  }

  .other {
    border-top: 1px solid var(--line);
    display: grid;
    gap: 8px;
    padding-top: 14px;
  }
`;
