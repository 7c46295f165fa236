import { assetSource } from '../assets/asset-source.ts';
import { matchLocale, type Locale } from '../i18n/locales.ts';
import { checkSupport } from '../support/check-support.ts';
import { checkCamera } from './camera-reach.ts';
import { TEXTS, type Finding, type FindingCode, type Found } from './findings.ts';
import { checkPolicy, PolicyWatch } from './page-policy.ts';
import { checkService } from './service-reach.ts';
import { SIGNER_WORDS } from './signer-words.ts';

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

function checkBrowser(): Found[] {
  const { missing } = checkSupport();
  const lacking = missing.filter(need => need !== 'secure-context');
  return [
    ...(missing.includes('secure-context') ? [{ code: 'insecure-page' as const }] : []),
    ...(lacking.length === 0 ? [] : [{ code: 'old-browser' as const, detail: lacking.join(', ') }]),
    ...(globalThis.crossOriginIsolated ? [{ code: 'isolated-page' as const }] : []),
  ];
}
