import { assetSource } from '../assets/asset-source.ts';
import { startViewer } from '../document/start-viewer.ts';
import { FIRST_MESSAGES } from '../i18n/first-messages.ts';
import { matchLocale } from '../i18n/locales.ts';
import { preloadScreens, type LazyKind } from '../screens/lazy-screens.ts';
import { checkSupport } from '../support/check-support.ts';
import { absoluteUrl } from './attributes.ts';

/** What is known of a session before it exists. */
export interface PreloadOptions {
  /** As the element's attribute `base-url`: the browser connects to it. */
  readonly baseUrl?: string;
  /** As the element's attribute `assets-url`. */
  readonly assetsUrl?: string;
  /** As the element's attribute `locale`. */
  readonly locale?: string;
  /** The session's `policy.profile`, such as `CLICK_PLUS_OTP`: the screens of its steps are loaded, too. */
  readonly profile?: string;
}

/** The lazy screens of the profiles, by a word that their names have. */
const SCREENS_OF: readonly (readonly [word: string, kinds: readonly LazyKind[]])[] = [
  ['OTP', ['otp']],
  ['BIOMETRIC', ['liveness', 'waiting']],
  ['AUTO_FALLBACK', ['purposeDisclosure']],
  ['CERTIFICATE', ['certificate']],
];

/** Starts loading what a session will need. */
export function preload({ baseUrl, assetsUrl, locale, profile = '' }: PreloadOptions): void {
  if (!checkSupport().supported) return;
  startViewer(assetSource(absoluteUrl(assetsUrl)));
  // Another try is made with the session.
  FIRST_MESSAGES.load(matchLocale([locale, ...navigator.languages])).catch(() => undefined);
  for (const [word, kinds] of SCREENS_OF) if (profile.includes(word)) preloadScreens(kinds);
  const service = absoluteUrl(baseUrl);
  if (service === undefined) return;
  const link = document.createElement('link');
  link.rel = 'preconnect';
  link.crossOrigin = 'anonymous';
  link.href = service;
  document.head.append(link);
}
