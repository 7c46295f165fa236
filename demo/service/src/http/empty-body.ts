import { createMiddleware } from 'hono/factory';
import type { ServiceEnv } from './environment.ts';

/** Where every member may be left out, so may the body, also under a content type that promises one. */
export const emptyBodyIsEmptyObject = createMiddleware<ServiceEnv>(async (c, next) => {
  if ((await c.req.text()) === '') Object.assign(c.req.bodyCache, { text: Promise.resolve('{}') });
  await next();
});
