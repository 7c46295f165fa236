import type { GalleryState, Place } from '../gallery-state.ts';
import type { Scene } from '../scene.ts';
import { elementsIn, focusedElement, isVisible, isWithin, parentOf, textIn } from '../deep-tree.ts';
import { describeElement, describePlace, elementOf, hiddenBecause, isForReaders } from './places.ts';

/** What is wrong, as `rule detail`. */
export type Finding = string;

/** px: targets of the primary action and of all others (WCAG 2.2, 2.5.8). */
const PRIMARY_HEIGHT = 44;
const SMALLEST_TARGET = 24;
const SLACK = 1;

/** The primary action has to be in the window, whole and uncovered, without scrolling. */
export function hiddenPrimary({ primary }: GalleryState, scene: Scene): Finding[] {
  return primary === undefined ? [] : hidden('primary', primary, scene);
}

/** So does what else the signer has to see. */
export function hiddenParts({ seen, primary }: GalleryState, scene: Scene): Finding[] {
  const parts = seen.map(place => elementOf(place, scene));
  const isSeen = primary !== undefined || parts.some(part => part !== undefined && !isForReaders(part));
  return [
    ...seen.flatMap(place => hidden('seen', place, scene)),
    ...(isSeen ? [] : ['seen nothing: all of it is for screen readers']),
  ];
}

function hidden(rule: string, place: Place, scene: Scene): Finding[] {
  const element = elementOf(place, scene);
  const name = describePlace(place, scene);
  if (element === undefined) return [`${rule} ${name} is not there`];
  const reason = hiddenBecause(element);
  return reason === undefined ? [] : [`${rule} ${name} is ${reason}`];
}

/** Text that its own box cuts off. What ends in an ellipsis has to say the whole in a title. */
export function cutTexts(scene: Scene): Finding[] {
  return [...elementsIn(scene.element)].flatMap(element => {
    if (!(element instanceof HTMLElement) || !hasOwnText(element) || isPage(element)) return [];
    if (!isVisible(element)) return [];
    const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    const cutWide = hides(overflowX) && scrollWidth > clientWidth + SLACK;
    const cutHigh = hides(overflowY) && scrollHeight > clientHeight + SLACK;
    if (!cutWide && !cutHigh) return [];
    if (cutWide && textOverflow === 'ellipsis' && element.closest('[title]') !== null) return [];
    return [
      `cut ${describeElement(element)} (${scrollWidth}×${scrollHeight} in ${clientWidth}×${clientHeight})`,
    ];
  });
}

const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';

function hasOwnText(element: Element): boolean {
  return [...element.childNodes].some(node => node instanceof Text && node.data.trim() !== '');
}

/** Is it on a page of the document, which has a layout of its own? */
function isPage(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = parentOf(at))
    if (at.matches('.pages')) return true;
  return false;
}

/** Whatever can be scrolled sideways: the page itself, or a part of the widget. */
export function sidewaysScrollers(scene: Scene): Finding[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const page = scrollWidth > clientWidth ? [`sideways the page (${scrollWidth} in ${clientWidth})`] : [];
  const parts = [...elementsIn(scene.element)].filter(
    element =>
      ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) &&
      element.scrollWidth > element.clientWidth + SLACK &&
      !element.matches('textarea, input') &&
      isVisible(element),
  );
  return [
    ...page,
    ...parts.map(part => `sideways ${describeElement(part)} (${part.scrollWidth} in ${part.clientWidth})`),
  ];
}

/** Buttons, links and fields that are too small to hit. */
export function smallTargets({ primary }: GalleryState, scene: Scene): Finding[] {
  const main = primary && elementOf(primary, scene);
  const high = main?.getBoundingClientRect().height ?? PRIMARY_HEIGHT;
  const low =
    primary === undefined || high >= PRIMARY_HEIGHT - 0.5
      ? []
      : [`target ${describePlace(primary, scene)} is ${high.toFixed(0)} px high, not ${PRIMARY_HEIGHT}`];
  const small = [...elementsIn(scene.element)].flatMap(element => {
    if (!element.matches('button, a[href], input, select, textarea, summary, [role="button"]')) return [];
    if (!isVisible(element) || isPage(element) || isInSentence(element)) return [];
    const { width, height } = targetOf(element);
    const least = SMALLEST_TARGET - 0.5;
    return width >= least && height >= least
      ? []
      : [`target ${describeElement(element)} is ${width.toFixed(0)}×${height.toFixed(0)} px`];
  });
  return [...low, ...small];
}

/** What a press has to hit: with a label around it, the label. */
function targetOf(element: Element): { readonly width: number; readonly height: number } {
  return (element.closest('label') ?? element).getBoundingClientRect();
}

/** Is it a link inside a sentence? Its height is that of the line (WCAG 2.5.8, exception “inline”). */
function isInSentence(element: Element): boolean {
  const parent = element.parentElement;
  if (parent === null || getComputedStyle(element).display !== 'inline') return false;
  return textIn(parent).length > textIn(element).length && hasOwnText(parent);
}

/** The focus is where the state wants it. */
export function lostFocus({ focus }: GalleryState, scene: Scene): Finding[] {
  const focused = focusedElement();
  const found = focused === undefined ? 'nothing' : describeElement(focused);
  if (focus === undefined)
    return focused !== undefined && isWithin(focused, scene.element)
      ? [`focus is on ${found}, not untouched`]
      : [];
  const places = focus.flatMap(place => elementOf(place, scene) ?? []);
  if (focused !== undefined && places.includes(focused)) return [];
  return [`focus is on ${found}, not on ${focus.map(place => describePlace(place, scene)).join(' or ')}`];
}

/** What has the focus can be seen, and no bar at the edge lies over it (WCAG 2.2, 2.4.11). */
export function hiddenFocus(scene: Scene): Finding[] {
  const focused = focusedElement();
  if (focused === undefined || !isWithin(focused, scene.element)) return [];
  const reason = hiddenBecause(focused);
  return reason === undefined ? [] : [`focus on ${describeElement(focused)} is ${reason}`];
}

const NAMED =
  'dialog, [role="dialog"], [role="alertdialog"], [role="region"], section, [role="group"], fieldset';

/** Errors that show their sign without a word: white space is enough for it. */
export function wordlessErrors(scene: Scene): Finding[] {
  return [...elementsIn(scene.element)].flatMap(element =>
    element.matches('.error-text:not(:empty)') && textIn(element).trim() === ''
      ? [`error ${describeElement(element)} says nothing`]
      : [],
  );
}

/** Dialogs, regions and groups that a screen reader meets without a name. */
export function namelessRegions(scene: Scene): Finding[] {
  return [...elementsIn(scene.element)].flatMap(element =>
    element.matches(NAMED) && isVisible(element) && !isNamed(element)
      ? [`name ${describeElement(element)} has none`]
      : [],
  );
}

function isNamed(element: Element): boolean {
  if (element.getAttribute('aria-label')?.trim() || element.getAttribute('title')?.trim()) return true;
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
  const root = element.getRootNode();
  const names = ids.map(id =>
    root instanceof ShadowRoot || root instanceof Document ? root.getElementById(id) : null,
  );
  const legend = element.matches('fieldset') ? element.querySelector('legend') : null;
  return [...names, legend].some(name => name !== null && textIn(name) !== '');
}
