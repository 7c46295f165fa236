/** Widths that the widget's layouts are made for, CSS pixels. */
export const STAGE_WIDTHS = [
  ['Phone', 390],
  ['Tablet', 768],
  ['Desktop', 1120],
] as const;

export const NARROWEST = 320;
export const WIDEST = 1440;
