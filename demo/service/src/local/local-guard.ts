import { createMiddleware } from 'hono/factory';
import type { ServiceEnv } from '../http/environment.ts';
import { LOOPBACK_NAMES } from '../http/loopback.ts';
import { Problem } from '../domain/problem.ts';

const PROBES: readonly string[] = ['/health', '/ready'];

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1)$/;

/** What a proxy or a tunnel on this machine adds: its peers are elsewhere, though it connects from here. */
function cameThroughProxy(headers: Headers): boolean {
  return Array.from(headers.keys()).some(name => /^(forwarded|via|x-forwarded-.*)$/i.test(name));
}

/** A page that a browser sends this from: one of this very address, or no browser at all. */
function isOwnOrigin(origin: string | undefined, own: URL): boolean {
  return origin === undefined || origin === own.origin;
}

/**
 * Keeps the development routes to this machine and to this service's own pages. The Host list stops a foreign
 * page whose name was made to point here (DNS rebinding) and whoever comes by the public name; the Origin check
 * stops a page that just posts.
 */
export const localOnly = createMiddleware<ServiceEnv>(async (c, next) => {
  const url = new URL(c.req.url);
  const address = c.env.connection?.remoteAddress ?? '127.0.0.1';
  const foreignSite = c.req.header('Sec-Fetch-Site') === 'cross-site';
  const allowed =
    LOOPBACK.test(address) &&
    LOOPBACK_NAMES.includes(url.hostname) &&
    !cameThroughProxy(c.req.raw.headers) &&
    !foreignSite &&
    isOwnOrigin(c.req.header('Origin'), url);
  if (!allowed) throw new Problem('forbidden', 'This is for the machine that the service runs on.');
  await next();
});

/**
 * Refuses every name but this machine's own and the public one. Where the clients' secrets are known to
 * everybody, a foreign page must not reach the API by a name of its own that it points here.
 */
export function knownHostsOnly(hostNames: readonly string[]) {
  const names = new Set([...LOOPBACK_NAMES, ...hostNames]);
  return createMiddleware<ServiceEnv>(async (c, next) => {
    // Load balancers probe by address, and learn nothing from it.
    if (PROBES.includes(c.req.path)) return next();
    if (!names.has(new URL(c.req.url).hostname)) {
      throw new Problem('forbidden', 'The service does not go by this name. PUBLIC_URL sets another one.');
    }
    await next();
  });
}
