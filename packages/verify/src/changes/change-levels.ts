/** The gravest kind of change from one revision to the next, the mildest first. */
export const CHANGE_LEVELS = ['none', 'signatures', 'form', 'annotations', 'other'] as const;
export type ChangeLevel = (typeof CHANGE_LEVELS)[number];

/** A field of the form that was filled in. */
export interface FilledField {
  /** Its full name. */
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

export interface Difference {
  readonly level: ChangeLevel;
  readonly filled: readonly FilledField[];
  /** The field whose new signature covers the later revision; not a timestamp of the document. */
  readonly signed: string | undefined;
  /** Numbers of the pages, from 1 on, whose text or images the new signature's look may hide. */
  readonly covered: readonly number[];
}

export function graver(one: ChangeLevel, other: ChangeLevel): ChangeLevel {
  return CHANGE_LEVELS.indexOf(one) > CHANGE_LEVELS.indexOf(other) ? one : other;
}
