import type { HeadingLevel } from './structure-tree.ts';

/** A piece of a page as it is read: what the “read as text” view shows. */
export type TextBlock =
  | { readonly kind: 'heading'; readonly level: HeadingLevel; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list-item'; readonly text: string }
  | { readonly kind: 'table-row'; readonly cells: readonly string[] }
  /** The description that a picture has in a tagged file. */
  | { readonly kind: 'figure'; readonly text: string };
