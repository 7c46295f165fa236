import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/** A source that would allow more than one origin or scheme. Check sources before composing a policy. */
export class PolicySourceError extends Error {
  override readonly name = 'PolicySourceError';
}

function requirePlain(sources: readonly string[]): void {
  if (sources.some(source => source === '' || /[;,\s*']/.test(source))) {
    throw new PolicySourceError('A source of the page policy is not a plain origin.');
  }
}

/** Of the device, a page that only shows something needs nothing. */
const NO_DEVICES = {
  camera: [],
  geolocation: [],
  microphone: [],
  payment: [],
  usb: [],
  displayCapture: [],
};

/** Disables headers that Hono adds by default, and one that the proxy should send (Strict-Transport-Security). */
const NOT_SENT = {
  // The policy's frame-ancestors replaces it, with the tenant's origins.
  xFrameOptions: false,
  strictTransportSecurity: false,
  crossOriginResourcePolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;

/** Pages of this machine on any port; the policy's grammar has no form for IPv6. */
const LOOPBACK_PAGES = ['http', 'https'].flatMap(scheme =>
  ['localhost', '127.0.0.1'].map(host => `${scheme}://${host}:*`),
);

/**
 * Sets the security headers of a page, with its Content-Security-Policy. The pages need nothing beyond it, so any
 * violation is a bug.
 * @throws PolicySourceError
 */
export function pageHeaders(options: {
  /** Origins of images, besides the page's own. */
  readonly imageSources: readonly string[];
  /** What the page connects to, besides the service. */
  readonly connectSources?: readonly string[];
  /** Origins that may frame the page. */
  readonly frameAncestors: readonly string[];
  /** Whether pages of this machine may, too. */
  readonly loopbackMayFrame?: boolean;
  /** The origin of the API and the documents, for pages opened under another name of this machine. */
  readonly publicOrigin: string;
}): MiddlewareHandler {
  const { imageSources, connectSources = [], publicOrigin, loopbackMayFrame = false } = options;
  const frameAncestors = [...options.frameAncestors];
  requirePlain([...imageSources, ...connectSources, ...frameAncestors, publicOrigin]);
  if (loopbackMayFrame) frameAncestors.push(...LOOPBACK_PAGES);
  return secureHeaders({
    ...NOT_SENT,
    contentSecurityPolicy: {
      defaultSrc: [`'none'`],
      // For the face landmarker, which is WebAssembly. No other evaluation is allowed.
      scriptSrc: [`'self'`, `'wasm-unsafe-eval'`],
      styleSrc: [`'self'`],
      workerSrc: [`'self'`],
      imgSrc: [`'self'`, 'data:', 'blob:', ...imageSources],
      connectSrc: [`'self'`, publicOrigin, ...connectSources],
      fontSrc: [`'self'`],
      formAction: [`'none'`],
      baseUri: [`'none'`],
      frameAncestors: frameAncestors.length === 0 ? [`'none'`] : frameAncestors,
      requireTrustedTypesFor: [`'script'`],
      trustedTypes: ['lit-html', 'sign-session', `'allow-duplicates'`],
    },
    permissionsPolicy: {
      ...NO_DEVICES,
      camera: ['self'],
      geolocation: ['self'],
    },
  });
}

/**
 * Sets the security headers of the page about tokens, which connects to nothing but the token bridge.
 * @param bridge its address
 */
export function tokenPageHeaders(bridge: string): MiddlewareHandler {
  return secureHeaders({
    ...NOT_SENT,
    contentSecurityPolicy: {
      defaultSrc: [`'none'`],
      scriptSrc: [`'self'`],
      styleSrc: [`'self'`],
      imgSrc: ['data:'],
      connectSrc: [bridge],
      formAction: [`'none'`],
      baseUri: [`'none'`],
      frameAncestors: [`'none'`],
      requireTrustedTypesFor: [`'script'`],
      trustedTypes: ['lit-html'],
    },
    permissionsPolicy: NO_DEVICES,
  });
}

/**
 * Sets the security headers of the reference page. Swagger UI needs nothing inline and evaluates nothing; its icons are
 * `data:` images of its style sheet. `dompurify` cleans the HTML of descriptions, and the page's `default` policy lets
 * in what is left of it.
 */
export function referenceHeaders(): MiddlewareHandler {
  return secureHeaders({
    ...NOT_SENT,
    contentSecurityPolicy: {
      defaultSrc: [`'none'`],
      scriptSrc: [`'self'`],
      styleSrc: [`'self'`],
      imgSrc: [`'self'`, 'data:'],
      connectSrc: [`'self'`],
      formAction: [`'none'`],
      baseUri: [`'none'`],
      frameAncestors: [`'none'`],
      requireTrustedTypesFor: [`'script'`],
      trustedTypes: ['default', 'dompurify'],
    },
    permissionsPolicy: NO_DEVICES,
  });
}

/**
 * Sets the security headers of the manual. Vue fills in its pages by a policy of its own, and the playground runs the widget
 * that the service serves, with its workers.
 */
export function manualHeaders(): MiddlewareHandler {
  return secureHeaders({
    ...NOT_SENT,
    contentSecurityPolicy: {
      defaultSrc: [`'none'`],
      scriptSrc: [`'self'`],
      styleSrc: [`'self'`],
      workerSrc: [`'self'`],
      imgSrc: [`'self'`, 'data:', 'blob:'],
      connectSrc: [`'self'`],
      fontSrc: [`'self'`],
      formAction: [`'none'`],
      baseUri: [`'none'`],
      frameAncestors: [`'none'`],
      requireTrustedTypesFor: [`'script'`],
      trustedTypes: ['vue', 'lit-html', 'sign-session', `'allow-duplicates'`],
    },
    permissionsPolicy: NO_DEVICES,
  });
}
