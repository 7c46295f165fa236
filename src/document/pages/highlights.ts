import { placeOver } from './canvas-size.ts';
import { locateMatches, type MatchSpan } from '../text/searchable-text.ts';
import type { LaidText } from '../text/text-layer.ts';

/** Maximum number of boxes on a page. */
const MOST_MATCHES = 500;

/** The highlighted matches of a page. */
export interface PageMarks {
  /** Removes the boxes. */
  remove(): void;
  /** Marks the nth match as current. */
  readonly setCurrent: (nth: number | undefined) => void;
  /** The nth match's rectangle in the browser's window; `undefined` when it has no box. */
  readonly rectOf: (nth: number) => DOMRect | undefined;
}

/**
 * Adds a box over each match of a folded query. The boxes are measured once and positioned in percent of the page, so
 * zooming needs no new ones. (Elements, because Safari 16.4 has no CSS highlights.)
 */
export function markMatches(page: HTMLElement, words: LaidText, query: string): PageMarks {
  const layer = document.createElement('div');
  layer.className = 'marks';
  layer.setAttribute('aria-hidden', 'true');
  const whole = page.getBoundingClientRect();
  const boxes = locateMatches(words.runs, query)
    .slice(0, MOST_MATCHES)
    .map(span => rectsOf(words, span).map(rect => boxFor(rect, whole)));
  layer.append(...boxes.flat());
  page.append(layer);
  return {
    remove: () => layer.remove(),
    setCurrent: nth => {
      boxes.forEach((parts, at) => {
        for (const box of parts) box.classList.toggle('current', at === nth);
      });
    },
    rectOf: nth => boxes[nth]?.[0]?.getBoundingClientRect(),
  };
}

function rectsOf({ elements }: LaidText, { start, end }: MatchSpan): DOMRect[] {
  const rects: DOMRect[] = [];
  for (let run = start.run; run <= end.run; run += 1) {
    const text = elements[run]?.firstChild;
    if (!(text instanceof Text) || !text.isConnected) continue;
    const range = document.createRange();
    range.setStart(text, run === start.run ? Math.min(start.offset, text.length) : 0);
    range.setEnd(text, run === end.run ? Math.min(end.offset, text.length) : text.length);
    rects.push(...range.getClientRects());
  }
  return rects.filter(({ width, height }) => width > 0 && height > 0);
}

function boxFor(rect: DOMRect, whole: DOMRect): HTMLElement {
  const box = document.createElement('div');
  box.className = 'mark';
  const { left, top, width, height } = rect;
  placeOver(box, { left: left - whole.left, top: top - whole.top, width, height }, whole);
  return box;
}
