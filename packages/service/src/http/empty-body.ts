import { createMiddleware } from 'hono/factory';
import type { ServiceEnv } from './environment.ts';

/**
 * Treats an empty body with a content type as `{}`, for routes whose members are all optional. Without a content
 * type the body stays empty: the route would refuse `{}` for lack of one.
 */
export const emptyBodyIsEmptyObject = createMiddleware<ServiceEnv>(async (c, next) => {
  const promisesBody = c.req.header('Content-Type') !== undefined;
  if (promisesBody && (await c.req.text()) === '')
    Object.assign(c.req.bodyCache, { text: Promise.resolve('{}') });
  await next();
});
