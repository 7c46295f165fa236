/**
 * The address of a worker as a TrustedScriptURL, which the pages' CSP requires; in a browser without Trusted Types, the
 * address itself. Typed as a string because TypeScript's DOM types lack TrustedScriptURL.
 */
export function trustedWorkerUrl(url: string): string {
  const rules = { createScriptURL: (address: string) => address };
  return globalThis.trustedTypes?.createPolicy('sign-session', rules).createScriptURL(url) ?? url;
}
