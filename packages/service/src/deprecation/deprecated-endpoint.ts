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
export function deprecationHeaders(
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
export function noticeData(endpoint: DeprecatedEndpoint): Record<string, unknown> {
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
