/** `SignSession.check`: what the page, its policy, the camera and the service lack for a signing. */
import { assetSource } from '../assets/asset-source.ts';
import { type CameraProblem, preflight } from '../camera/preflight.ts';
import { isInApp } from '../support/in-app.ts';
import { type Locale, matchLocale } from '../i18n/locales.ts';
import { checkSupport } from '../support/check-support.ts';
import { startModuleWorker } from '../support/module-worker.ts';
import { type Finding, type FindingCode, type BareFinding, TEXTS } from './findings.ts';

/** A pixel. */
const IMAGE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** A module of WebAssembly without anything in it. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** Browsers report a violation in a task of its own, before or after the failure that it causes. */
const REPORT_DELAY_MS = 100;

const WORKER_TIMEOUT_MS = 10_000;

/** Collects what the page's Content-Security-Policy forbids while something is tried. */
class PolicyWatch {
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
async function checkPolicy(
  watch: PolicyWatch,
  { assetsUrl, needsCamera }: { assetsUrl: string | undefined; needsCamera: boolean },
): Promise<BareFinding[]> {
  const found = await Promise.all([
    checkWorker(watch, assetsUrl),
    checkImage(watch),
    needsCamera ? checkWasm() : undefined,
  ]);
  return found.filter(one => one !== undefined);
}

async function checkWorker(
  watch: PolicyWatch,
  assetsUrl: string | undefined,
): Promise<BareFinding | undefined> {
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

async function checkImage(watch: PolicyWatch): Promise<BareFinding | undefined> {
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

async function checkWasm(): Promise<BareFinding | undefined> {
  // Without it at all the browser is too old.
  if (typeof WebAssembly !== 'object') return undefined;
  const isAllowed = await WebAssembly.compile(EMPTY_MODULE).then(
    () => true,
    () => false,
  );
  return isAllowed ? undefined : { code: 'policy-wasm' };
}

/** What is in the way of the camera, without asking the signer for it. */
async function checkCamera(): Promise<BareFinding[]> {
  const problem = await preflight();
  const found = problem === undefined ? await permission() : cameraFinding(problem);
  const isApp = isInApp(navigator.userAgent) && found?.code !== 'in-app-browser';
  return [...(found === undefined ? [] : [found]), ...(isApp ? [{ code: 'in-app-browser' as const }] : [])];
}

function cameraFinding(problem: CameraProblem): BareFinding | undefined {
  switch (problem) {
    case 'insecure':
      // The page itself is.
      return undefined;
    case 'policy':
      return { code: 'camera-policy' };
    case 'noCamera':
      return { code: 'camera-missing' };
    case 'inAppBrowser':
      return { code: 'in-app-browser' };
    case 'unsupported':
    case 'inUse':
    case 'denied':
    case 'dismissed':
    case 'unanswered':
    case 'lost':
    case 'webgl':
    case 'wasm':
      return { code: 'camera-unsupported', detail: problem };
  }
}

/** Not every browser tells before it is asked for the camera. */
async function permission(): Promise<BareFinding | undefined> {
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' });
    return state === 'denied' ? { code: 'camera-denied' } : undefined;
  } catch {
    return undefined;
  }
}

/** A public address with the service's time in its answer. */
const PROBE = 'v1/verify/trust-anchors';

const TIMEOUT_MS = 10_000;

const WRONG_CLOCK_MS = 5 * 60_000;

/** Whether the service answers this page, and how far this device's clock is from its. */
async function checkService(watch: PolicyWatch, baseUrl: string): Promise<BareFinding[]> {
  const url = new URL(PROBE, baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  const response = await ask(url, 'cors');
  if (response !== undefined) return [...(await checkClock(response))];
  const { origin } = url;
  if (await watch.forbids(['connect-src', 'default-src'], origin))
    return [{ code: 'policy-connect', detail: origin }];
  if ((await ask(url, 'no-cors')) === undefined) return [{ code: 'service-unreachable', detail: origin }];
  // A service that was only slow at first answers with CORS now.
  const again = await ask(url, 'cors');
  return again === undefined ? [{ code: 'service-cors', detail: origin }] : checkClock(again);
}

function ask(url: URL, mode: RequestMode): Promise<Response | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return fetch(url, { mode, credentials: 'omit', cache: 'no-store', signal }).catch(() => undefined);
}

/** Services may leave out this address; then nothing is known of their clock. */
async function checkClock(response: Response): Promise<BareFinding[]> {
  const body: unknown = await response.json().catch(() => undefined);
  const time: unknown = typeof body === 'object' && body !== null && 'time' in body ? body.time : undefined;
  const apart = Math.abs(Date.now() - (typeof time === 'string' ? Date.parse(time) : Number.NaN));
  return apart > WRONG_CLOCK_MS ? [{ code: 'clock', detail: String(Math.round(apart / 60_000)) }] : [];
}

/** What a signer can do, where they can do anything. */
const SIGNER_WORDS: Readonly<Record<Locale, Partial<Record<FindingCode, string>>>> = {
  'pt-BR': {
    'old-browser': 'Atualize o navegador ou abra o link em outro.',
    'service-unreachable': 'Verifique sua conexão e tente de novo.',
    clock: 'Acerte a data e a hora do aparelho.',
    'in-app-browser': 'Abra o link no navegador do celular, fora deste aplicativo.',
    'camera-denied': 'Permita a câmera nas configurações do navegador para este site.',
    'camera-missing': 'Use um aparelho com câmera, como um celular.',
    'camera-unsupported': 'Use outro navegador ou um celular.',
  },
  en: {
    'old-browser': 'Update your browser, or open the link in another one.',
    'service-unreachable': 'Check your connection and try again.',
    clock: 'Set the date and time of your device.',
    'in-app-browser': 'Open the link in your phone’s browser, outside this app.',
    'camera-denied': 'Allow the camera for this site in your browser’s settings.',
    'camera-missing': 'Use a device with a camera, such as a phone.',
    'camera-unsupported': 'Use another browser, or a phone.',
  },
  es: {
    'old-browser': 'Actualice el navegador o abra el enlace en otro.',
    'service-unreachable': 'Revise su conexión e intente de nuevo.',
    clock: 'Ajuste la fecha y la hora del dispositivo.',
    'in-app-browser': 'Abra el enlace en el navegador del teléfono, fuera de esta aplicación.',
    'camera-denied': 'Permita la cámara para este sitio en la configuración del navegador.',
    'camera-missing': 'Use un dispositivo con cámara, como un teléfono.',
    'camera-unsupported': 'Use otro navegador o un teléfono.',
  },
};

export interface CheckOptions {
  /** As the element's `base-url`. Default: the page's origin. */
  readonly baseUrl?: string | undefined;
  /** As the element's `assets-url`. */
  readonly assetsUrl?: string | undefined;
  /** The policy's profile: those that are biometric need the camera, `CUSTOM` may. Default: no camera. */
  readonly profile?: string | undefined;
  /** Of the words for signers. Default: the browser's. */
  readonly locale?: Locale | undefined;
}

/** What was found on this page, in this browser, on this device. */
export interface PageCheck {
  /** Nothing keeps a session from being signed here. */
  readonly ok: boolean;
  readonly findings: readonly Finding[];
}

const WARNINGS = new Set<FindingCode>(['clock', 'isolated-page', 'in-app-browser']);

/**
 * Checks whether a session could be signed here, before there is one: the page and its policies, the browser, the
 * device, the service. Asks the signer for nothing, and takes some seconds at most.
 */
export async function checkPage(options: CheckOptions): Promise<PageCheck> {
  const { baseUrl = location.origin, assetsUrl, profile = '', locale } = options;
  const isCustom = profile === 'CUSTOM';
  const needsCamera = isCustom || profile.startsWith('BIOMETRIC');
  const watch = new PolicyWatch();
  try {
    const service = new URL(baseUrl, location.href).href;
    // The build for a script tag has a folder of its own, which a policy may allow without allowing blobs.
    const source = assetSource(assetsUrl === undefined ? undefined : new URL(assetsUrl, location.href).href);
    const assets = source.kind === 'folder' ? source.url : undefined;
    const parts = await Promise.all([
      checkPolicy(watch, { assetsUrl: assets, needsCamera }),
      checkService(watch, service),
      ...(needsCamera ? [checkCamera()] : []),
    ]);
    const words = SIGNER_WORDS[matchLocale([locale, ...navigator.languages])];
    const findings = [...checkBrowser(), ...parts.flat()].map(({ code, detail = '' }): Finding => {
      const isOptional = WARNINGS.has(code) || (isCustom && code.startsWith('camera-'));
      const [cause, remedy] = TEXTS[code].map(text => text.replace('{detail}', detail));
      const severity = isOptional ? 'warning' : 'error';
      return { code, severity, cause: cause ?? '', remedy: remedy ?? '', signer: words[code] };
    });
    return { ok: findings.every(({ severity }) => severity === 'warning'), findings };
  } finally {
    watch.end();
  }
}

function checkBrowser(): BareFinding[] {
  const { missing } = checkSupport();
  const lacking = missing.filter(need => need !== 'secure-context');
  return [
    ...(missing.includes('secure-context') ? [{ code: 'insecure-page' as const }] : []),
    ...(lacking.length === 0 ? [] : [{ code: 'old-browser' as const, detail: lacking.join(', ') }]),
    ...(globalThis.crossOriginIsolated ? [{ code: 'isolated-page' as const }] : []),
  ];
}
