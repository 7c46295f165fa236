import type { en } from './en/first-screens.ts';
import type { en as later } from './en/later-screens.ts';

export type MessageKey = keyof typeof en;

/** The messages of one locale; by default those of the first screens. */
export type Messages<Key extends string = MessageKey> = Readonly<Record<Key, string>>;

/** The stems that have plural forms. */
export type PluralKey<Key extends string = MessageKey> = Key extends `${infer Stem}.other` ? Stem : never;

/** The name of a lazy screen's messages. */
export type LaterScreen = keyof typeof later;

export type LaterKey<Name extends LaterScreen> = keyof (typeof later)[Name] & string;

/** The messages of those screens in one locale. */
export type LaterMessages = { readonly [Name in LaterScreen]: Messages<LaterKey<Name>> };
