import type { Place } from '../gallery-state.ts';
import type { Scene } from '../scene.ts';
import { elementAt, folded, isWithin, textIn } from '../deep-tree.ts';

/** The element that a state names; undefined while the widget shows none. */
export function elementOf(place: Place, scene: Scene): Element | undefined {
  return 'name' in place ? scene.control(place.name(scene.words)) : scene.part(place.selector);
}

/** How a finding names it. */
export function describePlace(place: Place, scene: Scene): string {
  return 'name' in place ? `“${place.name(scene.words)}”` : place.selector;
}

/** How a finding names an element that the state does not name. */
export function describeElement(element: Element): string {
  const text = element.ariaLabel ?? textIn(element);
  const [kind] = element.classList;
  const tag = kind ? `${element.localName}.${kind}` : element.localName;
  return text === '' ? tag : `${tag} “${folded(text).slice(0, 40)}”`;
}

/** Where a rectangle lies in the window, in whole pixels. */
export function describeBox({ left, top, right, bottom }: DOMRect): string {
  return `${[left, top, right, bottom].map(Math.round).join(' ')} in ${innerWidth}×${innerHeight}`;
}

/** px that a box may stand out by: fractions are rounded differently by layout and by the window. */
const SLACK = 1;

/** Why an element is not wholly in the window and uncovered; undefined when it is. */
export function hiddenBecause(element: Element): string | undefined {
  // Only for screen readers.
  if (getComputedStyle(element).clipPath !== 'none') return undefined;
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
