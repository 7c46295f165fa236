import type { Appearance } from './appearance.ts';
import { tokenSheet } from './tokens.ts';

/** One element's own style sheet of tokens. */
export class AdoptedTokens {
  #sheet: CSSStyleSheet | undefined;
  #text = '';

  /** Adds the sheet to a shadow root. */
  adopt(root: Node): void {
    // A browser without constructed sheets is told so on a screen, which has to come up there too.
    if (!(root instanceof ShadowRoot) || !('adoptedStyleSheets' in root)) return;
    this.#sheet = new CSSStyleSheet();
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.#sheet];
  }

  /** Puts an appearance on, when it has changed. */
  dress(appearance: Appearance): void {
    const text = tokenSheet(appearance);
    if (text !== this.#text) this.#sheet?.replaceSync(text);
    this.#text = text;
  }
}
