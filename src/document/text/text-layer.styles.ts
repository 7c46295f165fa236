/**
 * The part of pdf.js's style sheet (web/pdf_viewer.css) that its text layer needs. pdf.js sets the custom properties on
 * the layer and its spans. A plain string, because this chunk must not import Lit: Lit would become a separate file
 * that the first screen would have to wait for.
 */
const textLayerStyles = `
  .text-layer {
    --min-font-size: 1;
    --text-scale-factor: calc(var(--total-scale-factor) * var(--min-font-size));
    --min-font-size-inv: calc(1 / var(--min-font-size));
    -webkit-text-size-adjust: none;
    color-scheme: only light;
    forced-color-adjust: none;
    left: 0;
    letter-spacing: normal;
    line-height: 1;
    overflow: clip;
    position: absolute;
    text-align: initial;
    text-size-adjust: none;
    top: 0;
    transform-origin: 0 0;
    word-spacing: normal;
  }

  .text-layer[data-main-rotation='90'] {
    transform: rotate(90deg) translateY(-100%);
  }

  .text-layer[data-main-rotation='180'] {
    transform: rotate(180deg) translate(-100%, -100%);
  }

  .text-layer[data-main-rotation='270'] {
    transform: rotate(270deg) translateX(-100%);
  }

  .text-layer .markedContent {
    display: contents;
  }

  .text-layer span:not(.markedContent),
  .text-layer br {
    -webkit-user-select: text;
    color: transparent;
    cursor: text;
    position: absolute;
    transform-origin: 0% 0%;
    user-select: text;
    white-space: pre;
  }

  .text-layer span:not(.markedContent) {
    --font-height: 0;
    --rotate: 0deg;
    --scale-x: 1;
    font-size: calc(var(--text-scale-factor) * var(--font-height));
    transform: rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv));
  }

  .text-layer ::selection {
    background: color-mix(in srgb, var(--brand, #1f5eff), transparent 65%);
    color: transparent;
  }

  .text-layer br::selection {
    background: transparent;
  }

  .marks {
    inset: 0;
    mix-blend-mode: multiply;
    pointer-events: none;
    position: absolute;
  }

  .mark {
    background: #ffe58f;
    border-radius: 2px;
    position: absolute;
  }

  .mark.current {
    background: #ffb454;
    outline: 2px solid #b45309;
  }

  .link {
    -webkit-appearance: none;
    appearance: none;
    background: none;
    border: 0;
    border-radius: 2px;
    cursor: pointer;
    margin: 0;
    min-height: 0;
    padding: 0;
    position: absolute;
  }

  .link:hover {
    background: color-mix(in srgb, var(--brand, #1f5eff), transparent 85%);
  }

  .link:focus-visible {
    outline: 2px solid var(--brand, #1f5eff);
    outline-offset: 2px;
  }
`;

let sheet: CSSStyleSheet | undefined;

/** Adds the text layer's styles to the pages' shadow root, once. */
export function adoptTextStyles(root: Node): void {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(textLayerStyles);
  }
  if (!(root instanceof ShadowRoot) || root.adoptedStyleSheets.includes(sheet)) return;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
