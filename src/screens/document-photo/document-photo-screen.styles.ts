import { css } from 'lit';

export const styles = css`
  /* The picture takes the height that heading and bar leave, so that nothing has to be scrolled. */
  .camera-view {
    display: flex;
    flex: 1 1 0;
    flex-direction: column;
    gap: 8px;
  }

  .view {
    container-type: size;
    display: grid;
    flex: 1 1 0;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    min-height: 8em;
    place-items: center;
  }

  .picture,
  .ways > * {
    scroll-margin: 8px;
  }

  /* The size of the picture, so that overlays stay inside it. */
  .picture {
    background: var(--surface-2, var(--hover));
    border-radius: var(--radius);
    max-width: 100%;
    position: relative;
  }

  video,
  canvas {
    border-radius: inherit;
    display: block;
    max-height: 100cqh;
    max-width: 100%;
    object-fit: contain;
  }

  /* Until the picture appears it has no size of its own. */
  .picture.opening,
  .opening video {
    height: 100%;
    width: 100%;
  }

  .frame {
    border: 2px solid white;
    border-radius: var(--radius);
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
    gap: 8px;
  }

  .row {
    align-items: center;
    display: flex;
    gap: 0 8px;
    justify-content: space-evenly;
    margin-top: 4px;
  }

  .row .button {
    font-size: 0.875em;
    padding-inline: 8px;
    width: auto;
  }

  /* Two lines of a caption, and two buttons in a line: the photo is as large as the camera's picture was. */
  @container (width < 52.5em) {
    .caption {
      min-height: 3em;
    }

    .row .button {
      padding: 4px;
    }
  }

  /* Beside the main action where there is little height. */
  @media (max-height: 30rem) {
    .view {
      min-height: 5em;
    }

    .caption {
      min-height: 1.5em;
    }

    .actions > .ways {
      flex: 1 1 8em;
      grid-auto-flow: column;
    }

    .actions > .row {
      flex: 0 1 auto;
      margin-top: 0;
    }
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
