import type { Scene } from '../scene.ts';
import { elementsIn, isVisible, textIn } from '../deep-tree.ts';
import type { Finding } from './layout.ts';
import { describeBox, describeElement, isForReaders } from './places.ts';

const SLACK = 1;
/** The least share of the window's height that the document has beside an action. */
const DOCUMENT_SHARE = 1 / 3;

/** What small and low windows are asked, with the page scrolled to its top. */
export function wrongInSmallWindow(scene: Scene): Finding[] {
  return [
    ...gapBelowCard(scene),
    ...cutHeadings(scene),
    ...smallDocument(scene),
    ...cutNotices(scene),
    ...hiddenError(scene),
  ];
}

/** The card fills the window, so that the bar is at the window's edge. */
function gapBelowCard(scene: Scene): Finding[] {
  const card = scene.part('.frame');
  const bottom = card?.getBoundingClientRect().bottom ?? 0;
  return bottom >= innerHeight - SLACK
    ? []
    : [`edge the card ends at ${bottom.toFixed(0)} of ${innerHeight}`];
}

/** The heading is whole, or folded away: never half under the bar. */
function cutHeadings(scene: Scene): Finding[] {
  const heading = scene.part('h2[tabindex="-1"]');
  if (heading === undefined || !isVisible(heading) || isForReaders(heading)) return [];
  const box = heading.getBoundingClientRect();
  const bars = [...elementsIn(scene.element)].filter(each => each.matches('.actions') && isVisible(each));
  const edge = Math.min(innerHeight, ...bars.map(bar => bar.getBoundingClientRect().top));
  return box.bottom <= edge + SLACK ? [] : [`heading ${describeBox(box)} is cut at ${edge.toFixed(0)}`];
}

/** Beside an action the document keeps its share of the window. */
export function smallDocument(scene: Scene, share = DOCUMENT_SHARE): Finding[] {
  const slot = scene.part('.body.beside .document-slot');
  if (slot === undefined || !isVisible(slot)) return [];
  const { height } = slot.getBoundingClientRect();
  return height >= innerHeight * share - SLACK
    ? []
    : [`document has ${height.toFixed(0)} of ${innerHeight} px`];
}

/** A notice in place of the document begins in its area: what does not fit is reached by scrolling down. */
function cutNotices(scene: Scene): Finding[] {
  const area = scene.part('.body.beside .document-slot')?.getBoundingClientRect();
  if (area === undefined) return [];
  const texts = [...elementsIn(scene.element)].filter(
    each => each.matches('.problem > *, .backdrop > .slow') && isVisible(each),
  );
  return texts.flatMap(text =>
    text.getBoundingClientRect().top >= area.top - SLACK ? [] : [`notice ${describeElement(text)} is cut`],
  );
}

/** What is wrong with the focused field is in view with it. */
function hiddenError(scene: Scene): Finding[] {
  const errors = [...elementsIn(scene.element)].filter(
    each => each.matches('.field ~ .error-text') && textIn(each) !== '' && isVisible(each),
  );
  return errors.flatMap(error => {
    const { top, bottom } = error.getBoundingClientRect();
    const bar = scene.part('.actions')?.getBoundingClientRect().top ?? innerHeight;
    return top >= 0 && bottom <= bar + SLACK ? [] : [`error ${describeElement(error)} is not in view`];
  });
}
