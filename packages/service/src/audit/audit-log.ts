/** The audit log: its entries, the chain of hashes that ties them together, and its check. */
import * as z from 'zod';
import type { Core } from '../core/core.ts';
import { sha256 } from '../domain/sha256.ts';
import { insertRow, type Queries, rowSchema } from '../storage/database.ts';
import type { AuditRecord } from '../support/logs.ts';

const ADMIN_ACTS = ['CLIENT_CREATED', 'CLIENT_DELETED', 'CLIENT_SECRET_ROTATED', 'PERSON_ERASED'] as const;

/** What an administrator did, by ids alone: neither secrets nor personal data, so that nothing ever has to be erased. */
interface AdminAct {
  readonly act: (typeof ADMIN_ACTS)[number];
  readonly tenantId: string;
  /** The client that was made, changed or deleted; of an erasure how many sessions, as `sessions:3`. */
  readonly targetId: string;
}

/** An entry of the audit log. Texts are what is stored, which may have been changed in the database. */
export interface AuditEntry {
  /** From 1, without gaps. */
  readonly number: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly act: string;
  readonly tenantId: string;
  readonly targetId: string;
  readonly requestId: string;
  /** Of the entry before it; of the first, {@link NO_HASH}. */
  readonly previousHash: string;
  /** In hex. */
  readonly hash: string;
}

/** What the first entry follows. */
const NO_HASH = '0'.repeat(64);

/** SHA-256 of the previous hash, a line feed, and the other members as a JSON array without spaces. */
function entryHash(entry: Omit<AuditEntry, 'hash'>): string {
  const { previousHash, number, at, act, tenantId, targetId, requestId } = entry;
  const content = JSON.stringify([number, at, act, tenantId, targetId, requestId]);
  return sha256(`${previousHash}\n${content}`).toString('hex');
}

/** The entry that follows this one, or the first. */
function nextEntry(
  previous: Pick<AuditEntry, 'number' | 'hash'> | undefined,
  { act, tenantId, targetId }: AdminAct,
  { at, requestId }: { readonly at: Date; readonly requestId: string },
): AuditEntry {
  const { number, hash: previousHash } = previous ?? { number: 0, hash: NO_HASH };
  const content = {
    number: number + 1,
    at: at.toISOString(),
    act,
    tenantId,
    targetId,
    requestId,
    previousHash,
  };
  return { ...content, hash: entryHash(content) };
}

/** An arbitrary number, the same in every instance. */
const AUDIT_LOCK = 7_316_403;

const entryRow = rowSchema({
  number: z.number(),
  at: z.string(),
  act: z.string(),
  tenantId: z.string(),
  targetId: z.string(),
  requestId: z.string(),
  previousHash: z.string(),
  hash: z.string(),
});

/** The last entry, or undefined before the first. */
export async function newestEntry(queries: Queries): Promise<AuditEntry | undefined> {
  const [found] = await queries.query('SELECT * FROM admin_audit ORDER BY number DESC LIMIT 1');
  return found && entryRow.parse(found);
}

/** The entries after this number, in order. */
export async function entriesAfter(queries: Queries, after: number, limit: number): Promise<AuditEntry[]> {
  const found = await queries.query('SELECT * FROM admin_audit WHERE number > $1 ORDER BY number LIMIT $2', [
    after,
    limit,
  ]);
  return found.map(row => entryRow.parse(row));
}

/**
 * Writes an act's entry. Others wait for the end of the transaction, so that each entry follows the one before; call it
 * last, since whoever waited for a row while holding this lock could wait forever.
 */
async function appendEntry(
  queries: Queries,
  act: AdminAct,
  of: { readonly at: Date; readonly requestId: string },
): Promise<AuditEntry> {
  await queries.query('SELECT pg_advisory_xact_lock($1::int)', [AUDIT_LOCK]);
  const entry = nextEntry(await newestEntry(queries), act, of);
  await insertRow(queries, 'admin_audit', { ...entry });
  return entry;
}

/**
 * Why an entry does not fit: there is none with its number; its hash is not that of its content; it does not follow the
 * entry before it; its hash is not the one that the operator kept.
 */
export const MISFITS = ['MISSING', 'CHANGED', 'UNLINKED', 'NOT_AS_KEPT'] as const;

/** The number and hash of an entry, as they were logged or answered. */
type KeptHash = Pick<AuditEntry, 'number' | 'hash'>;

interface ChainCheck {
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

/** Administrators' acts, each with its entry in the audit log. */
export class AuditLog {
  readonly #core: Pick<Core, 'database' | 'clock'>;
  readonly #log: ((record: AuditRecord) => void) | undefined;

  /** @param log gets each entry once it is committed */
  constructor(core: Pick<Core, 'database' | 'clock'>, log?: (record: AuditRecord) => void) {
    this.#core = core;
    this.#log = log;
  }

  /**
   * Carries out an act and writes its entry, both or neither.
   * @param work does it, and says what it did. When it throws, nothing was done and nothing is written.
   */
  async perform<T extends AdminAct>(requestId: string, work: (queries: Queries) => Promise<T>): Promise<T> {
    const { database, clock } = this.#core;
    const { done, entry } = await database.transaction(async queries => {
      const act = await work(queries);
      return { done: act, entry: await appendEntry(queries, act, { at: clock.now(), requestId }) };
    });
    this.#log?.(entry);
    return done;
  }
}
