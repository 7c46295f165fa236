import { timingSafeEqual } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { unauthorized } from '../domain/problem.ts';
import { sha256 } from '../domain/sha256.ts';
import type { Access } from './declare-route.ts';
import type { ServiceEnv } from './environment.ts';
import { ADMIN_AUTH } from './openapi-parts.ts';

/** The holder of the administrator's token. */
export function adminAccess(adminToken: string | undefined): Access {
  const authenticate = createMiddleware<ServiceEnv>(async (c, next) => {
    const given = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
    const isAdmin =
      adminToken !== undefined && given !== undefined && timingSafeEqual(sha256(given), sha256(adminToken));
    if (!isAdmin) throw unauthorized('The administrator’s token (ADMIN_TOKEN) is required.');
    await next();
  });
  return { security: ADMIN_AUTH, middleware: [authenticate], problems: [401] };
}
