import type { Clock } from '../domain/clock.ts';
import type { AuditRecord } from '../support/audit-record.ts';
import type { Database, Queries } from '../storage/database.ts';
import type { AdminAct } from './audit-entry.ts';
import { appendEntry } from './audit-store.ts';

export interface AuditLogParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Gets each entry once it is committed. */
  readonly log?: ((record: AuditRecord) => void) | undefined;
}

/** Administrators' acts, each with its entry in the audit log. */
export class AuditLog {
  readonly #parts: AuditLogParts;

  constructor(parts: AuditLogParts) {
    this.#parts = parts;
  }

  /**
   * Carries out an act and writes its entry, both or neither.
   * @param work does it, and says what it did. When it throws, nothing was done and nothing is written.
   */
  async perform<T extends AdminAct>(requestId: string, work: (queries: Queries) => Promise<T>): Promise<T> {
    const { database, clock, log } = this.#parts;
    const { done, entry } = await database.transaction(async queries => {
      const act = await work(queries);
      return { done: act, entry: await appendEntry(queries, act, { at: clock.now(), requestId }) };
    });
    log?.(entry);
    return done;
  }
}
