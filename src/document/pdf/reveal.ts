/** How far from the edges something is well in sight, CSS px. */
const EDGE = 24;

/** Scrolls an element, where need be, until a rectangle of the browser's window is well in sight. */
export function reveal(scroller: HTMLElement, { left, right, top, bottom }: DOMRect): void {
  const view = scroller.getBoundingClientRect();
  const insideY = top >= view.top + EDGE && bottom <= view.top + scroller.clientHeight - EDGE;
  const insideX = left >= view.left && right <= view.left + scroller.clientWidth;
  if (!insideY) scroller.scrollTop += (top + bottom) / 2 - (view.top + scroller.clientHeight / 2);
  if (!insideX) scroller.scrollLeft += (left + right) / 2 - (view.left + scroller.clientWidth / 2);
}
