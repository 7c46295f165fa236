/** A source that would allow more than one origin or scheme. Check sources before composing a policy. */
export class PolicySourceError extends Error {
  override readonly name = 'PolicySourceError';
}

function requirePlain(sources: readonly string[]): void {
  if (sources.some(source => source === '' || /[;,\s*']/.test(source))) {
    throw new PolicySourceError('A source of the page policy is not a plain origin.');
  }
}

/**
 * The security headers of a page, with its Content-Security-Policy. The pages need nothing beyond it, so any
 * violation is a bug.
 * @throws PolicySourceError
 */
export function pageHeaders(options: {
  /** Origins of images, besides the page's own. */
  readonly imageSources: readonly string[];
  /** Origins that may frame the page. */
  readonly frameAncestors: readonly string[];
  /** The origin of the API and the documents, for pages opened under another name of this machine. */
  readonly publicOrigin: string;
}): Record<string, string> {
  const { imageSources, frameAncestors, publicOrigin } = options;
  requirePlain([...imageSources, ...frameAncestors, publicOrigin]);
  const policy = [
    `default-src 'none'`,
    // For the face landmarker, which is WebAssembly. No other evaluation is allowed.
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
  ];
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
