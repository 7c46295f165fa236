import type { Queries } from '../storage/database.ts';
import { entryHash, NO_HASH, type AuditEntry } from './audit-entry.ts';
import { entriesAfter } from './audit-store.ts';

/**
 * Why an entry does not fit: there is none with its number; its hash is not that of its content; it does not follow the
 * entry before it; its hash is not the one that the operator kept.
 */
export const MISFITS = ['MISSING', 'CHANGED', 'UNLINKED', 'NOT_AS_KEPT'] as const;

/** The number and hash of an entry, as they were logged or answered. */
export type KeptHash = Pick<AuditEntry, 'number' | 'hash'>;

export interface ChainCheck {
  /** How many entries fit, from the first on. */
  readonly checked: number;
  /** The last of them. */
  readonly newest: KeptHash | undefined;
  /** The first entry that does not fit. */
  readonly misfit: { readonly number: number; readonly reason: (typeof MISFITS)[number] } | undefined;
}

const PAGE = 500;

function misfitOf(
  entry: AuditEntry,
  previous: KeptHash | undefined,
  kept: KeptHash | undefined,
): ChainCheck['misfit'] {
  const number = (previous?.number ?? 0) + 1;
  if (entry.number !== number) return { number, reason: 'MISSING' };
  if (entry.hash !== entryHash(entry)) return { number, reason: 'CHANGED' };
  if (entry.previousHash !== (previous?.hash ?? NO_HASH)) return { number, reason: 'UNLINKED' };
  if (kept?.number === number && kept.hash !== entry.hash) return { number, reason: 'NOT_AS_KEPT' };
  return undefined;
}

/**
 * Reads the whole audit log and names the first entry that does not fit. A chain whose end was cut off, or that was
 * computed anew, fits in itself: only a hash that was kept elsewhere shows that.
 */
export async function checkChain(queries: Queries, kept: KeptHash | undefined): Promise<ChainCheck> {
  let newest: KeptHash | undefined;
  for (;;) {
    const checked = newest?.number ?? 0;
    const entries = await entriesAfter(queries, checked, PAGE);
    for (const entry of entries) {
      const misfit = misfitOf(entry, newest, kept);
      if (misfit !== undefined) return { checked: newest?.number ?? 0, newest, misfit };
      newest = { number: entry.number, hash: entry.hash };
    }
    if (entries.length === PAGE) continue;
    const number = (newest?.number ?? 0) + 1;
    const isCut = kept !== undefined && kept.number >= number;
    return { checked: number - 1, newest, misfit: isCut ? { number, reason: 'MISSING' } : undefined };
  }
}
