/**
 * How a session should look. The service sends one; the element's `appearance` property overrides it, field by
 * field. Colours are `#rrggbb` or `#rgb`; invalid values are ignored.
 */
export interface Appearance {
  /** The primary action, progress, focus and selection. */
  readonly brandColor?: string | undefined;
  /** The card. Used in the colour scheme that it fits: a light colour in the light one, a dark colour in the dark one. */
  readonly backgroundColor?: string | undefined;
  /** Text on the card; adjusted until its contrast suffices. */
  readonly textColor?: string | undefined;
  /** Text on the primary button; used if its contrast suffices. */
  readonly buttonTextColor?: string | undefined;
  /** Radius of the controls in px, a number, “8px” or “0.5rem” (of 16 px); the card's is half as much again. */
  readonly borderRadius?: string | number | undefined;
  /** A CSS font family list. */
  readonly fontFamily?: string | undefined;
  /** https address of the logo, about 200 × 60 px. */
  readonly logoUrl?: string | undefined;
  readonly companyName?: string | undefined;
  /** Heading of the accept screen. */
  readonly title?: string | undefined;
  /** Text of the primary button of the accept screen, up to 100 characters on one line. */
  readonly submitLabel?: string | undefined;
  /** `full` (default), `minimal` (progress only) or `none`. */
  readonly headerStyle?: string | undefined;
}

/** What a button may say: evidence repeats it, as a short line of characters that can be seen. */
const LABEL = /^[^\p{C}\uFFFD]{1,100}$/u;

/**
 * Merges the host page's appearance (`over`) into the service's (`under`). Only strings are used, and numbers for the
 * radius: an invalid appearance must never prevent a signature.
 */
export function mergeAppearance(under: unknown, over: unknown): Appearance {
  const given = [under, over].flatMap(fields => Object.entries<unknown>(Object(fields)));
  return Object.fromEntries(
    given.filter(([field, value]) =>
      typeof value === 'string'
        ? field !== 'submitLabel' || LABEL.test(value.trim())
        : typeof value === 'number' && field === 'borderRadius',
    ),
  );
}
