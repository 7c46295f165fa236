/** What nearly every part of the service rests on. `main/compose.ts` makes it once, and gives it to each part. */
import type { Clock } from '../domain/clock.ts';
import type { Random } from '../domain/ids.ts';
import type { SessionChanges } from '../domain/session-changes.ts';
import type { SessionLinks } from '../domain/session-links.ts';
import type { FieldCipher } from '../keys/key-ring.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { MonthlyQuotas } from '../quotas/monthly-quotas.ts';
import type { Database } from '../storage/database.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import type { Log } from '../support/logs.ts';

export interface Core {
  readonly database: Database;
  readonly documents: DocumentStore;
  /** The service's time, which local mode can move. */
  readonly clock: Clock;
  readonly random: Random;
  readonly fieldCipher: FieldCipher;
  readonly outbox: Outbox;
  readonly quotas: MonthlyQuotas;
  readonly rateLimits: RateLimits;
  readonly changes: SessionChanges;
  readonly links: SessionLinks;
  readonly metrics: Metrics;
  /** For unexpected errors, as lines without data of signers. */
  readonly reportError: Log;
}
