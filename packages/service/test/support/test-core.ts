import type { Core } from '../../src/core/core.ts';
import { systemRandom } from '../../src/domain/ids.ts';
import { SessionChanges } from '../../src/domain/session-changes.ts';
import { SessionLinks } from '../../src/domain/session-links.ts';
import { createKeyRing, openFieldCipher } from '../../src/keys/key-ring.ts';
import { RateLimits } from '../../src/limits/rate-limits.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { Outbox } from '../../src/outbox/outbox.ts';
import { MonthlyQuotas } from '../../src/quotas/monthly-quotas.ts';
import { openTableStore } from '../../src/storage/document-store.ts';
import type { Database } from '../../src/storage/database.ts';
import { PUBLIC_URL, START } from './test-service.ts';

/** Limits that are counted in memory, or in the database that is given. */
export function testRates(database: Pick<Database, 'kind' | 'query'> = EMBEDDED): RateLimits {
  return new RateLimits(database, {
    fingerprints: { of: text => `of ${text}` },
    reportError: () => undefined,
  });
}

const EMBEDDED = {
  kind: 'embedded' as const,
  query: () => Promise.reject(new Error('Nothing is asked of an embedded database.')),
};

/** What a part is made of by hand, over a database with the service's tables. */
export async function testCore(given: Pick<Core, 'database'> & Partial<Core>): Promise<Core> {
  const { database, clock = { now: () => START }, random = systemRandom } = given;
  const metrics = new Metrics();
  const outbox = new Outbox(random, metrics);
  return {
    documents: openTableStore(database),
    clock,
    random,
    fieldCipher: await openFieldCipher(createKeyRing({ database, clock, random }), random),
    outbox,
    quotas: new MonthlyQuotas(outbox),
    rateLimits: testRates(database),
    changes: new SessionChanges(),
    links: new SessionLinks(PUBLIC_URL),
    metrics,
    reportError: () => undefined,
    ...given,
  };
}
