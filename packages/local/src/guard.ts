/** Who may use the routes of local mode, and by which host names the service is reached while its secrets are published. */
import { createMiddleware } from 'hono/factory';
import type { ServiceEnv } from '../../service/src/http/environment.ts';
import { isLoopbackAddress, isLoopbackUrl, LOOPBACK_NAMES } from '../../service/src/http/trusted-urls.ts';
import { Problem } from '../../service/src/domain/problem.ts';
import { LOCAL_RECEIVER } from './webhooks.ts';

const PROBES: readonly string[] = ['/health', '/ready'];

/** Headers by which proxies, tunnels and content networks say whom they forward for. No browser or client sends one. */
const FORWARDING =
  /^(?:forwarded|via|cdn-loop|(?:.+-)?client-ip|(?:x-)?(?:forwarded|real|original|remote|proxy|proxyuser|cluster|envoy|arr|azure|amzn|amz-cf|appengine|vercel|nf|railway)[-a-z0-9]*|x-host|x-scheme|x-cloud-trace-context|x-request-start|(?:cf|fly|fastly|akamai|ngrok|tailscale)-.+)$/i;

/** Whether a proxy or tunnel on this machine added headers: the client is elsewhere, although the connection is local. */
function cameThroughProxy(headers: Headers): boolean {
  return Array.from(headers.keys()).some(name => FORWARDING.test(name));
}

/** Whether the request comes from a page of this very origin, or not from a page. */
function isOwnOrigin(origin: string | undefined, own: URL): boolean {
  return origin === undefined || origin === own.origin;
}

/**
 * Whether the service itself sent the request, as a webhook: its address is an integrator's choice, who must not
 * reach these routes by it. Each delivery has the header; no webhook can leave it out.
 */
function isWebhook(headers: Headers): boolean {
  return headers.has('X-Service-Webhook-Id');
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
    isLoopbackAddress(address) &&
    isLoopbackUrl(url) &&
    !cameThroughProxy(c.req.raw.headers) &&
    !foreignSite &&
    (url.pathname === LOCAL_RECEIVER || !isWebhook(c.req.raw.headers)) &&
    isOwnOrigin(c.req.header('Origin'), url);
  if (!allowed) throw new Problem('forbidden', 'Available from the local machine only.');
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
      throw new Problem('forbidden', 'Unknown Host header. PUBLIC_URL sets the name of the service.');
    }
    await next();
  });
}
