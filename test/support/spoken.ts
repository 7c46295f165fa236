import type { Page } from 'playwright-core';

/** Something that a screen reader says by itself: where the focus goes, and what live regions tell. */
export interface Spoken {
  readonly by: 'focus' | 'alert' | 'status';
  readonly text: string;
}

/** A node of the accessibility tree, as a screen reader has it. */
export interface AccessibleNode {
  readonly role: string;
  readonly name: string;
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
      spoken.push({ by: 'focus', text: fold(target.ariaLabel ?? label ?? target.textContent) });
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

/** What was spoken on this page so far. */
export function spokenOn(page: Page): Promise<Spoken[]> {
  return page.evaluate(() => {
    const spoken: unknown = Reflect.get(globalThis, 'spokenSoFar');
    return Array.isArray(spoken) ? spoken : [];
  });
}

/** Chromium's accessibility tree of the page, in reading order, without what it leaves out. */
export async function accessibilityTree(page: Page): Promise<AccessibleNode[]> {
  const session = await page.context().newCDPSession(page);
  try {
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const byId = new Map(nodes.map(node => [node.nodeId, node]));
    const found: AccessibleNode[] = [];
    const walk = (id: string): void => {
      const node = byId.get(id);
      if (node === undefined) return;
      if (!node.ignored) {
        found.push({ role: String(node.role?.value ?? ''), name: String(node.name?.value ?? '').trim() });
      }
      for (const child of node.childIds ?? []) walk(child);
    };
    const [root] = nodes;
    if (root !== undefined) walk(root.nodeId);
    return found;
  } finally {
    await session.detach();
  }
}
