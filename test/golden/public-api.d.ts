// What the package exports. Updated as CONTRIBUTING.md says.

// sign-session: all of ./pure.ts
// sign-session/pure: Appearance
// sign-session/pure: CertificateErrorCode
// sign-session/pure: CertificateErrorReason
// sign-session/pure: CertificateProvider
// sign-session/pure: CheckOptions
// sign-session/pure: ColorScheme
// sign-session/pure: Diagnostics
// sign-session/pure: Display
// sign-session/pure: ErrorCode
// sign-session/pure: Finding
// sign-session/pure: FindingCode
// sign-session/pure: ListedCertificate
// sign-session/pure: Locale
// sign-session/pure: MessageOverrides
// sign-session/pure: Need
// sign-session/pure: PageCheck
// sign-session/pure: PreloadOptions
// sign-session/pure: ProviderState
// sign-session/pure: Redirect
// sign-session/pure: SignCloseEvent
// sign-session/pure: SignCompletedEvent
// sign-session/pure: SignDeclinedEvent
// sign-session/pure: SignErrorEvent
// sign-session/pure: SignExpiredEvent
// sign-session/pure: SignFailedEvent
// sign-session/pure: SignInterruptedEvent
// sign-session/pure: SignReadyEvent
// sign-session/pure: SignRedirectEvent
// sign-session/pure: SignSession
// sign-session/pure: SignStepEvent
// sign-session/pure: Support
// sign-session/pure: WebPkiOptions

// @tag sign-session
// @attr {string} client-secret
// @attr {string} session-id
// @attr {string} base-url
// @attr {"pt-BR"|"en"|"es"} locale
// @attr {string} appearance
// @attr {"light"|"dark"|"auto"} color-scheme
// @attr {string} assets-url
// @attr {"auto"|"never"} redirect
// @attr {"inline"|"dialog"} display
// @attr {boolean} certificate-frame
// @attr {string} token-bridge
// @attr {boolean} geolocation
// @slot header
// @slot sign-session-code
// @fires {SignReadyEvent} sign-ready
// @fires {SignStepEvent} sign-step
// @fires {SignCompletedEvent} sign-completed
// @fires {SignDeclinedEvent} sign-declined
// @fires {SignExpiredEvent} sign-expired
// @fires {SignFailedEvent} sign-failed
// @fires {SignErrorEvent} sign-error
// @fires {SignInterruptedEvent} sign-interrupted
// @fires {SignRedirectEvent} sign-redirect
// @fires {SignCloseEvent} sign-close
// @csspart frame
// @csspart header
// @csspart document
// @csspart step
// @csspart footer
// @cssprop --sign-height

export interface Appearance {
  readonly brandColor?: string | undefined;
  readonly backgroundColor?: string | undefined;
  readonly textColor?: string | undefined;
  readonly buttonTextColor?: string | undefined;
  readonly borderRadius?: string | number | undefined;
  readonly fontFamily?: string | undefined;
  readonly logoUrl?: string | undefined;
  readonly companyName?: string | undefined;
  readonly title?: string | undefined;
  readonly submitLabel?: string | undefined;
  readonly headerStyle?: string | undefined;
}

export type CertificateErrorCode =
  'WRONG_PASSWORD' | 'UNSUPPORTED' | 'MALFORMED' | 'CANCELLED' | 'DEVICE_ABSENT' | 'LICENSE';

export type CertificateErrorReason =
  | 'not-pkcs12'
  | 'damaged'
  | 'too-large'
  | 'too-many-iterations'
  | 'too-slow'
  | 'no-key'
  | 'encryption'
  | 'key'
  | 'worker'
  | 'signature'
  | 'pin-locked'
  | 'timed-out';

export interface CertificateProvider {
  readonly kind: string;
  readonly label?: string;
  readonly installUrl?: string;
  init(signal: AbortSignal): Promise<ProviderState>;
  list(signal: AbortSignal): Promise<readonly ListedCertificate[]>;
  chain(id: string, signal: AbortSignal): Promise<readonly Uint8Array<ArrayBuffer>[]>;
  sign(
    id: string,
    bytes: Uint8Array<ArrayBuffer>,
    hash: SignatureHash,
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>>;
  signAll?(
    id: string,
    documents: readonly DocumentToSign[],
    hash: SignatureHash,
    signal: AbortSignal,
  ): Promise<readonly Uint8Array<ArrayBuffer>[]>;
  dispose(): void;
}

export interface CheckOptions {
  readonly baseUrl?: string | undefined;
  readonly assetsUrl?: string | undefined;
  readonly profile?: string | undefined;
  readonly locale?: Locale | undefined;
}

export type ColorScheme = 'light' | 'dark' | 'auto';

export interface Diagnostics {
  readonly version: string;
  readonly time: string;
  readonly browser: {
    readonly userAgent: string;
    readonly languages: readonly string[];
    readonly isOnline: boolean;
    readonly missing: readonly string[];
  };
  readonly page: {
    readonly origin: string;
    readonly isSecure: boolean;
    readonly isFramed: boolean;
    readonly isIsolated: boolean;
    readonly width: number;
    readonly height: number;
    readonly pixelRatio: number;
  };
  readonly locale: Locale;
  readonly screen: string;
  readonly phase: string;
  readonly session:
    | {
        readonly sessionId: string;
        readonly status: string;
        readonly isSandbox: boolean;
        readonly expiresAt: string;
        readonly clockOffset: number;
        readonly steps: readonly {
          readonly type: string;
          readonly status: string;
          readonly attempts: number;
          readonly error: string | undefined;
        }[];
      }
    | undefined;
  readonly document:
    | {
        readonly status: string;
        readonly pages: number | undefined;
        readonly hash: string | undefined;
      }
    | undefined;
  readonly action: string | undefined;
  readonly error: string | undefined;
}

export type Display = 'inline' | 'dialog';

export interface DocumentToSign {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly label: string;
}

export type ErrorCode =
  | 'invalid_client_secret'
  | 'unsupported_browser'
  | 'unsupported_page'
  | 'assets_unavailable'
  | 'network'
  | 'service_unavailable'
  | 'rate_limited'
  | 'unexpected_answer'
  | 'request_refused'
  | 'attempts_exhausted'
  | 'document_unavailable'
  | 'document_hash_mismatch'
  | 'document_unreadable';

export interface Finding {
  readonly code: FindingCode;
  readonly severity: 'error' | 'warning';
  readonly cause: string;
  readonly remedy: string;
  readonly signer: string | undefined;
}

export type FindingCode =
  | 'insecure-page'
  | 'old-browser'
  | 'sandboxed-frame'
  | 'isolated-page'
  | 'policy-connect'
  | 'policy-worker'
  | 'policy-image'
  | 'policy-wasm'
  | 'policy-trusted-types'
  | 'assets-missing'
  | 'service-unreachable'
  | 'service-cors'
  | 'clock'
  | 'in-app-browser'
  | 'camera-policy'
  | 'camera-denied'
  | 'camera-missing'
  | 'camera-unsupported';

export declare const LOCALES: readonly ['pt-BR', 'en', 'es'];

export type LaterKey<Name extends LaterScreen> = keyof (typeof later)[Name] & string;

export type LaterScreen = keyof typeof later;

export interface ListedCertificate {
  readonly id: string;
}

export type Locale = (typeof LOCALES)[number];

export type MessageKey = keyof typeof en;

export type MessageOverrides = {
  readonly [Language in Locale]?:
    | (Texts<MessageKey> & {
        readonly [Part in OwnWordsScreen]?: Texts<LaterKey<Part>, `${Part}.`> | undefined;
      })
    | undefined;
};

export type Need =
  | 'built-ins'
  | 'secure-context'
  | 'custom-elements'
  | 'adopted-style-sheets'
  | 'container-queries'
  | 'workers'
  | 'streams';

type OwnWordsScreen = Extract<
  LaterScreen,
  'batch' | 'disclosure' | 'documentPhoto' | 'liveness' | 'otp' | 'waiting'
>;

export interface PageCheck {
  readonly ok: boolean;
  readonly findings: readonly Finding[];
}

export interface PreloadOptions {
  readonly baseUrl?: string;
  readonly assetsUrl?: string;
  readonly locale?: string;
  readonly profile?: string;
}

export type ProviderState = 'ready' | 'not-installed' | 'outdated' | 'unsupported';

export type Redirect = 'auto' | 'never';

export type ReplaceableText =
  | `accept.${'heading' | 'intro'}.${string}`
  | `batch.${'heading' | 'intro' | 'introNoCompany'}`
  | `otp.${'choose.heading' | 'choose.text' | 'enter.heading' | 'enter.hint'}`
  | `waiting.${'heading' | 'heading.person' | 'person' | 'personNoCompany' | 'told' | 'returnLater'}`
  | `${'liveness' | 'documentPhoto' | 'disclosure'}.intro`;

export declare class SignCloseEvent extends SignEvent {
  static readonly type = 'sign-close';
  readonly sessionId: string | undefined;
  constructor(sessionId: string | undefined, cancelable?: boolean);
}

export declare class SignCompletedEvent extends SignEvent {
  static readonly type = 'sign-completed';
  readonly sessionId: string;
  readonly evidenceId: string | undefined;
  readonly receipt: string | undefined;
  constructor(sessionId: string, evidenceId?: string, receipt?: string);
}

export declare class SignDeclinedEvent extends SignEvent {
  static readonly type = 'sign-declined';
  readonly sessionId: string;
  readonly receipt: string | undefined;
  constructor(sessionId: string, receipt?: string);
}

export declare class SignErrorEvent extends SignEvent {
  static readonly type = 'sign-error';
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly detail: string | undefined;
  constructor(code: ErrorCode, retryable: boolean, detail?: string);
}

declare abstract class SignEvent extends Event {
  constructor(type: string, cancelable?: boolean);
}

export declare class SignExpiredEvent extends SignEvent {
  static readonly type = 'sign-expired';
  readonly sessionId: string | undefined;
  readonly receipt: string | undefined;
  constructor(sessionId: string | undefined, receipt?: string);
}

export declare class SignFailedEvent extends SignEvent {
  static readonly type = 'sign-failed';
  readonly sessionId: string;
  readonly reason: 'cancelled' | 'finalization_failed';
  readonly receipt: string | undefined;
  constructor(sessionId: string, reason: SignFailedEvent['reason'], receipt?: string);
}

export declare class SignInterruptedEvent extends SignEvent {
  static readonly type = 'sign-interrupted';
  readonly sessionId: string;
  constructor(sessionId: string);
}

export declare class SignReadyEvent extends SignEvent {
  static readonly type = 'sign-ready';
  readonly sessionId: string;
  readonly locale: Locale;
  constructor(sessionId: string, locale: Locale);
}

export declare class SignRedirectEvent extends SignEvent {
  static readonly type = 'sign-redirect';
  readonly url: string;
  constructor(url: string);
}

export declare class SignSession extends LitElement {
  static readonly styles: import('lit').CSSResult[];
  static get observedAttributes(): string[];
  static preload(options?: PreloadOptions): void;
  static checkSupport(): Support;
  static check(options?: CheckOptions): Promise<PageCheck>;
  sessionId: string | undefined;
  baseUrl: string | undefined;
  locale: string | undefined;
  appearance: Appearance | undefined;
  colorScheme: ColorScheme | undefined;
  assetsUrl: string | undefined;
  redirect: Redirect;
  display: Display;
  geolocation: boolean;
  certificateFrame: boolean;
  tokenBridge: string | undefined;
  webPki: WebPkiOptions | undefined;
  certificateProviders: readonly CertificateProvider[];
  messages: MessageOverrides | undefined;
  fetch: typeof fetch | undefined;
  set clientSecret(secret: string | null | undefined);
  attributeChangedCallback(name: string, old: string | null, value: string | null): void;
  protected createRenderRoot(): HTMLElement | DocumentFragment;
  connectedCallback(): void;
  disconnectedCallback(): void;
  willUpdate(): void;
  updated(changed: PropertyValues): void;
  decline(reason?: string): Promise<void>;
  show(): Promise<void>;
  close(): void;
  diagnostics(): Promise<Diagnostics>;
  reload(): Promise<void>;
  render(): TemplateResult;
}

export declare class SignStepEvent extends SignEvent {
  static readonly type = 'sign-step';
  readonly step: string;
  constructor(step: string);
}

type SignatureHash = 'SHA-256';

export interface Support {
  readonly supported: boolean;
  readonly missing: readonly Need[];
  readonly broken: string;
}

type Texts<Key extends string, Prefix extends string = ''> = {
  readonly [Name in Key as `${Prefix}${Name}` extends ReplaceableText ? Name : never]?: string | undefined;
};

export interface WebPki {
  init(options: {
    readonly ready: () => void;
    readonly notInstalled: (state: number, message: string) => void;
    readonly defaultFail: (failure: WebPkiFailure) => void;
  }): unknown;
  listCertificates(): WebPkiPromise<
    readonly {
      readonly thumbprint: string;
    }[]
  >;
  readCertificate(options: { readonly thumbprint: string }): WebPkiPromise<string>;
  signData(options: {
    readonly thumbprint: string;
    readonly data: string;
    readonly digestAlgorithm: string;
  }): WebPkiPromise<string>;
}

export type WebPkiClass = new (license?: string | object) => WebPki;

interface WebPkiFailure {
  readonly code: string;
}

export interface WebPkiOptions {
  readonly library: WebPkiClass | string;
  readonly license?: string | object;
}

export interface WebPkiPromise<T> {
  success(callback: (value: T) => void): WebPkiPromise<T>;
  fail(callback: (failure: WebPkiFailure) => void): WebPkiPromise<T>;
}
