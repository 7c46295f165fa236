import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';

/** Something that a screen reader says by itself: where the focus goes, and what live regions tell. */
export interface Spoken {
  readonly by: 'focus' | 'alert' | 'status';
  readonly text: string;
}

// What runs in the page sees nothing around it here.
// oxlint-disable unicorn/consistent-function-scoping

/** Runs in the page, before anything else: writes down what is spoken, in order. */
function listen(): void {
  const spoken: Spoken[] = [];
  const last = new Map<Element, string>();
  Reflect.set(globalThis, 'spokenSoFar', spoken);
  const fold = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();

  /** The live region around a node, across shadow roots. */
  const regionOf = (node: Node | null): Element | undefined => {
    for (let at = node; at !== null; at = at.parentNode ?? (at instanceof ShadowRoot ? at.host : null)) {
      if (at instanceof Element && ['alert', 'status'].includes(at.getAttribute('role') ?? '')) return at;
    }
    return undefined;
  };

  /** The regions that a change is about: around it, or alerts that came with it. */
  const changed = ({ target, addedNodes }: MutationRecord) => [
    regionOf(target),
    ...[...addedNodes].flatMap(node =>
      node instanceof Element
        ? [...(node.matches('[role=alert]') ? [node] : []), ...node.querySelectorAll('[role=alert]')]
        : [],
    ),
  ];

  const observer = new MutationObserver(records => {
    for (const region of new Set(records.flatMap(changed))) {
      if (region === undefined) continue;
      const text = fold(region.textContent);
      if (text === last.get(region)) continue;
      last.set(region, text);
      const by = region.getAttribute('role') === 'alert' ? 'alert' : 'status';
      if (text !== '') spoken.push({ by, text });
    }
  });
  const watch = (root: Node) => {
    observer.observe(root, { subtree: true, childList: true, characterData: true });
    root.addEventListener('focusin', event => {
      const [target] = event.composedPath();
      // The event comes by once for each root around it.
      if (!(target instanceof HTMLElement) || target.getRootNode() !== root) return;
      const label = target instanceof HTMLInputElement ? target.labels?.[0]?.textContent : undefined;
      spoken.push({
        by: 'focus',
        text: fold(target.ariaLabel ?? label ?? (target.textContent.trim() || target.title)),
      });
    });
  };
  // oxlint-disable-next-line typescript/unbound-method -- called with `call`
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function attachWatched(this: Element, init: ShadowRootInit) {
    const root = attachShadow.call(this, init);
    watch(root);
    return root;
  };
  watch(document);
}

// oxlint-enable unicorn/consistent-function-scoping

/** Writes down, from the next page on, what a screen reader would say there. */
export async function listenToPage(page: Page): Promise<void> {
  // The compiler that runs the tests wraps named inner functions in `__name`, which the page does not have.
  await page.addInitScript({ content: `(__name => (${listen.toString()})())(named => named)` });
}

/** Something that is to be heard: the beginning or a part of what is spoken is enough. */
export const say = (by: Spoken['by'], text: string): Spoken => ({ by, text });

/** Fails unless all of it was spoken on this page so far, in this order, with other things between. */
export async function assertSpoken(page: Page, wanted: readonly Spoken[]): Promise<void> {
  const spoken = await page.evaluate<Spoken[]>(() => Reflect.get(globalThis, 'spokenSoFar'));
  let at = 0;
  for (const { by, text } of wanted) {
    const found = spoken.findIndex(
      (each, index) => index >= at && each.by === by && each.text.includes(text),
    );
    const all = spoken.map(each => `${each.by}: ${each.text}`).join('\n');
    assert.notEqual(found, -1, `“${text}” was not spoken (${by}), or not in this order:\n${all}`);
    at = found + 1;
  }
}
