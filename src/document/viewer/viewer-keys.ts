import type { Panel, ViewerCommand } from './command.ts';

/** What Escape can close. */
export interface OpenParts {
  readonly panel: Panel | undefined;
  readonly finding: boolean;
}

/** What a key without Ctrl and the like means in the viewer; nothing where it is left to what has the focus. */
export function commandOfKey({ key, target }: KeyboardEvent, open: OpenParts): ViewerCommand | undefined {
  if (key === 'Escape') return escapeFrom(open);
  const inPages = target instanceof Element && target.closest('.scroller') !== null;
  return inPages ? ZOOM_KEYS[key] : undefined;
}

/** One thing at a time, the uppermost first. */
function escapeFrom({ panel, finding }: OpenParts): ViewerCommand | undefined {
  if (panel !== undefined) return { kind: 'panel', panel };
  return finding ? { kind: 'find' } : undefined;
}

const ZOOM_KEYS: Readonly<Record<string, ViewerCommand>> = {
  '+': { kind: 'zoom', direction: 1 },
  '=': { kind: 'zoom', direction: 1 },
  '-': { kind: 'zoom', direction: -1 },
  '0': { kind: 'fitWidth' },
};
