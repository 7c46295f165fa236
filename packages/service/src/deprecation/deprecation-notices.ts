/** Deprecated endpoints, and telling the tenants that still use them. */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Core } from '../core/core.ts';
import { DAY_MS } from '../domain/clock.ts';
import { clientOf } from '../domain/principal.ts';
import { Problem } from '../domain/problem.ts';
import type { ServiceEnv } from '../http/environment.ts';

/** An endpoint that will be removed (service interface, "Versioning"). */
export interface DeprecatedEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With parameters by name, as in the OpenAPI document. */
  readonly path: string;
  readonly deprecatedAt: Date;
  /** From then on it returns 410; at least six months after its deprecation. */
  readonly sunsetAt: Date;
  readonly replacement?: { readonly method: string; readonly path: string };
  /** What to do instead, in words. */
  readonly message?: string;
}

/**
 * Headers on responses of a deprecated endpoint (RFC 9745, RFC 8594, RFC 8288).
 * @param parameters the request's path parameters by name, because a link must be a URL, not a template
 */
function deprecationHeaders(
  { deprecatedAt, sunsetAt, replacement }: DeprecatedEndpoint,
  parameters: Readonly<Record<string, string>>,
): Headers {
  const headers = new Headers({
    Deprecation: `@${Math.floor(deprecatedAt.getTime() / 1000)}`,
    Sunset: sunsetAt.toUTCString(),
  });
  if (replacement !== undefined) {
    const path = replacement.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(parameters[name] ?? ''),
    );
    headers.set('Link', `<${path}>; rel="successor-version"`);
  }
  return headers;
}

/** `data` of API.DEPRECATION_NOTICE (service interface, "data per type"). */
function noticeData(endpoint: DeprecatedEndpoint): Record<string, unknown> {
  const { method, path, deprecatedAt, sunsetAt, replacement, message } = endpoint;
  return {
    endpoint: `${method} ${path}`,
    method,
    path,
    deprecatedAt: deprecatedAt.toISOString(),
    sunsetAt: sunsetAt.toISOString(),
    ...(replacement && { replacement: `${replacement.method} ${replacement.path}` }),
    ...(message !== undefined && { message }),
  };
}

/** Notices are kept this many days, enough to recognise the first call of a day. */
const KEPT_DAYS = 7;

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Warns integrators who call deprecated endpoints, and refuses calls after the sunset. */
export class DeprecationNotices {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Adds the deprecation headers, and records API.DEPRECATION_NOTICE at a tenant's first call of the day (UTC).
   * Place it after the middleware that authenticates the caller.
   * @param tenantOf the tenant that is told
   * @throws Problem `gone` from the sunset on
   */
  guard(
    endpoint: DeprecatedEndpoint,
    tenantOf = (c: Context<ServiceEnv>) => clientOf(c.get('principal')).tenantId,
  ) {
    return createMiddleware<ServiceEnv>(async (c, next) => {
      const now = this.#core.clock.now();
      const headers = deprecationHeaders(endpoint, c.req.param());
      if (now >= endpoint.sunsetAt) {
        const instead =
          endpoint.replacement && ` Call ${endpoint.replacement.method} ${endpoint.replacement.path}.`;
        const detail = `This endpoint was removed on ${dayOf(endpoint.sunsetAt)}.${instead ?? ''}`;
        throw new Problem('gone', detail, { headers: Object.fromEntries(headers) });
      }
      await next();
      // There may be no such tenant.
      if (c.res.status !== 404) await this.#tell(endpoint, tenantOf(c), now);
      for (const [name, value] of headers) c.res.headers.set(name, value);
    });
  }

  async removeOld(): Promise<void> {
    const { database, clock } = this.#core;
    const day = dayOf(new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS));
    await database.query('DELETE FROM deprecation_notices WHERE day < $1', [day]);
  }

  async #tell(endpoint: DeprecatedEndpoint, tenantId: string, now: Date): Promise<void> {
    const { database, outbox } = this.#core;
    await database.transaction(async queries => {
      const first = await queries.query(
        `INSERT INTO deprecation_notices (tenant_id, endpoint, day) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING RETURNING day`,
        [tenantId, `${endpoint.method} ${endpoint.path}`, dayOf(now)],
      );
      if (first.length === 0) return;
      await outbox.record(queries, {
        type: 'API.DEPRECATION_NOTICE',
        tenantId,
        at: now,
        data: noticeData(endpoint),
      });
    });
  }
}
