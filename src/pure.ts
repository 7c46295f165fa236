/** The public names, without the side effect of defining the element. */
export { SignSession } from './sign-session/sign-session.ts';
export type { Appearance } from './appearance/appearance.ts';
export type { CheckOptions, PageCheck } from './check/check-page.ts';
export type { Diagnostics } from './check/diagnostics.ts';
export type { Finding, FindingCode } from './check/findings.ts';
export type { Locale } from './i18n/locales.ts';
export type {
  CertificateErrorCode,
  CertificateErrorReason,
  CertificateProvider,
  ListedCertificate,
  ProviderState,
} from './certificate/provider.ts';
export type { WebPkiOptions } from './certificate/web-pki.ts';
export type { ErrorCode } from './session/errors.ts';
export type { Need, Support } from './support/check-support.ts';
export type { MessageOverrides } from './sign-session/message-overrides.ts';
export type { PreloadOptions } from './sign-session/preload.ts';
export type { ColorScheme, Display, Redirect } from './sign-session/attributes.ts';
export {
  SignCloseEvent,
  SignCompletedEvent,
  SignDeclinedEvent,
  SignErrorEvent,
  SignExpiredEvent,
  SignFailedEvent,
  SignInterruptedEvent,
  SignReadyEvent,
  SignRedirectEvent,
  SignStepEvent,
} from './sign-session/events.ts';
