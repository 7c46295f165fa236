import { timingSafeEqual } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { unauthorized } from '../domain/problem.ts';
import type { Random } from '../domain/identifiers/random-ids.ts';
import { sha256 } from '../domain/sha256.ts';
import type { Access } from '../http/declare-route.ts';
import type { ServiceEnv } from '../http/environment.ts';
import { ADMIN_AUTH } from '../http/openapi-parts.ts';

const SECRET_BYTES = 32;

/** A new secret of a client. */
export function newSecret(random: Random): string {
  return `cs_${Buffer.from(random(SECRET_BYTES)).toString('base64url')}`;
}

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
