/** An endpoint that will be removed (service interface, "Versioning"). */
export interface DeprecatedEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With its parameters by name, as the OpenAPI document writes it. */
  readonly path: string;
  readonly deprecatedAt: Date;
  /** From then on it answers 410; at least six months after its deprecation. */
  readonly sunsetAt: Date;
  readonly replacement?: { readonly method: string; readonly path: string };
  /** What to do instead, for people. */
  readonly message?: string;
}

/**
 * What answers of a deprecated endpoint say of it (RFC 9745, RFC 8594, RFC 8288).
 * @param parameters of the request's path, by name: a link is an address, and no template
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
