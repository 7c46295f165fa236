/** A source that would say more than one origin or scheme. Who composes a policy must not let it come to that. */
export class PolicySourceError extends Error {
  override readonly name = 'PolicySourceError';
}

function requirePlain(sources: readonly string[]): void {
  if (sources.some(source => source === '' || /[;,\s*']/.test(source))) {
    throw new PolicySourceError('A source of the page policy is not a plain origin.');
  }
}

/** What every page is answered with beside its own policy. */
function headersWith(policy: readonly string[]): Record<string, string> {
  return {
    'Content-Security-Policy': policy.join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Permissions-Policy':
      'camera=(self), geolocation=(self), microphone=(), payment=(), usb=(), display-capture=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}

/**
 * What a page of this service may do, as headers. Nothing on the pages needs more, and a violation is a fault.
 * @throws PolicySourceError
 */
export function pageHeaders(options: {
  /** Origins that images may come from, besides the page's own. */
  readonly imageSources: readonly string[];
  /** Origins that may frame the page. */
  readonly frameAncestors: readonly string[];
  /** Where the API and the documents are, for pages that were opened by another name of this machine. */
  readonly publicOrigin: string;
}): Record<string, string> {
  const { imageSources, frameAncestors, publicOrigin } = options;
  requirePlain([...imageSources, ...frameAncestors, publicOrigin]);
  return headersWith([
    `default-src 'none'`,
    // The face landmarker is WebAssembly; nothing may be evaluated beyond that.
    `script-src 'self' 'wasm-unsafe-eval'`,
    `style-src 'self'`,
    `worker-src 'self'`,
    ['img-src', `'self'`, 'data:', 'blob:', ...imageSources].join(' '),
    `connect-src 'self' ${publicOrigin}`,
    `font-src 'self'`,
    `form-action 'none'`,
    `base-uri 'none'`,
    `frame-ancestors ${frameAncestors.length === 0 ? `'none'` : frameAncestors.join(' ')}`,
    `require-trusted-types-for 'script'`,
    `trusted-types lit-html sign-session 'allow-duplicates'`,
  ]);
}

/**
 * The same for the reference page. Swagger UI needs nothing inline and evaluates nothing; its icons are `data:` images
 * of its style sheet. `dompurify` cleans the HTML of descriptions, and the page's `default` lets in what is left of it.
 */
export function referenceHeaders(): Record<string, string> {
  return {
    ...headersWith([
      `default-src 'none'`,
      `script-src 'self'`,
      `style-src 'self'`,
      `img-src 'self' data:`,
      `connect-src 'self'`,
      `form-action 'none'`,
      `base-uri 'none'`,
      `frame-ancestors 'none'`,
      `require-trusted-types-for 'script'`,
      `trusted-types default dompurify`,
    ]),
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), display-capture=()',
  };
}
