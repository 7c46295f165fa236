interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}

/**
 * The address of the page's own worker as a TrustedScriptURL, which the pages' policy asks for; in a browser without
 * Trusted Types, the address itself. Typed as a string because TypeScript's DOM types lack TrustedScriptURL.
 */
export function trustedWorkerUrl(url: string): string {
  const factory: unknown = Reflect.get(globalThis, 'trustedTypes');
  if (!isFactory(factory)) return url;
  return factory.createPolicy('sign-session', { createScriptURL: address => address }).createScriptURL(url);
}

function isFactory(
  value: unknown,
): value is { createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy } {
  return typeof value === 'object' && value !== null && 'createPolicy' in value;
}
