import type { Appearance } from './appearance.ts';
import { type Scheme, palette } from './palette.ts';

/**
 * The style sheet that gives one element its tokens: colours for both schemes, radii, font. The `color-scheme`
 * attribute selects the scheme; when it is `auto` or absent, the device does.
 */
export function tokenSheet(appearance: Appearance): string {
  return `
:host { ${shape(appearance)} }
:host { ${colors(appearance, 'light')} }
@media (prefers-color-scheme: dark) { :host(:not([color-scheme='light'])) { ${colors(appearance, 'dark')} } }
:host([color-scheme='dark']) { ${colors(appearance, 'dark')} }`;
}

function colors(appearance: Appearance, scheme: Scheme): string {
  const shadow =
    scheme === 'light' ? '0 1px 2px #0b12200f, 0 8px 24px #0b122014' : '0 1px 2px #0006, 0 8px 24px #0006';
  const tokens = Object.entries(palette(appearance, scheme)).map(([name, color]) => `--${name}: ${color};`);
  return `color-scheme: ${scheme}; --shadow: ${shadow}; ${tokens.join(' ')}`;
}

const FONTS = 'Inter, system-ui, "Segoe UI", Roboto, sans-serif';

function shape({ borderRadius, fontFamily }: Appearance): string {
  const radius = readRadius(borderRadius) ?? 8;
  const fonts = fontFamily !== undefined && isFontList(fontFamily) ? `${fontFamily}, ${FONTS}` : FONTS;
  return `--radius-control: ${radius}px; --radius: ${Math.round(radius * 1.5)}px; --font: ${fonts};`;
}

/** px from 0 to 32; a larger radius would cut off text. */
function readRadius(radius: string | number | undefined): number | undefined {
  const px =
    typeof radius === 'number'
      ? radius
      : Number(/^(\d+(?:\.\d+)?)(?:px)?$/.exec(radius?.trim() ?? '')?.[1] ?? NaN);
  return Number.isFinite(px) ? Math.min(32, Math.max(0, px)) : undefined;
}

const FONT_NAME = /^\s*(?:[\w -]+|"[\w -]+"|'[\w -]+')\s*$/;

/** Names, quotes and commas only: a value that ends the declaration could set other properties. */
function isFontList(fonts: string): boolean {
  return fonts.length <= 200 && fonts.split(',').every(name => FONT_NAME.test(name));
}

/** One element's own style sheet of tokens. */
export class AdoptedTokens {
  #sheet: CSSStyleSheet | undefined;
  #text = '';

  /** Adds the sheet to a shadow root. */
  adopt(root: Node): void {
    // Without constructed sheets the unsupported-browser screen is shown, which must work without them.
    if (!(root instanceof ShadowRoot) || !('adoptedStyleSheets' in root)) return;
    this.#sheet = new CSSStyleSheet();
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.#sheet];
  }

  /** Applies an appearance, if it has changed. */
  applyTheme(appearance: Appearance): void {
    const text = tokenSheet(appearance);
    if (text !== this.#text) this.#sheet?.replaceSync(text);
    this.#text = text;
  }
}
