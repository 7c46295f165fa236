import type { Place } from '../gallery-state.ts';
import type { Scene } from '../scene.ts';
import { elementAt, elementsIn, folded, isVisible, isWithin, parentOf, textIn } from '../deep-tree.ts';

/** The element that a state names; undefined while the widget shows none. */
export function elementOf(place: Place, scene: Scene): Element | undefined {
  if ('name' in place) return scene.control(place.name(scene.words));
  return 'text' in place ? textElement(place.text(scene.words), scene) : scene.part(place.selector);
}

/** The innermost element that has all of a text: it follows those around it. */
function textElement(text: string, scene: Scene): Element | undefined {
  const words = folded(text);
  return [...elementsIn(scene.element)].findLast(each => isVisible(each) && textIn(each).includes(words));
}

/** How a finding names it. */
export function describePlace(place: Place, scene: Scene): string {
  if ('selector' in place) return place.selector;
  return `“${'name' in place ? place.name(scene.words) : place.text(scene.words).slice(0, 40)}”`;
}

/** How a finding names an element that the state does not name. */
export function describeElement(element: Element): string {
  const text = element.ariaLabel || element.getAttribute('title') || textIn(element);
  const [kind] = element.classList;
  const tag = kind ? `${element.localName}.${kind}` : element.localName;
  return text === '' ? tag : `${tag} “${folded(text).slice(0, 40)}”`;
}

/** Where a rectangle lies in the window, in whole pixels. */
export function describeBox({ left, top, right, bottom }: DOMRect): string {
  return `${[left, top, right, bottom].map(Math.round).join(' ')} in ${innerWidth}×${innerHeight}`;
}

/** Is it, or what it is in, only for screen readers? */
export function isForReaders(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = parentOf(at))
    if (getComputedStyle(at).clipPath !== 'none') return true;
  return false;
}

/** px that a box may stand out by: fractions are rounded differently by layout and by the window. */
const SLACK = 1;

/** Why an element is not wholly in the window and uncovered; undefined when it is. */
export function hiddenBecause(element: Element): string | undefined {
  if (isForReaders(element)) return undefined;
  const box = element.getBoundingClientRect();
  const { left, top, right, bottom } = box;
  const inside =
    left >= -SLACK && top >= -SLACK && right <= innerWidth + SLACK && bottom <= innerHeight + SLACK;
  if (!inside) return `outside the window (${describeBox(box)})`;
  const covered = [0.1, 0.5, 0.9].flatMap(x =>
    [0.1, 0.5, 0.9].map(y => elementAt(left + box.width * x, top + box.height * y)),
  );
  // A press on the label of a field hits the field.
  const target = element.closest('label') ?? element;
  const cover = covered.find(found => found !== null && !isWithin(found, target));
  if (cover !== undefined && cover !== null)
    return `covered by ${describeElement(cover)} (${describeBox(box)})`;
  return covered.includes(null) ? `cut off (${describeBox(box)})` : undefined;
}
