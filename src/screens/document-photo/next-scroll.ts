/**
 * Where the focus goes in each state. A photo must be reviewed before it is sent, so “Send” is not focused: a key that
 * is held down would send it unseen. While the browser prompts, only the alternatives to the camera can be used.
 */
const PLACES = ['.problem', 'canvas', '.caption[tabindex]', '.ways :is(button, input)'] as const;

/** The element to focus when the focused control was removed: the notice, the photo, or an action. */
export function nextPlace(root: ParentNode): HTMLElement | null {
  for (const place of PLACES) {
    const found = root.querySelector<HTMLElement>(place);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Scrolls as little as possible until the next action is visible, with the picture or the notice above it; not at all
 * if the step is completely out of view, because the signer is elsewhere on the page.
 */
export function reveal(root: ParentNode, { top, bottom }: DOMRect): void {
  if (bottom < 0 || top > innerHeight) return;
  for (const place of ['.ways > *', '.picture, .problem']) {
    root.querySelector(place)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}
