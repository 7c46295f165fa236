import type { Violation } from './asset-watch.ts';

/*
 * When one of the widget's own scripts or files does not load, the page may be set up wrongly: a folder that was not
 * copied, a policy that forbids it. The integrator is told with the address and what came; the signer could only wonder
 * about their connection.
 */

/** Browsers report a violation in a task of its own, before or after the failure that it causes. */
const REPORT_DELAY_MS = 100;

const README = 'docs/element.md of sign-session, “When a part is missing”';

const reported = new Set<string>();

/**
 * Says once in the console why a script or file of the widget can't be loaded, where the page's set-up is why.
 *
 * @param violations what the page's policy has blocked so far.
 * @returns whether it is.
 */
export async function reportUnavailable(url: string, violations: readonly Violation[]): Promise<boolean> {
  await new Promise(resolve => setTimeout(resolve, REPORT_DELAY_MS));
  const reason =
    policyReason(url, violations) ?? (url.startsWith('blob:') ? blobReason() : await answerReason(url));
  if (reason === undefined) return false;
  const what = url.startsWith('blob:') ? 'an embedded part' : url;
  if (!reported.has(what + reason)) {
    reported.add(what + reason);
    console.error(`<sign-session>: ${what} can’t be loaded: ${reason} See ${README}.`);
  }
  return true;
}

/** The directive that forbade it. A blocked blob is reported by its scheme, Trusted Types by their own words. */
function policyReason(url: string, violations: readonly Violation[]): string | undefined {
  const isAbout = ({ directive, blocked }: Violation) =>
    directive.includes('trusted-types') ||
    (blocked !== '' && (url.startsWith(blocked) || (url.startsWith('blob:') && blocked === 'blob')));
  const violation = violations.findLast(isAbout);
  if (violation === undefined) return undefined;
  const { directive } = violation;
  if (directive.includes('trusted-types')) {
    return "the page's policy lacks “trusted-types lit-html sign-session 'allow-duplicates'”.";
  }
  const fix = url.startsWith('blob:')
    ? 'Allow “worker-src blob:”, or set assets-url to a folder that it allows.'
    : `Allow “${directive} ${new URL(url).origin}”.`;
  return `the page's policy (${directive}) forbids it. ${fix}`;
}

/** Where even a blob does not start, the page has no origin. */
function blobReason(): string | undefined {
  return globalThis.origin === 'null' ? 'the frame’s sandbox lacks “allow-same-origin”.' : undefined;
}

/** What comes in the script's place. Without any answer it may be the connection. */
async function answerReason(url: string): Promise<string | undefined> {
  const response = await fetch(url, { credentials: 'omit' }).catch(() => undefined);
  void response?.body?.cancel();
  if (response === undefined || response.status >= 500) return undefined;
  if (!response.ok)
    return `the server answers ${response.status}. Copy the assets, and name their folder in assets-url.`;
  const type = response.headers.get('Content-Type') ?? 'no type';
  return type.startsWith('text/html')
    ? `the server answers with ${type}. Copy the assets, and name their folder in assets-url.`
    : undefined;
}
