export type { FilledField } from '@sign-session/pdf-structure';

/** The gravest kind of change from one revision to the next, the mildest first. */
export const CHANGE_LEVELS = ['none', 'signatures', 'form', 'annotations', 'other'] as const;
export type ChangeLevel = (typeof CHANGE_LEVELS)[number];

export function graver(one: ChangeLevel, other: ChangeLevel): ChangeLevel {
  return CHANGE_LEVELS.indexOf(one) > CHANGE_LEVELS.indexOf(other) ? one : other;
}
