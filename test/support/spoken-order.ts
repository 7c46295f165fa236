import assert from 'node:assert/strict';
import type { AccessibleNode, Spoken } from './spoken.ts';

type Words = string | RegExp;

/** A node that is to be found. */
export const node = (role: string, name: Words) => ({ role, name });
/** Something that is to be heard. */
export const say = (by: Spoken['by'], text: Words) => ({ by, text });

const fits = (wanted: Words, text: string) =>
  typeof wanted === 'string' ? text === wanted : wanted.test(text);

/** Fails unless the nodes are all there, in this order, with others between them. */
export function assertReads(
  nodes: readonly AccessibleNode[],
  wanted: readonly ReturnType<typeof node>[],
): void {
  let at = 0;
  for (const { role, name } of wanted) {
    const found = nodes.findIndex(
      (each, index) => index >= at && each.role === role && fits(name, each.name),
    );
    const tree = nodes.map(each => `${each.role} “${each.name}”`).join('\n');
    assert.notEqual(found, -1, `no ${role} “${String(name)}” here, or not in this order:\n${tree}`);
    at = found + 1;
  }
}

/** Fails unless all of it was spoken, in this order, with other things between. */
export function assertSpoken(spoken: readonly Spoken[], wanted: readonly ReturnType<typeof say>[]): void {
  let at = 0;
  for (const { by, text } of wanted) {
    const found = spoken.findIndex((each, index) => index >= at && each.by === by && fits(text, each.text));
    const all = spoken.map(each => `${each.by}: ${each.text}`).join('\n');
    assert.notEqual(found, -1, `“${String(text)}” was not spoken (${by}), or not in this order:\n${all}`);
    at = found + 1;
  }
}
