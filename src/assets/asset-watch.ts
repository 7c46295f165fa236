/** What a content security policy kept from loading. */
export interface Violation {
  readonly directive: string;
  /** An address, or a word such as `blob`. */
  readonly blocked: string;
}

/** Says why a part can't be loaded, where the page's set-up is why: `reportUnavailable`. */
type Report = (url: string, violations: readonly Violation[]) => Promise<boolean>;

interface AssetWatcher {
  /** Loads what is needed only when something is missing. */
  readonly loadReport: () => Promise<Report>;
  /** The part with this address is unavailable for good. */
  readonly unavailable: (url: string) => void;
}

const watchers = new Set<AssetWatcher>();
const violations: Violation[] = [];

function recordViolation({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void {
  violations.push({ directive: effectiveDirective, blocked: blockedURI });
}

/** Watches for parts of the widget that can't be loaded, and the page's policy. @returns ends that. */
export function watchAssets(watcher: AssetWatcher): () => void {
  if (watchers.size === 0) document.addEventListener('securitypolicyviolation', recordViolation);
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    document.removeEventListener('securitypolicyviolation', recordViolation);
    violations.length = 0;
  };
}

/**
 * Finds out why a script or file of the widget did not load, and tells the integrator if the page's set-up is why.
 *
 * @param url absolute; the address of a blob where the part is embedded.
 * @returns whether another try is of no use.
 */
export async function isUnavailable(url: string): Promise<boolean> {
  const [first] = watchers;
  try {
    // After a deployment that removed the files of the version before, the report is missing, too.
    const report = await first?.loadReport().catch(() => isGone);
    if (!(await report?.(url, violations))) return false;
  } catch {
    // Nothing answers: it is the connection.
    return false;
  }
  for (const { unavailable } of watchers) unavailable(url);
  return true;
}

/** Does the server answer with something else than a script? */
async function isGone(url: string): Promise<boolean> {
  const { status, headers } = await fetch(url, { credentials: 'omit' });
  if (status >= 500 || headers.get('Content-Type')?.includes('script')) return false;
  console.error(`<sign-session>: ${url} is missing`);
  return true;
}

/**
 * Is a script of the widget missing, of which the import has failed? WebKit's errors don't name it; there it counts as the
 * connection's failure.
 *
 * @returns within 3 s
 */
export function isMissing(cause: unknown): Promise<boolean> {
  const [url] = /https?:\S+/.exec(String(cause)) ?? [];
  const late = new Promise<boolean>(resolve => setTimeout(resolve, 3000, false));
  return url === undefined ? Promise.resolve(false) : Promise.race([isUnavailable(url), late]);
}
