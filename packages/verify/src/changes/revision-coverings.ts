import type { SignatureWidget } from '@sign-session/pdf-structure';
import { coveredAreas, type Covering } from '../covering/covered-areas.ts';
import type { PageDrawer } from '../covering/page-area.ts';
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
  for (const [index, { widgets }] of revisions.entries()) {
    const [, end] = revisions[index - 1]?.limits ?? [0, 0];
    found.push(await coveredAreas(bytes.subarray(0, end), widgets.flatMap(areaOf), limited, signal));
  }
  return found;
}

function areaOf({ page, rect, number, isVisible }: SignatureWidget) {
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
