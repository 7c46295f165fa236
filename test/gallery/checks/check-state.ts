import { accessibilityViolations } from '../../support/axe.ts';
import { focusedElement, elementsIn } from '../deep-tree.ts';
import type { GalleryState } from '../gallery-state.ts';
import type { Scene } from '../scene.ts';
import {
  cutTexts,
  hiddenFocus,
  hiddenParts,
  hiddenPrimary,
  lostFocus,
  namelessRegions,
  sidewaysScrollers,
  smallTargets,
  type Finding,
  wordlessErrors,
} from './layout.ts';
import { smallDocument, wrongInSmallWindow } from './small-windows.ts';
import { blockedPrimary } from './way-on.ts';

/**
 * What is asked of a state at one size of the window: everything, with axe or without; whether a small or low window has
 * room for it; whether what the signer has to see is in sight; the contrast alone, where only the colours differ; or whether
 * its primary action can succeed, which ends the state.
 */
export type Question = 'all' | 'layout' | 'small' | 'seen' | 'contrast' | 'way on';

/** Looks for what is wrong with a state at the present size of the window. */
export async function checkState(state: GalleryState, scene: Scene, question: Question): Promise<Finding[]> {
  await settled();
  switch (question) {
    case 'small':
      return [...(await wrongReach(state, scene)), ...hiddenFocus(scene), ...wrongInSmallWindow(scene)];
    case 'seen':
      return wrongReach(state, scene);
    case 'contrast':
      return axe(scene, ['color-contrast']);
    case 'way on':
      return blockedPrimary(state, scene);
    case 'layout':
      return wrongLayout(state, scene);
    case 'all':
      return [
        ...(await wrongLayout(state, scene)),
        ...smallDocument(scene, state.documentShare),
        ...(await axe(scene)),
      ];
  }
}

/**
 * The action, and what it is about, have to be in sight where the signer arrives, at the top, and when the browser has scrolled to what it
 * focuses: an error that pushes the button down scrolls nothing.
 */
async function wrongReach(state: GalleryState, scene: Scene): Promise<Finding[]> {
  scrollTo(0, 0);
  for (const element of elementsIn(scene.element)) if (element.scrollTop > 0) element.scrollTop = 0;
  await settled();
  const atTop = hiddenPrimary(state, scene);
  const partsAtTop = hiddenParts(state, scene);
  focusedElement()?.scrollIntoView({ block: 'nearest' });
  await settled();
  const action = atTop.length > 0 ? atTop : hiddenPrimary(state, scene);
  // What the focus is on is in sight then, and its heading need not be.
  const parts = partsAtTop.length > 0 ? hiddenParts(state, scene) : [];
  return [...action, ...(parts.length > 0 ? partsAtTop : [])];
}

/** Until the layout has followed the size of the window: observers of sizes run after a frame's layout. */
export async function settled(): Promise<void> {
  for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
}

async function wrongLayout(state: GalleryState, scene: Scene): Promise<Finding[]> {
  return [
    ...(await wrongReach(state, scene)),
    ...cutTexts(scene),
    ...sidewaysScrollers(scene),
    ...smallTargets(state, scene),
    ...lostFocus(state, scene),
    ...hiddenFocus(scene),
    ...namelessRegions(scene),
    ...wordlessErrors(scene),
  ];
}

async function axe(scene: Scene, rules?: readonly string[]): Promise<Finding[]> {
  return (await accessibilityViolations(scene.element, rules)).map(violation => `axe ${violation}`);
}
