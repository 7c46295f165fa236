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
 * Vouches for the address of one of the widget's own scripts, with the Trusted Types policy `sign-session`; in
 * a browser without Trusted Types the address as it is. The result is typed as a string because the DOM's
 * types know no TrustedScriptURL.
 *
 * @param url an address the widget built itself from its assets' address, never one from data.
 * @throws TypeError where the page's `trusted-types` directive does not name the policy.
 */
export function trustedScriptUrl(url: string): string {
  const { trustedTypes } = globalThis;
  if (trustedTypes === undefined) return url;
  // One for all elements of the page: a second one by the same name needs 'allow-duplicates'.
  policy ??= trustedTypes.createPolicy('sign-session', { createScriptURL: address => address });
  return policy.createScriptURL(url);
}
