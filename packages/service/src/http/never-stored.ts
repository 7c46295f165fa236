import { createMiddleware } from 'hono/factory';
import type { ServiceEnv } from './environment.ts';

/** For personal responses, which must never be cached. */
export const neverStored = createMiddleware<ServiceEnv>(async (c, next) => {
  await next();
  c.res.headers.set('Cache-Control', 'no-store');
});
