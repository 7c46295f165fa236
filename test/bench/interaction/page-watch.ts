/** What the browser noticed in one step. Times in ms. */
export interface Noticed {
  /** From each of the signer's interactions to the next frame, the longest of its events. */
  readonly interactions: readonly { readonly duration: number; readonly what: string }[];
  /** Parts of the page that moved without the signer. */
  readonly shifts: readonly { readonly value: number; readonly what: string }[];
  /** Scripts that ran for more than 50 ms at a stretch. */
  readonly tasks: readonly { readonly duration: number; readonly script: string }[];
}

/** Runs in each page before its scripts; `takeNoticed()` gives what was noticed since the last call. */
export const WATCH_PAGE = `{
  const interactions = new Map();
  let shifts = [];
  let tasks = [];
  const nameOf = node => (node instanceof Element ? node.localName + [...node.classList].map(name => '.' + name).join('') : String(node?.nodeName));
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  const noteEvent = ({ interactionId, duration, name, target }) => {
    if (interactionId === 0 || interactions.get(interactionId)?.duration >= duration) return;
    interactions.set(interactionId, { duration, what: name + ' on ' + nameOf(target) });
  };
  const noteShift = ({ value, hadRecentInput, sources }) => {
    if (!hadRecentInput) shifts.push({ value, what: sources.map(({ node, previousRect, currentRect }) => nameOf(node) + ' ' + place(previousRect) + ' to ' + place(currentRect)).join(', ') });
  };
  const noteFrame = ({ scripts }) => {
    for (const { duration, sourceURL, invoker } of scripts) {
      if (duration > 50) tasks.push({ duration, script: sourceURL.replace(/^.*\\//, '') + ' ' + invoker });
    }
  };
  const notes = { event: noteEvent, 'first-input': noteEvent, 'layout-shift': noteShift, 'long-animation-frame': noteFrame };
  const watched = Object.entries(notes).map(([type, note]) => {
    const observer = new PerformanceObserver(list => list.getEntries().forEach(note));
    observer.observe({ type, buffered: true, durationThreshold: 16 });
    return [observer, note];
  });
  window.takeNoticed = () => {
    for (const [observer, note] of watched) observer.takeRecords().forEach(note);
    const noticed = { interactions: [...interactions.values()], shifts, tasks };
    interactions.clear();
    [shifts, tasks] = [[], []];
    return noticed;
  };
}`;

declare global {
  interface Window {
    takeNoticed: () => Noticed;
  }
}
