import { createMiddleware } from 'hono/factory';
import type { ServiceEnv } from './environment.ts';

/** For answers that are about one person at one moment. */
export const neverStored = createMiddleware<ServiceEnv>(async (c, next) => {
  await next();
  c.res.headers.set('Cache-Control', 'no-store');
});
