import { css } from 'lit';

export const styles = css`
  /* The picture and the buttons under it are visible together, beside the document and on a phone. */
  :host {
    --tallest: clamp(12rem, 100svh - 33rem, 22rem);
  }

  @container (width < 840px) {
    :host {
      --tallest: 55svh;
    }
  }

  .camera-view {
    display: grid;
    flex: none;
    gap: 8px;
    grid-template-columns: minmax(0, 1fr);
    justify-items: center;
  }

  .picture,
  .ways > * {
    scroll-margin: 8px;
  }

  /* The size of the picture, so that overlays stay inside it. */
  .picture {
    background: var(--surface-2, var(--hover));
    border-radius: 14px;
    max-width: 100%;
    position: relative;
  }

  video,
  canvas {
    border-radius: inherit;
    display: block;
    max-height: var(--tallest);
    max-width: 100%;
    object-fit: contain;
  }

  /* The aspect ratio of most cameras, so that nothing moves when the picture appears. */
  .picture.opening,
  .opening video {
    width: 100%;
  }

  .opening video {
    aspect-ratio: auto 16 / 9;
  }

  @media (orientation: portrait) and (pointer: coarse) {
    .opening video {
      aspect-ratio: auto 9 / 16;
    }
  }

  .frame {
    border: 2px solid white;
    border-radius: 12px;
    box-shadow: 0 0 0 2px rgb(0 0 0 / 60%);
    inset: 10%;
    pointer-events: none;
    position: absolute;
  }

  .caption {
    font-weight: 600;
    min-height: 1.5em;
    text-align: center;
  }

  .ways {
    display: grid;
    gap: 10px;
  }

  /* The input gets focus and clicks; its label is visible. */
  .file {
    position: relative;
  }

  .file input {
    cursor: pointer;
    inset: 0;
    opacity: 0;
    position: absolute;
    width: 100%;
  }

  .file:focus-within {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
  }
`;
