import type { en } from './en.ts';

export type MessageKey = keyof typeof en;

/**
 * The texts of one locale. The widget's own by default; a room that loads only when it is needed brings a
 * catalogue of its own (its `words/` folder), with keys of its own.
 */
export type Messages<Key extends string = MessageKey> = Readonly<Record<Key, string>>;

/** The stems that have plural forms. */
export type PluralKey<Key extends string = MessageKey> = Key extends `${infer Stem}.other` ? Stem : never;
