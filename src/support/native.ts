/*
 * Built-ins that old libraries replace on the page, as the language defines them. The build puts them in place of the
 * page's in all that is bundled, pdf.js too (build/page-built-ins.ts); our own sources write loops instead.
 */

/** `Array.from` (ECMA-262, 23.1.2.1) for what pdf.js gives it. MooTools and Prototype have one that does not map. */
export function arrayFrom(source: Iterable<unknown> | ArrayLike<unknown>, map?: MapItem): unknown[] {
  const items: unknown[] = [];
  const add = (item: unknown): number => items.push(map === undefined ? item : map(item, items.length));
  if (isIterable(source)) for (const item of source) add(item);
  else for (let index = 0; index < source.length; index += 1) add(source[index]);
  return items;
}

type MapItem = (item: unknown, index: number) => unknown;

function isIterable(source: object | string): source is Iterable<unknown> {
  return typeof source === 'string' || Symbol.iterator in source;
}

/** `Event`, which every event's class inherits from. MooTools has a wrapper of this name. */
export const NativeEvent: typeof Event = Object.getPrototypeOf(CustomEvent);
