import type { RequestRecord } from '../support/request-record.ts';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { Metrics } from '../metrics/metrics.ts';
import type { ServiceEnv } from './environment.ts';

/** The pattern of the route that answered: paths hold session ids, and queries hold credentials. */
export function routeOf(c: Context<ServiceEnv>): string {
  return matchedRoutes(c).findLast(({ path }) => path !== '/*')?.path ?? '(no route)';
}

/** Logs each request. It never reads bodies or headers. */
export function requestLog(log: (record: RequestRecord) => void) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const start = performance.now();
    await next();
    const milliseconds = Math.round(performance.now() - start);
    const { method } = c.req;
    log({ method, route: routeOf(c), status: c.res.status, milliseconds, requestId: c.get('requestId') });
  });
}

/** Measures each request until its response begins. */
export function requestMetrics({ requests }: Metrics) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const start = performance.now();
    await next();
    const labels = { method: c.req.method, route: routeOf(c), status: c.res.status };
    requests.observe(labels, (performance.now() - start) / 1000);
  });
}
