/** Pages of this computer, which browsers treat as secure without https. */
const LOCAL_PAGE = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** May pages of this origin speak to the bridge? Only secure ones: others could be anybody's on the way. */
export function isAllowedOrigin(origin: string | undefined): origin is string {
  if (origin === undefined) return false;
  if (LOCAL_PAGE.test(origin)) return true;
  if (!origin.startsWith('https://') || !URL.canParse(origin)) return false;
  // As browsers write it, and nothing else: no path, no default port, host names in ASCII.
  return new URL(origin).origin === origin;
}

/**
 * Was the bridge called by its own address? A name of somebody else's that leads to loopback would be DNS rebinding.
 */
export function isOwnHost(host: string | undefined, port: number): boolean {
  return host !== undefined && ['127.0.0.1', '[::1]', 'localhost'].some(name => host === `${name}:${port}`);
}
