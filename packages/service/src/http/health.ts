import type { Core } from '../core/core.ts';
import { declareRoute } from '../http/route.ts';
import { z } from '@hono/zod-openapi';
import { DocumentMissingError } from '../support/errors.ts';
import type { Database } from '../storage/database.ts';
import type { ServiceApp } from './app.ts';
import { json } from './openapi-parts.ts';

const HISTORY_LENGTH = 100;

/** Those who probe wait for a few seconds only. */
const PROBE_LIMIT_MS = 3000;

const status = z.enum(['healthy', 'degraded', 'unhealthy']);
const partSchema = z.object({ status, latency: z.number().describe('Milliseconds') });
const healthSchema = z
  .object({
    status,
    version: z.string(),
    timestamp: z.string(),
    services: z.record(z.string(), partSchema),
  })
  .openapi('HealthReport');
const historySchema = z.object({ entries: z.array(healthSchema) });
type HealthReport = z.infer<typeof healthSchema>;

const healthRoute = declareRoute({
  method: 'get',
  path: '/health',
  summary: 'The health of the service',
  request: {},
  answers: {
    200: json('Healthy; or degraded: what reads is answered, what changes is not', healthSchema),
    503: json('Unhealthy', healthSchema),
  },
});

const readySchema = z.object({ status: z.enum(['ready', 'unready']) });

const readyRoute = declareRoute({
  method: 'get',
  path: '/ready',
  summary:
    'Whether this instance takes requests, for load balancers: not about the database and the store, which all instances share. Any Host will do, as for /health',
  request: {},
  answers: { 200: json('Ready', readySchema), 503: json('Not ready', readySchema) },
});

const historyRoute = declareRoute({
  method: 'get',
  path: '/health/history',
  summary: 'The last answers of /health since the start, newest last',
  request: {},
  answers: { 200: json('At most 100 entries', historySchema) },
});

type Status = z.infer<typeof status>;

async function check(probe: () => Promise<Status>): Promise<z.infer<typeof partSchema>> {
  const start = performance.now();
  const late = new Promise<Status>(
    resolve => void setTimeout(resolve, PROBE_LIMIT_MS, 'unhealthy' as const).unref(),
  );
  const answered = probe().catch(() => 'unhealthy' as const);
  const found = await Promise.race([answered, late]);
  return { status: found, latency: Math.round(performance.now() - start) };
}

/** A database that takes no changes, such as a standby after a failover, still answers readers. */
async function databaseStatus(database: Database): Promise<Status> {
  const [row] = await database.query<{ read_only: boolean }>(
    `SELECT current_setting('transaction_read_only') = 'on' AS read_only`,
  );
  return row?.read_only === true ? 'degraded' : 'healthy';
}

/** As bad as its worst part. */
const worst = (parts: readonly { readonly status: Status }[]): Status =>
  (['unhealthy', 'degraded'] as const).find(bad => parts.some(part => part.status === bad)) ?? 'healthy';

/** Examines what the service depends on. */
export class Health {
  readonly #core: Core;
  readonly #version: string;

  constructor(core: Core, version: string) {
    this.#core = core;
    this.#version = version;
  }

  /** Never rejects. */
  async examine(): Promise<HealthReport> {
    const { database, documents, clock } = this.#core;
    const [storage, files] = await Promise.all([
      check(() => databaseStatus(database)),
      check(async () => {
        try {
          await documents.check();
          return 'healthy';
        } catch (error) {
          // The others are there.
          if (error instanceof DocumentMissingError) return 'degraded';
          throw error;
        }
      }),
    ]);
    const services = { database: storage, documents: files };
    const timestamp = clock.now().toISOString();
    return { status: worst([storage, files]), version: this.#version, timestamp, services };
  }
}

interface HealthRoutesOptions {
  readonly health: Health;
  /** Aborted when the instance stops. */
  readonly closing: AbortSignal;
  /** What it does in threads of its own. */
  readonly sealer: { isAlive(): boolean };
}

export function mountHealth(
  app: ServiceApp,
  { health: examined, closing, sealer }: HealthRoutesOptions,
): void {
  const history: HealthReport[] = [];
  app.openapi(healthRoute, async c => {
    const health = await examined.examine();
    history.push(health);
    history.splice(0, history.length - HISTORY_LENGTH);
    return health.status === 'unhealthy' ? c.json(health, 503) : c.json(health, 200);
  });
  // What all instances share is left to /health: taking one out for it would take all out.
  app.openapi(readyRoute, c =>
    !closing.aborted && sealer.isAlive()
      ? c.json({ status: 'ready' }, 200)
      : c.json({ status: 'unready' }, 503),
  );
  app.openapi(historyRoute, c => c.json({ entries: history }, 200));
}
