/**
 * How a session should look. The service sends one; the element's `appearance` property goes over it, field by
 * field. Colours are `#rrggbb` or `#rgb`; whatever can't be read is left out.
 */
export interface Appearance {
  /** The primary action, progress, focus and selection. */
  readonly brandColor?: string | undefined;
  /** The card. Serves the scheme it fits: a light one by day, a dark one by night. */
  readonly backgroundColor?: string | undefined;
  /** Text on the card; moved until it can be read. */
  readonly textColor?: string | undefined;
  /** Text on the primary button; used if it can be read there. */
  readonly buttonTextColor?: string | undefined;
  /** Radius of the controls in px, a number or “8px”; the card's is half as much again. */
  readonly borderRadius?: string | number | undefined;
  /** A CSS font family list. */
  readonly fontFamily?: string | undefined;
  /** https address of the logo, about 200 × 60 px. */
  readonly logoUrl?: string | undefined;
  readonly companyName?: string | undefined;
  /** Heading of the accept screen. */
  readonly title?: string | undefined;
  /** Words on the primary button of the accept screen. */
  readonly submitLabel?: string | undefined;
  /** `full` (default), `minimal` (progress only) or `none`. */
  readonly headerStyle?: string | undefined;
}

/**
 * `over` laid on `under`, which come from the host page and the service. Only texts count, and numbers for the radius:
 * looks must never stop a signature.
 */
export function mergeAppearance(under: unknown, over: unknown): Appearance {
  const given = [under, over].flatMap(fields => Object.entries<unknown>(Object(fields)));
  return Object.fromEntries(
    given.filter(
      ([field, value]) =>
        typeof value === 'string' || (field === 'borderRadius' && typeof value === 'number'),
    ),
  );
}
