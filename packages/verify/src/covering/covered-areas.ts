import { annotatedPages, type AnnotatedPage } from './annotation-places.ts';
import { isBlank, isUntouched } from './blank-picture.ts';
import { boxesMeet, boxOf, CLEARANCE, grownBox } from './page-area.ts';
import type { Box, DrawnArea, PageArea, PageDrawer, Picture, PixelBox } from './page-area.ts';
import { timeLimit } from './time-limit.ts';

/** Something is, or may be, under an area or too near to it. */
export interface Covering {
  /** Index of the page. */
  readonly page: number;
  readonly reason:
    /** Something is drawn, or too near, or there is text. */
    | 'not-blank'
    /** An annotation or field, shown or not, or too near. */
    | 'annotation'
    /** It was not drawn, or not completely: nobody draws, it failed, or took too long. */
    | 'not-drawn';
  /** What the page showed there and around it; undefined if it is not drawn. */
  readonly picture?: Picture | undefined;
  /** Where the area is in the picture. */
  readonly area?: PixelBox | undefined;
}

/** Of all pages of a file, in milliseconds. */
const DRAWING_LIMIT_MS = 8000;

/** More visible signatures than one update of a document gets. */
const MOST_AREAS = 32;

/**
 * Which of some areas of a document, where widgets of a later signature are, are not blank. The pages are drawn as they
 * were, and an area is blank if it shows paper of one light shade, and straight lines as forms have them (`isBlank`), on
 * screens as well as printed, and nothing else stands nearer than `CLEARANCE`. Whatever can be copied as text, but
 * underscores, counts in the area, and every annotation in or near it, even one that is hidden. If a page has content
 * that can be switched on and off, or colours that programs show in different ways, nothing at all may be painted there, on
 * any layer.
 *
 * @param signed the file from its header to the end of the revision before the widgets
 * @param areas the widgets; those without an area are blank
 * @param drawer undefined where nothing can draw pages: then every area counts as covering
 * @returns one for each area that is not known to be blank
 */
export async function coveredAreas(
  signed: Uint8Array,
  areas: readonly PageArea[],
  drawer: PageDrawer | undefined,
  signal?: AbortSignal,
): Promise<readonly Covering[]> {
  const visible = areas.filter(({ rect }) => !isEmpty(boxOf(rect)));
  if (visible.length === 0) return [];
  const pages = await pagesWith(signed, visible);
  const drawn = visible.length > MOST_AREAS ? [] : await drawAll(signed, visible, drawer, signal);
  const own = new Set(visible.flatMap(({ widget }) => widget ?? []));
  return visible.flatMap((area, index) => {
    const reason = reasonOf(area, pages?.get(area.page), drawn[index], own);
    if (reason === undefined) return [];
    return [{ page: area.page, reason, picture: drawn[index]?.pictures[0], area: drawn[index]?.area }];
  });
}

function isEmpty(box: Box | undefined): boolean {
  return box !== undefined && (box[0] === box[2] || box[1] === box[3]);
}

async function pagesWith(
  signed: Uint8Array,
  areas: readonly PageArea[],
): Promise<ReadonlyMap<number, AnnotatedPage> | undefined> {
  try {
    return await annotatedPages(signed, new Set(areas.map(({ page }) => page)));
  } catch {
    // Whatever keeps the annotations from being read: the areas count as not drawn.
    return undefined;
  }
}

async function drawAll(
  signed: Uint8Array,
  areas: readonly PageArea[],
  drawer: PageDrawer | undefined,
  signal: AbortSignal | undefined,
): Promise<readonly (DrawnArea | undefined)[]> {
  try {
    await drawer?.prepare?.();
    return (await drawer?.draw(signed, areas, timeLimit(DRAWING_LIMIT_MS, signal))) ?? [];
  } catch {
    signal?.throwIfAborted();
    return [];
  }
}

function reasonOf(
  { rect }: PageArea,
  page: AnnotatedPage | undefined,
  drawn: DrawnArea | undefined,
  own: ReadonlySet<number>,
): Covering['reason'] | undefined {
  const box = boxOf(rect);
  const others = page?.annotations.filter(({ number }) => number === undefined || !own.has(number));
  const near = box && grownBox(box, CLEARANCE / (page?.unit ?? 1));
  if (near !== undefined && others?.some(other => boxesMeet(other.box, near)) === true) return 'annotation';
  if (box === undefined || page === undefined || drawn?.pageObject !== page.number) return 'not-drawn';
  if (!isDrawnBlank(drawn, box, page.hasPlainColours !== true)) return 'not-blank';
  return page.hasPlainColours === undefined ? 'not-drawn' : undefined;
}

/** @param isTouchTold whether it counts that something is painted, in whatever colour */
function isDrawnBlank(
  { pictures, painted, hasLayers, area, pixelsPerPoint, texts }: DrawnArea,
  box: Box,
  isTouchTold: boolean,
): boolean {
  return (
    ((!hasLayers && !isTouchTold) || isUntouched(painted, area, pixelsPerPoint)) &&
    texts.every(({ text, box: own }) => isLine(text) || !boxesMeet(own, box)) &&
    pictures.length > 0 &&
    pictures.every(picture => isBlank(picture, area, pixelsPerPoint))
  );
}

/** Blanks and underscores: how they are drawn is seen in the picture. */
function isLine(text: string): boolean {
  return /^[\s_]*$/.test(text);
}
