interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy;
}

declare global {
  var trustedTypes: PolicyFactory | undefined;
}

let policy: ScriptUrlPolicy | undefined;

/**
 * Returns the address of one of the widget's own scripts as a TrustedScriptURL of the policy `sign-session`; in a
 * browser without Trusted Types, the address itself. Typed as a string because TypeScript's DOM types lack
 * TrustedScriptURL.
 *
 * @param url an address the widget built itself from its assets' address, never one from data.
 * @throws TypeError where the page's `trusted-types` directive does not name the policy.
 */
export function trustedScriptUrl(url: string): string {
  const { trustedTypes } = globalThis;
  if (trustedTypes === undefined) return url;
  // One policy for all elements of the page: a second one of the same name needs 'allow-duplicates'.
  policy ??= trustedTypes.createPolicy('sign-session', { createScriptURL: address => address });
  return policy.createScriptURL(url);
}
