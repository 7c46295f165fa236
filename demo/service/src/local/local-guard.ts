import { createMiddleware } from 'hono/factory';
import type { ServiceEnv } from '../http/environment.ts';
import { LOOPBACK_NAMES } from '../http/loopback.ts';
import { Problem } from '../domain/problem.ts';

const PROBES: readonly string[] = ['/health', '/ready'];

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1)$/;

/**
 * Whether a proxy or tunnel on this machine added headers: the client is then elsewhere, although the connection is
 * local.
 */
function cameThroughProxy(headers: Headers): boolean {
  return Array.from(headers.keys()).some(name => /^(forwarded|via|x-forwarded-.*)$/i.test(name));
}

/** Whether the request comes from a page of this very origin, or not from a page. */
function isOwnOrigin(origin: string | undefined, own: URL): boolean {
  return origin === undefined || origin === own.origin;
}

/**
 * Restricts the development routes to this machine and to the service's own pages. The Host check stops foreign
 * pages whose name was made to resolve here (DNS rebinding), and requests by the public name; the Origin check
 * stops pages that just post.
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
 * Refuses every host name but this machine's own and the public one. With well-known client secrets, a foreign page
 * must not reach the API by pointing a name of its own here.
 */
export function knownHostsOnly(hostNames: readonly string[]) {
  const names = new Set([...LOOPBACK_NAMES, ...hostNames]);
  return createMiddleware<ServiceEnv>(async (c, next) => {
    // Load balancers probe by IP address; the response reveals nothing.
    if (PROBES.includes(c.req.path)) return next();
    if (!names.has(new URL(c.req.url).hostname)) {
      throw new Problem('forbidden', 'The service does not go by this name. PUBLIC_URL sets another one.');
    }
    await next();
  });
}
