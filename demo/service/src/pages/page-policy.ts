import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/** A source that would say more than one origin or scheme. Who composes a policy must not let it come to that. */
export class PolicySourceError extends Error {
  override readonly name = 'PolicySourceError';
}

function requirePlain(sources: readonly string[]): void {
  if (sources.some(source => source === '' || /[;,\s*']/.test(source))) {
    throw new PolicySourceError('A source of the page policy is not a plain origin.');
  }
}

/** What Hono adds by itself, and what is the proxy's to say (Strict-Transport-Security). */
const NOT_SENT = {
  // The policy's frame-ancestors says it, with the tenant's origins.
  xFrameOptions: false,
  strictTransportSecurity: false,
  crossOriginResourcePolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;

/**
 * Says in headers what a page of this service may do. Nothing on the pages needs more, and a violation is a fault.
 * @throws PolicySourceError
 */
export function pageHeaders(options: {
  /** Origins that images may come from, besides the page's own. */
  readonly imageSources: readonly string[];
  /** Origins that may frame the page. */
  readonly frameAncestors: readonly string[];
  /** Where the API and the documents are, for pages that were opened by another name of this machine. */
  readonly publicOrigin: string;
}): MiddlewareHandler {
  const { imageSources, frameAncestors, publicOrigin } = options;
  requirePlain([...imageSources, ...frameAncestors, publicOrigin]);
  return secureHeaders({
    ...NOT_SENT,
    contentSecurityPolicy: {
      defaultSrc: [`'none'`],
      // The face landmarker is WebAssembly; nothing may be evaluated beyond that.
      scriptSrc: [`'self'`, `'wasm-unsafe-eval'`],
      styleSrc: [`'self'`],
      workerSrc: [`'self'`],
      imgSrc: [`'self'`, 'data:', 'blob:', ...imageSources],
      connectSrc: [`'self'`, publicOrigin],
      fontSrc: [`'self'`],
      formAction: [`'none'`],
      baseUri: [`'none'`],
      frameAncestors: frameAncestors.length === 0 ? [`'none'`] : [...frameAncestors],
      requireTrustedTypesFor: [`'script'`],
      trustedTypes: ['lit-html', 'sign-session', `'allow-duplicates'`],
    },
    permissionsPolicy: {
      camera: ['self'],
      geolocation: ['self'],
      microphone: [],
      payment: [],
      usb: [],
      displayCapture: [],
    },
  });
}
