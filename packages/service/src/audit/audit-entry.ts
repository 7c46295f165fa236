import { sha256 } from '../domain/sha256.ts';

export const ADMIN_ACTS = [
  'CLIENT_CREATED',
  'CLIENT_DELETED',
  'CLIENT_SECRET_ROTATED',
  'PERSON_ERASED',
] as const;

/** What an administrator did, by ids alone: neither secrets nor personal data, so that nothing ever has to be erased. */
export interface AdminAct {
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
export const NO_HASH = '0'.repeat(64);

/** SHA-256 of the previous hash, a line feed, and the other members as a JSON array without spaces. */
export function entryHash(entry: Omit<AuditEntry, 'hash'>): string {
  const { previousHash, number, at, act, tenantId, targetId, requestId } = entry;
  const content = JSON.stringify([number, at, act, tenantId, targetId, requestId]);
  return sha256(`${previousHash}\n${content}`).toString('hex');
}

/** The entry that follows this one, or the first. */
export function nextEntry(
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
