import { createMiddleware } from 'hono/factory';
import { DAY_MS, type Clock } from '../domain/clock.ts';
import { clientOf } from '../domain/principal.ts';
import type { ServiceEnv } from '../http/environment.ts';
import { Problem } from '../domain/problem.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Database } from '../storage/database.ts';
import { deprecationHeaders, noticeData, type DeprecatedEndpoint } from './deprecated-endpoint.ts';

/** Notices are kept this many days, enough to recognise the first call of a day. */
const KEPT_DAYS = 7;

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Warns integrators who call deprecated endpoints, and refuses calls after the sunset. */
export class DeprecationNotices {
  readonly #options: { readonly database: Database; readonly clock: Clock; readonly outbox: Outbox };

  constructor(options: { database: Database; clock: Clock; outbox: Outbox }) {
    this.#options = options;
  }

  /**
   * Adds the deprecation headers, and records API.DEPRECATION_NOTICE at a tenant's first call of the day (UTC).
   * Place it after the middleware that authenticates the client.
   * @throws Problem `gone` from the sunset on
   */
  guard(endpoint: DeprecatedEndpoint) {
    return createMiddleware<ServiceEnv>(async (c, next) => {
      const now = this.#options.clock.now();
      const headers = deprecationHeaders(endpoint, c.req.param());
      if (now >= endpoint.sunsetAt) {
        const instead =
          endpoint.replacement && ` Call ${endpoint.replacement.method} ${endpoint.replacement.path}.`;
        const detail = `This endpoint was removed on ${dayOf(endpoint.sunsetAt)}.${instead ?? ''}`;
        throw new Problem('gone', detail, { headers: Object.fromEntries(headers) });
      }
      await this.#tell(endpoint, clientOf(c.get('principal')).tenantId, now);
      await next();
      for (const [name, value] of headers) c.res.headers.set(name, value);
    });
  }

  async removeOld(): Promise<void> {
    const { database, clock } = this.#options;
    const day = dayOf(new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS));
    await database.query('DELETE FROM deprecation_notices WHERE day < $1', [day]);
  }

  async #tell(endpoint: DeprecatedEndpoint, tenantId: string, now: Date): Promise<void> {
    const { database, outbox } = this.#options;
    await database.transaction(async queries => {
      const first = await queries.query(
        `INSERT INTO deprecation_notices (tenant_id, endpoint, day) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING RETURNING day`,
        [tenantId, `${endpoint.method} ${endpoint.path}`, dayOf(now)],
      );
      if (first.length === 0) return;
      await outbox.record(queries, {
        type: 'API.DEPRECATION_NOTICE',
        tenantId,
        at: now,
        data: noticeData(endpoint),
      });
    });
  }
}
