/** Looking into open shadow roots: what a signer sees is spread over several of them. */

/** The elements below another one, those in open shadow roots included. */
export function* elementsIn(root: Element | ShadowRoot): Generator<Element> {
  if (root instanceof Element && root.shadowRoot !== null) yield* elementsIn(root.shadowRoot);
  for (const element of root.children) {
    yield element;
    yield* elementsIn(element);
  }
}

/** The focused element itself, not the shadow host it is in; undefined when nothing is focused. */
export function focusedElement(): Element | undefined {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused === null || focused === document.body ? undefined : focused;
}

/** The element at a point of the window. Unlike `elementFromPoint` alone, it looks into shadow roots. */
export function elementAt(x: number, y: number): Element | null {
  let found = document.elementFromPoint(x, y);
  for (;;) {
    const inner = found?.shadowRoot?.elementFromPoint(x, y);
    if (inner == null || inner === found) return found;
    found = inner;
  }
}

/** The element around another one on the screen: its slot, its parent, or the host of its shadow root. */
export function parentOf(element: Element): Element | null {
  const { assignedSlot, parentElement } = element;
  if (assignedSlot !== null) return assignedSlot;
  if (parentElement !== null) return parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** Is `outer` the element or around it? */
export function isWithin(element: Element, outer: Element): boolean {
  for (let at: Element | null = element; at !== null; at = parentOf(at)) if (at === outer) return true;
  return false;
}

/** Is it drawn, and larger than what only screen readers get? */
export function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
}

/** A text with its white space folded. */
export function folded(text: string | null | undefined): string {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim();
}

/** All text of an element, that in open shadow roots included. */
export function textIn(element: Element): string {
  const texts = [element, ...elementsIn(element)].flatMap(each => [
    ...ownText(each),
    ...(each.shadowRoot === null ? [] : ownText(each.shadowRoot)),
  ]);
  return folded(texts.join(' '));
}

function ownText(node: Node): string[] {
  return [...node.childNodes].filter(child => child instanceof Text).map(({ data }) => data);
}
