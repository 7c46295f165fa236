/** A colour in sRGB, each channel from 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Reads `#rgb` or `#rrggbb`, with or without the `#`. Undefined for anything else. */
export function parseHex(text: string | undefined): Rgb | undefined {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text?.trim() ?? '')?.[1];
  if (digits === undefined) return undefined;
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const channel = (at: number) => Number.parseInt(full.slice(at, at + 2), 16) / 255;
  return [channel(0), channel(2), channel(4)];
}

/** Writes `#rrggbb`. */
export function toHex(color: Rgb): string {
  return `#${color
    .map(channel =>
      Math.round(channel * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Relative luminance, WCAG 2.2. */
export function luminance(color: Rgb): number {
  const [red, green, blue] = linear(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio, WCAG 2.2: from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [one, other] = [luminance(a) + 0.05, luminance(b) + 0.05];
  return Math.max(one, other) / Math.min(one, other);
}

/** `top` over `bottom` at the opacity `part`, mixed in sRGB. */
export function mix(top: Rgb, bottom: Rgb, part: number): Rgb {
  const [r, g, b] = top.map((channel, index) => channel * part + (bottom[index] ?? 0) * (1 - part));
  return rounded([r ?? 0, g ?? 0, b ?? 0]);
}

/**
 * The colour nearest to `color` in lightness (Oklab, hue kept) that has at least `ratio` against every colour
 * of `against`. If no lightness of this hue has, returns the better of black and white.
 */
export function withContrast(color: Rgb, against: readonly Rgb[], ratio: number): Rgb {
  // Rounded as it will be written, so that the ratio holds for the colour on screen.
  const enough = (candidate: Rgb) => against.every(other => contrast(rounded(candidate), other) >= ratio);
  if (enough(color)) return rounded(color);
  const [lightness, a, b] = toOklab(color);
  for (let step = 1; step <= 100; step++) {
    for (const direction of [-1, 1]) {
      const to = lightness + direction * step * 0.01;
      if (to < 0 || to > 1) continue;
      const candidate = fromOklab([to, a, b]);
      if (enough(candidate)) return rounded(candidate);
    }
  }
  return better(against);
}

/** Black or white, whichever stands out more. */
function better(against: readonly Rgb[]): Rgb {
  const least = (color: Rgb) => Math.min(...against.map(other => contrast(color, other)));
  return least(BLACK) > least(WHITE) ? BLACK : WHITE;
}

export const BLACK: Rgb = [0, 0, 0];
export const WHITE: Rgb = [1, 1, 1];

function rounded(color: Rgb): Rgb {
  const [r, g, b] = color.map(channel => Math.round(channel * 255) / 255);
  return [r ?? 0, g ?? 0, b ?? 0];
}

type Triple = readonly [number, number, number];

function linear([r, g, b]: Rgb): Triple {
  return [decode(r), decode(g), decode(b)];
}

function decode(c: number): number {
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

/** Björn Ottosson, “A perceptual color space for image processing” (Oklab). */
function toOklab(color: Rgb): Triple {
  const [r, g, b] = linear(color);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Triple): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** To sRGB, clipped to what a screen can show. */
function encode(c: number): number {
  const clipped = Math.min(1, Math.max(0, c));
  return clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
}
