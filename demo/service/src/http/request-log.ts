import type { Log } from '../support/error-log.ts';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { ServiceEnv } from './environment.ts';

/**
 * One line a request: method, route pattern, status, milliseconds. The pattern stands for the address, because
 * addresses hold session ids and queries hold credentials; bodies and headers are never looked at.
 */
export function requestLog(log: Log) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const start = performance.now();
    await next();
    const pattern = matchedRoutes(c).findLast(({ path }) => path !== '/*')?.path ?? '(no route)';
    log(`${c.req.method} ${pattern} ${c.res.status} ${Math.round(performance.now() - start)} ms`);
  });
}
