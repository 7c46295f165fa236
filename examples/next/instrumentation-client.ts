/** Of Trusted Types, what this file uses. */
declare const trustedTypes:
  { createPolicy(name: string, rules: { createScriptURL(url: string): string | null }): unknown } | undefined;

/*
 * Turbopack loads parts of the page by script elements whose addresses are plain strings. A policy that requires Trusted
 * Types refuses them, unless the page's own rule for strings takes them: here, what Next.js built, and nothing else.
 */
if (typeof trustedTypes !== 'undefined')
  trustedTypes.createPolicy('default', {
    createScriptURL: url =>
      new URL(url, location.origin).href.startsWith(`${location.origin}/_next/static/`) ? url : null,
  });
