import type { Log } from '../support/error-log.ts';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { ServiceEnv } from './environment.ts';

/**
 * Logs one line per request: method, route pattern, status, milliseconds, request id. It logs the pattern because
 * paths hold session ids and queries hold credentials; it never reads bodies or headers.
 */
export function requestLog(log: Log) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const start = performance.now();
    await next();
    const pattern = matchedRoutes(c).findLast(({ path }) => path !== '/*')?.path ?? '(no route)';
    const milliseconds = Math.round(performance.now() - start);
    log(`${c.req.method} ${pattern} ${c.res.status} ${milliseconds} ms ${c.get('requestId')}`);
  });
}
