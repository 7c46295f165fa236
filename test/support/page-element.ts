/** How an end-to-end test names an element; open shadow roots are looked into. */
export interface ElementQuery {
  /** A CSS selector, matched inside the document and inside every open shadow root by itself. */
  selector: string;
  /** Only an element whose own text or accessible label (`aria-label`) contains it. */
  text?: string | RegExp;
  /** Only inside the element that this selector finds in the document. */
  within?: string;
}

/** A query as it travels into the page. */
export interface SentQuery {
  selector: string;
  text: string | null;
  flags: string;
  within: string | null;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

export function sentQuery(query: string | ElementQuery): SentQuery {
  const { selector, text, within = null } = typeof query === 'string' ? { selector: query } : query;
  if (text === undefined) return { selector, text: null, flags: '', within };
  return text instanceof RegExp
    ? { selector, text: text.source, flags: text.flags, within }
    : { selector, text: escapePattern(text), flags: '', within };
}

/** Where a click should go: the middle of an element, in whole CSS pixels of the viewport. */
export interface ClickPoint {
  x: number;
  y: number;
}

/* oxlint-disable unicorn/consistent-function-scoping -- its source travels into the page alone */
/**
 * Runs in the page: finds the first visible, enabled match that nothing covers, scrolls it into view and
 * answers its middle. Answers `null` while there is none, so that the caller can wait for it.
 */
export function clickPoint({ selector, text, flags, within }: SentQuery): ClickPoint | null {
  function* matches(root: Document | ShadowRoot): Generator<Element> {
    for (const element of root.querySelectorAll('*')) {
      if (element.matches(selector)) yield element;
      if (element.shadowRoot !== null) yield* matches(element.shadowRoot);
    }
  }
  const pattern = text === null ? /(?:)/ : new RegExp(text, flags);
  const named = (element: Element): boolean =>
    pattern.test(element.textContent) || pattern.test(element.getAttribute('aria-label') ?? '');
  const deepest = (x: number, y: number): Element | null => {
    let hit = document.elementFromPoint(x, y);
    for (;;) {
      const inner = hit?.shadowRoot?.elementFromPoint(x, y) ?? null;
      if (inner === null || inner === hit) return hit;
      hit = inner;
    }
  };
  const isInside = (outer: Element, inner: Node | null): boolean => {
    for (let node = inner; node !== null;) {
      if (node === outer) return true;
      node = node instanceof ShadowRoot ? node.host : node.parentNode;
    }
    return false;
  };
  const around = within === null ? document : document.querySelector(within)?.shadowRoot;
  for (const element of around ? matches(around) : []) {
    if (!named(element) || element.matches(':disabled, [aria-disabled="true"]')) continue;
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const box = element.getBoundingClientRect();
    const [x, y] = [Math.floor(box.x + box.width / 2), Math.floor(box.y + box.height / 2)];
    if (box.width > 0 && box.height > 0 && isInside(element, deepest(x, y))) return { x, y };
  }
  return null;
}
