import { css } from 'lit';

/** On a wide card an oval; on a narrow one the picture fills the step, and what is around the oval is shaded. */
export const cameraStyles = css`
  :host {
    --ring: var(--line-strong);
    --arc: var(--brand);
    --shade: none;
    --cut: ellipse(43.75% 45.24% at 50% 50%);
    --picture-height: min(100cqh, 131cqw);
    --picture-width: auto;
  }

  .stage {
    display: flex;
    flex: 1 1 0;
    flex-direction: column;
    gap: 8px;
    margin-top: -20px;
    min-width: 0;
    text-align: center;
  }

  .caption {
    align-content: center;
    font-size: 1.125em;
    font-weight: 600;
    min-height: 2.8em;
    text-align: center;
    text-wrap: balance;
  }

  .note {
    color: var(--ink-2);
    font-size: 0.875em;
  }

  .view {
    container-type: size;
    display: grid;
    flex: 1 1 0;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    min-height: clamp(7em, 100svh - 19em, 11.5em);
    place-items: center;
  }

  .picture {
    aspect-ratio: var(--picture-shape, 320 / 420);
    height: var(--picture-height);
    position: relative;
    width: var(--picture-width);
  }

  /* Mirrored: a signer who moves to their left sees themselves move left. */
  video {
    clip-path: var(--cut);
    display: block;
    height: 100%;
    object-fit: cover;
    transform: scaleX(-1);
    width: 100%;
  }

  .oval {
    fill: none;
    height: 100%;
    inset: 0;
    overflow: hidden;
    pointer-events: none;
    position: absolute;
    stroke-linecap: round;
    width: 100%;
  }

  .oval .shade {
    fill: var(--shade);
  }

  .oval .ring {
    stroke: var(--ring);
    stroke-width: 4;
  }

  .oval .arc {
    stroke: var(--arc);
    stroke-width: 8;
  }

  /* A round end would show where there is no progress yet. */
  .oval .arc[stroke-dasharray^='0 '] {
    stroke: none;
  }

  :host([running]) .actions .row {
    flex: 1;
    justify-content: space-between;
  }

  .actions .options {
    position: relative;
  }

  .actions .options .choices {
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: var(--radius-control);
    bottom: calc(100% + 8px);
    box-shadow: var(--shadow);
    left: 50%;
    padding: 8px 16px;
    position: absolute;
    transform: translateX(-50%);
    width: max-content;
    max-width: min(20em, 80vw);
  }

  .actions summary {
    list-style: none;
  }

  .actions summary::-webkit-details-marker {
    display: none;
  }

  @container (width < 52.5em) {
    :host {
      --ring: #fff;
      --arc: #4ade80;
      --shade: rgb(14 17 22 / 62%);
      --cut: none;
      --picture-height: 100cqh;
      --picture-width: 100cqw;
      --picture-shape: auto;
    }

    .lines {
      align-items: flex-start;
      gap: 12px;
    }

    .drawing {
      height: 84px;
      width: 72px;
    }

    .stage {
      background: #0e1116;
      color: #fff;
      gap: 0;
      margin: -16px calc(-1 * var(--panel-x, 0px)) -12px;
    }

    .note {
      color: #c9ced6;
      order: -1;
      padding: 4px 12px;
    }

    .stage .caption {
      order: 1;
      padding: 8px 16px;
    }
  }

  /* A phone on its side: what to do is beside the picture. */
  @media (max-height: 30rem) and (orientation: landscape) {
    .stage {
      align-items: center;
      display: grid;
      grid-template: 1fr auto / minmax(0, 3fr) minmax(0, 2fr);
    }

    .stage .view {
      align-self: stretch;
      grid-row: 1 / -1;
      min-height: 6em;
    }

    .stage .caption {
      grid-area: 1 / 2;
    }

    .stage .note {
      grid-area: 2 / 2;
    }
  }

  @media (forced-colors: active) {
    .oval .ring {
      stroke: CanvasText;
    }

    .oval .arc {
      stroke: Highlight;
    }
  }
`;
