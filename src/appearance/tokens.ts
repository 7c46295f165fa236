/** The widget's colours and sizes as custom properties, from the appearance that the integrator sets. */
import type { Appearance } from './appearance.ts';
import { BLACK, contrast, luminance, mix, parseHex, type Rgb, toHex, WHITE, withContrast } from './color.ts';

export type Scheme = 'light' | 'dark';

/** Ratios of WCAG 2.2: 1.4.3 for text, 1.4.11 for controls. */
const TEXT = 4.5;
const CONTROL = 3;

interface Ground {
  readonly surface: Rgb;
  readonly backdrop: Rgb;
  readonly ink: Rgb;
  readonly ink2: Rgb;
  readonly line: Rgb;
  readonly lineStrong: Rgb;
  readonly brand: Rgb;
  readonly good: Rgb;
  readonly bad: Rgb;
  readonly warn: Rgb;
}

const hex = (text: string): Rgb => parseHex(text) ?? BLACK;

const NEAR_BLACK = hex('#0a1020');

const GROUNDS: Readonly<Record<Scheme, Ground>> = {
  light: {
    surface: WHITE,
    backdrop: hex('#eef0f3'),
    ink: hex('#14171c'),
    ink2: hex('#545b66'),
    line: hex('#dfe3e8'),
    lineStrong: hex('#8a929e'),
    brand: hex('#1f5eff'),
    good: hex('#0f7b4f'),
    bad: hex('#b3261e'),
    warn: hex('#7a5200'),
  },
  dark: {
    surface: hex('#15181d'),
    backdrop: hex('#0d0f13'),
    ink: hex('#eceff4'),
    ink2: hex('#a5adb9'),
    line: hex('#2a2f38'),
    lineStrong: hex('#7c8592'),
    brand: hex('#7ea2ff'),
    good: hex('#58c896'),
    bad: hex('#ff8f87'),
    warn: hex('#f0c368'),
  },
};

/** The colour tokens as `#rrggbb`, by the name of their custom property without the dashes. */
type Palette = Readonly<Record<string, string>>;

/**
 * Turns an appearance into the colours of one scheme. Whatever colours are given, text keeps a contrast of 4.5:1 on
 * every background, and controls keep 3:1.
 */
export function palette(appearance: Appearance, scheme: Scheme): Palette {
  const ground = GROUNDS[scheme];
  const surface = givenSurface(appearance, scheme) ?? ground.surface;
  const backdrop = surface === ground.surface ? ground.backdrop : mix(ground.ink, surface, 0.06);
  const hover = mix(ground.ink, surface, 0.06);
  const good = notice(ground.good, surface);
  const bad = notice(ground.bad, surface);
  const warn = notice(ground.warn, surface);
  const grounds = [surface, backdrop, hover];
  const ink = withContrast(
    parseHex(appearance.textColor) ?? ground.ink,
    [...grounds, bad.soft, warn.soft],
    TEXT,
  );
  // Visible against the card, as a control must be; the text on it is chosen afterwards.
  const brand = withContrast(parseHex(appearance.brandColor) ?? ground.brand, [surface, backdrop], CONTROL);
  const onBrand = textOn(brand, parseHex(appearance.buttonTextColor));
  const brandSoft = mix(brand, surface, 0.09);
  return written({
    surface,
    backdrop,
    hover,
    ink,
    'ink-2': withContrast(ground.ink2, [...grounds, bad.soft, warn.soft], TEXT),
    line: surface === ground.surface ? ground.line : mix(ink, surface, 0.15),
    'line-strong': withContrast(ground.lineStrong, [surface, backdrop], CONTROL),
    brand,
    'brand-hover': hovered(brand, onBrand, [surface, backdrop]),
    'brand-text': withContrast(brand, [...grounds, brandSoft], TEXT),
    'brand-soft': brandSoft,
    'on-brand': onBrand,
    focus: withContrast(brand, [surface, backdrop], CONTROL),
    good: good.tone,
    'good-soft': good.soft,
    bad: bad.tone,
    'bad-soft': bad.soft,
    warn: warn.tone,
    'warn-soft': warn.soft,
  });
}

/** A given card colour that fits the scheme. */
function givenSurface({ backgroundColor }: Appearance, scheme: Scheme): Rgb | undefined {
  const given = parseHex(backgroundColor);
  if (given === undefined) return undefined;
  const light = luminance(given) > 0.18;
  if (light !== (scheme === 'light')) return undefined;
  // A medium tone is moved away from its text until the tints on it have enough contrast too.
  return withContrast(given, [light ? BLACK : WHITE], 11);
}

/** Text on the brand's colour: the given one if it can be read, else white, near-black or black. */
function textOn(brand: Rgb, given: Rgb | undefined): Rgb {
  const candidates = [...(given === undefined ? [] : [given]), WHITE, NEAR_BLACK];
  // One of black and white always has 4.58:1, the square root of 21.
  return candidates.find(color => contrast(color, brand) >= TEXT) ?? BLACK;
}

/** The brand's colour, moved away from its text, unless it would lose its contrast with the card. */
function hovered(brand: Rgb, text: Rgb, grounds: readonly Rgb[]): Rgb {
  const away = luminance(text) > luminance(brand) ? BLACK : WHITE;
  const moved = mix(away, brand, 0.12);
  return grounds.every(ground => contrast(moved, ground) >= CONTROL) ? moved : brand;
}

interface Notice {
  readonly tone: Rgb;
  readonly soft: Rgb;
}

/** The colour of a notice's icon and text, and its background. */
function notice(color: Rgb, surface: Rgb): Notice {
  const soft = mix(color, surface, 0.1);
  return { tone: withContrast(color, [surface, soft], TEXT), soft };
}

function written(values: Record<string, Rgb>): Palette {
  return Object.fromEntries(Object.entries(values).map(([name, color]) => [name, toHex(color)]));
}

/**
 * The style sheet that gives one element its tokens: colours for both schemes, radii, font. The `color-scheme`
 * attribute selects the scheme; when it is `auto` or absent, the device does.
 */
export function tokenSheet(appearance: Appearance): string {
  const dark = colors(appearance, 'dark');
  return `
:host { ${shape(appearance)} }
:host { ${colors(appearance, 'light')} }
@media (prefers-color-scheme: dark) { :host(:not([color-scheme='light'])) { ${dark} } }
:host([color-scheme='dark']) { ${dark} }`;
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
  const fonts = [fontList(fontFamily), FONTS].filter(Boolean).join(', ');
  return `--radius-control: ${radius}px; --radius: ${Math.round(radius * 1.5)}px; --font: ${fonts};`;
}

/** px from 0 to 32; a larger radius would cut off text. A `rem` counts as 16 px. */
export function readRadius(radius: string | number | undefined): number | undefined {
  const [, number, unit] = /^([\d.]+)(px|rem)?$/.exec(String(radius).trim()) ?? [];
  const px = Number(number) * (unit === 'rem' ? 16 : 1);
  return px >= 0 ? Math.min(32, px) : undefined;
}

/** Letters, digits and hyphens, perhaps in quotes: a value that ends the declaration could set other properties. */
const FONT_NAME = /^(["']?)-?\w[\w -]*\1$/;

/**
 * What stays without quotes: one word, since it may be a keyword such as `sans-serif`, and what has quotes. Not what
 * `inherit` and its like begin with. CSS takes any name in quotes, but `Source Sans 3` only so.
 */
const BARE_NAME = /^(?!in|unset|revert|default)[a-z-]+$|["']/i;

/** A font family list as CSS takes it, of at most 200 characters; undefined if it is none. */
export function fontList(fonts = ''): string | undefined {
  const names = fonts.split(',').map(name => name.trim());
  const list = names.map(name => (BARE_NAME.test(name) ? name : `"${name}"`)).join(', ');
  return names.every(name => FONT_NAME.test(name)) && list.length <= 200 ? list : undefined;
}

/** One element's own style sheet of tokens. */
export class AdoptedTokens {
  #sheet: CSSStyleSheet | undefined;
  #applied = '';

  /** Adds the sheet to a shadow root. */
  adopt(root: Node): void {
    // Without constructed sheets the unsupported-browser screen is shown, which must work without them.
    if (!(root instanceof ShadowRoot) || !('adoptedStyleSheets' in root)) return;
    this.#sheet = new CSSStyleSheet();
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.#sheet];
  }

  /** Applies an appearance, if it has changed. */
  applyTheme(appearance: Appearance): void {
    // Called at each update, and colours take a millisecond or more.
    const given = JSON.stringify(appearance);
    if (given !== this.#applied) this.#sheet?.replaceSync(tokenSheet(appearance));
    this.#applied = given;
  }
}
