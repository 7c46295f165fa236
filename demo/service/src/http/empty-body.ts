import { createMiddleware } from 'hono/factory';
import type { ServiceEnv } from './environment.ts';

/**
 * Where every member may be left out, so may the body, also under a content type that promises one. Without a content
 * type nothing is put in its place: the route would ask what type it is.
 */
export const emptyBodyIsEmptyObject = createMiddleware<ServiceEnv>(async (c, next) => {
  const promisesBody = c.req.header('Content-Type') !== undefined;
  if (promisesBody && (await c.req.text()) === '')
    Object.assign(c.req.bodyCache, { text: Promise.resolve('{}') });
  await next();
});
