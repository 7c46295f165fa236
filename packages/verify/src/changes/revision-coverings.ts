import type { SignatureWidget } from '@sign-session/pdf-structure';
import { coveredAreas, type Covering } from '../covering/covered-areas.ts';
import { staysInside } from '../covering/look-form.ts';
import type { PageArea, PageDrawer } from '../covering/page-area.ts';
import { timeLimit } from '../covering/time-limit.ts';
import type { Difference } from './revisions.ts';

/** What draws pages, and when it must stop. */
export interface Drawing {
  /** Without one, whatever a visible signature is over counts as covered. */
  readonly drawer?: PageDrawer | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Of all revisions of a file, in milliseconds. */
const FILE_LIMIT_MS = 8000;

/**
 * What the signatures of each revision cover of the one before it. An earlier one shows nothing else there, except for
 * what was permitted since, which must not be covered either.
 * @param bytes the file from its header on
 * @returns one list for each revision; the first covers nothing
 */
export async function revisionCoverings(
  bytes: Uint8Array,
  revisions: readonly Difference[],
  { drawer, signal }: Drawing,
): Promise<readonly (readonly Covering[])[]> {
  const limited = drawer && withinLimit(drawer);
  const found: (readonly Covering[])[] = [];
  for (const [index, { widgets, limits }] of revisions.entries()) {
    const [, end] = revisions[index - 1]?.limits ?? [0, 0];
    const areas = widgets.flatMap(areaOf);
    const loose = await looseLooks(bytes.subarray(0, limits[1]), areas);
    found.push([...loose, ...(await coveredAreas(bytes.subarray(0, end), areas, limited, signal))]);
  }
  return found;
}

/** Nobody knows what a look covers that may be drawn elsewhere. */
async function looseLooks(file: Uint8Array, areas: readonly VisibleArea[]): Promise<Covering[]> {
  const found: Covering[] = [];
  for (const { page, widget } of areas)
    if (!(await staysInside(file, widget))) found.push({ page, reason: 'not-drawn' });
  return found;
}

type VisibleArea = PageArea & { readonly widget: number };

function areaOf({ page, rect, number, isVisible }: SignatureWidget): VisibleArea[] {
  return isVisible && page !== undefined ? [{ page, rect, widget: number }] : [];
}

/** The limit begins with the first drawing: what has to be loaded before does not count. */
function withinLimit(drawer: PageDrawer): PageDrawer {
  const { draw } = drawer;
  let end: number | undefined;
  return {
    ...drawer,
    draw(pdf, areas, signal) {
      end ??= performance.now() + FILE_LIMIT_MS;
      return draw(pdf, areas, timeLimit(Math.max(0, end - performance.now()), signal));
    },
  };
}
