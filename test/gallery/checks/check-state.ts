import { accessibilityViolations } from '../../support/axe.ts';
import { focusedElement, elementsIn } from '../deep-tree.ts';
import type { GalleryState } from '../gallery-state.ts';
import type { Scene } from '../scene.ts';
import {
  cutTexts,
  lostFocus,
  namelessRegions,
  sidewaysScrollers,
  smallTargets,
  unreachable,
  type Finding,
} from './layout.ts';

/** What is asked of one state at one size of the window. */
export interface Question {
  /** Only where the actions are: for sizes at which nothing else is asked. */
  readonly onlyReach?: boolean;
  /** axe: all rules of WCAG 2.2 AA, or contrast alone where only colours differ. */
  readonly axe?: 'all' | 'contrast';
}

/** Looks for what is wrong with a state at the present size of the window. */
export async function checkState(state: GalleryState, scene: Scene, question: Question): Promise<Finding[]> {
  await settled();
  showFocus();
  await settled();
  const reach = unreachable(state, scene);
  if (question.onlyReach === true) return reach;
  const rules = question.axe === 'contrast' ? ['color-contrast'] : undefined;
  const violations = question.axe === undefined ? [] : await accessibilityViolations(scene.element, rules);
  return [
    ...reach,
    ...cutTexts(scene),
    ...sidewaysScrollers(scene),
    ...smallTargets(state, scene),
    ...lostFocus(state, scene),
    ...namelessRegions(scene),
    ...violations.map(violation => `axe ${violation}`),
  ];

  /** As if the focus had come here at this size: the browser shows what it focuses, and nothing else scrolls. */
  function showFocus(): void {
    scrollTo(0, 0);
    for (const element of elementsIn(scene.element)) if (element.scrollTop > 0) element.scrollTop = 0;
    focusedElement()?.scrollIntoView({ block: 'nearest' });
  }
}

/** Until the layout has followed the size of the window: observers of sizes run after a frame's layout. */
export async function settled(): Promise<void> {
  for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
}
