import type { en } from './en.ts';

export type MessageKey = keyof typeof en;

/** The texts of one locale. */
export type Messages = Readonly<Record<MessageKey, string>>;

/** The stems that have plural forms. */
export type PluralKey = MessageKey extends infer Key
  ? Key extends `${infer Stem}.other`
    ? Stem
    : never
  : never;
