/**
 * What comes next, by what there is. A photo is looked at before it is sent: with the focus on “Send”, a key that is
 * held down would send it unseen. While the browser asks there is nothing to press but a way round the camera.
 */
const PLACES = ['.problem', 'canvas', '.caption[tabindex]', '.ways :is(button, input)'] as const;

/** Where the focus goes when its control is gone: why there is no picture, the photo, or what can be done. */
export function nextPlace(root: ParentNode): HTMLElement | null {
  for (const place of PLACES) {
    const found = root.querySelector<HTMLElement>(place);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Scrolls no more than needed for what is to be pressed next to be seen, with the picture or the notice above it; not
 * for who has scrolled all of the step away, and is elsewhere on the page.
 */
export function reveal(root: ParentNode, { top, bottom }: DOMRect): void {
  if (bottom < 0 || top > innerHeight) return;
  for (const place of ['.ways > *', '.picture, .problem']) {
    root.querySelector(place)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}
