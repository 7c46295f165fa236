import { textLayerStyles } from './text-layer.styles.ts';

let sheet: CSSStyleSheet | undefined;

/** Gives the shadow root that pages lie in the styles of their words, once. */
export function adoptTextStyles(root: Node): void {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(textLayerStyles);
  }
  if (!(root instanceof ShadowRoot) || root.adoptedStyleSheets.includes(sheet)) return;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
