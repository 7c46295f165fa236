/** A client secret with the given claims, as opaque to the widget as a real one. */
export function clientSecret(claims: Readonly<Record<string, unknown>>): string {
  return `ss_secret_${base64Url({ alg: 'HS256', kid: 'k1' })}.${base64Url(claims)}.c2lnbmF0dXJl`;
}

function base64Url(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
