import { startModuleWorker } from '../support/module-worker.ts';
import type { Found } from './findings.ts';

/** A pixel. */
const IMAGE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** A module of WebAssembly without anything in it. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** Browsers report a violation in a task of its own, before or after the failure that it causes. */
const REPORT_DELAY_MS = 100;

const WORKER_TIMEOUT_MS = 10_000;

/** Collects what the page's Content-Security-Policy forbids while something is tried. */
export class PolicyWatch {
  readonly #forbidden: { readonly directive: string; readonly blocked: string }[] = [];
  readonly #ended = new AbortController();

  constructor() {
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective: directive, blockedURI: blocked }) =>
        this.#forbidden.push({ directive, blocked }),
      { signal: this.#ended.signal },
    );
  }

  /** @param blocked how the address begins that was asked for */
  async forbids(directives: readonly string[], blocked: string): Promise<boolean> {
    await new Promise(resolve => setTimeout(resolve, REPORT_DELAY_MS));
    return this.#forbidden.some(
      violation => directives.includes(violation.directive) && violation.blocked.startsWith(blocked),
    );
  }

  end(): void {
    this.#ended.abort();
  }
}

/** What of the widget the page's policy forbids, found by trying it. Whatever it forbids is reported as it asks. */
export async function checkPolicy(
  watch: PolicyWatch,
  { assetsUrl, needsCamera }: { assetsUrl: string | undefined; needsCamera: boolean },
): Promise<Found[]> {
  const found = await Promise.all([
    checkWorker(watch, assetsUrl),
    checkImage(watch),
    needsCamera ? checkWasm() : undefined,
  ]);
  return found.filter(one => one !== undefined);
}

async function checkWorker(watch: PolicyWatch, assetsUrl: string | undefined): Promise<Found | undefined> {
  const blob = URL.createObjectURL(new Blob(['postMessage(0);'], { type: 'text/javascript' }));
  const url = assetsUrl === undefined ? blob : new URL('certificate/worker.js', withSlash(assetsUrl)).href;
  try {
    const worker = await startModuleWorker(url, 'sign-session check', AbortSignal.timeout(WORKER_TIMEOUT_MS));
    worker.terminate();
    return undefined;
  } catch (error) {
    // Of a policy for Trusted Types; a worker's own failure is an event.
    if (error instanceof TypeError) return { code: 'policy-trusted-types' };
    const directives = ['worker-src', 'script-src', 'script-src-elem', 'child-src', 'default-src'];
    // A script of another origin is started by one of the page's own (module-worker.ts).
    const isBlob = url.startsWith('blob:') || new URL(url).origin !== globalThis.origin;
    if (await watch.forbids(directives, isBlob ? 'blob' : url)) return { code: 'policy-worker' };
    if (globalThis.origin === 'null') return { code: 'sandboxed-frame' };
    return assetsUrl === undefined ? { code: 'policy-worker' } : { code: 'assets-missing', detail: url };
  } finally {
    URL.revokeObjectURL(blob);
  }
}

const withSlash = (address: string): string => (address.endsWith('/') ? address : `${address}/`);

async function checkImage(watch: PolicyWatch): Promise<Found | undefined> {
  const image = new Image();
  image.src = IMAGE;
  const isDrawn = await image.decode().then(
    () => true,
    () => false,
  );
  return !isDrawn && (await watch.forbids(['img-src', 'default-src'], 'data'))
    ? { code: 'policy-image' }
    : undefined;
}

async function checkWasm(): Promise<Found | undefined> {
  // Without it at all the browser is too old.
  if (typeof WebAssembly !== 'object') return undefined;
  const isAllowed = await WebAssembly.compile(EMPTY_MODULE).then(
    () => true,
    () => false,
  );
  return isAllowed ? undefined : { code: 'policy-wasm' };
}
