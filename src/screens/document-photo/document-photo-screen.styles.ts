import { css } from 'lit';

export const styles = css`
  .stage {
    background: var(--surface-2, var(--hover));
    border-radius: 14px;
    overflow: hidden;
    position: relative;
  }

  video,
  .stage canvas {
    display: block;
    max-height: 60vh;
    object-fit: contain;
    width: 100%;
  }

  video {
    aspect-ratio: 4 / 3;
  }

  .frame {
    border: 2px solid white;
    border-radius: 12px;
    box-shadow: 0 0 0 2px rgb(0 0 0 / 60%);
    inset: 10%;
    pointer-events: none;
    position: absolute;
  }

  .kind {
    display: grid;
    font-weight: 600;
    gap: 6px;
  }

  select {
    background: var(--surface);
    border: 1px solid var(--line-strong);
    border-radius: 8px;
    color: inherit;
    font: inherit;
    font-weight: 400;
    min-height: 44px;
    padding: 0 10px;
    width: 100%;
  }

  select:focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
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

  /* The input is what is focused and pressed; its label is what is seen. */
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
