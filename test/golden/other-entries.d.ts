// What the package exports. Updated as CONTRIBUTING.md says.

// sign-session/open

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

export interface FrameMessage {
  readonly source: typeof FRAME_MESSAGE;
  readonly type:
    | 'sign-opening'
    | 'sign-size'
    | 'sign-ready'
    | 'sign-step'
    | 'sign-completed'
    | 'sign-declined'
    | 'sign-expired'
    | 'sign-failed'
    | 'sign-error';
  readonly sessionId?: string | undefined;
  readonly receipt?: string | undefined;
  readonly step?: string | undefined;
  readonly reason?: string | undefined;
  readonly code?: ErrorCode | undefined;
  readonly retryable?: boolean | undefined;
  readonly height?: number | undefined;
}

export declare const LOCALES: readonly ['pt-BR', 'en', 'es'];

export type LaterKey<Name extends LaterScreen> = keyof (typeof later)[Name] & string;

export type LaterScreen = keyof typeof later;

export type Locale = (typeof LOCALES)[number];

export type MessageKey = keyof typeof en;

export type MessageOverrides = {
  readonly [Language in Locale]?:
    | (Texts<MessageKey> & {
        readonly [Part in OwnWordsScreen]?: Texts<LaterKey<Part>, `${Part}.`> | undefined;
      })
    | undefined;
};

type OwnWordsScreen = Extract<
  LaterScreen,
  'batch' | 'disclosure' | 'documentPhoto' | 'liveness' | 'otp' | 'waiting'
>;

export interface PopupWindow {
  opener: unknown;
  readonly location: Pick<Location, 'replace'>;
  close(): void;
}

export type ReplaceableText =
  | `accept.${'heading' | 'intro'}.${string}`
  | `batch.${'heading' | 'intro' | 'introNoCompany'}`
  | `otp.${'choose.heading' | 'choose.text' | 'enter.heading' | 'enter.hint'}`
  | `waiting.${'heading' | 'heading.person' | 'person' | 'personNoCompany' | 'told' | 'returnLater'}`
  | `${'liveness' | 'documentPhoto' | 'disclosure'}.intro`;

export interface Return {
  readonly sessionId: string;
  readonly status: string;
  readonly receipt: string | undefined;
}

export interface Signing {
  readonly settled: Promise<SigningResult>;
  destroy(): void;
}

export declare class SigningError extends Error {
  readonly name = 'SigningError';
  readonly code: ErrorCode | 'popup_blocked';
  constructor(code: SigningError['code']);
}

export type SigningMode = 'auto' | 'overlay' | 'popup' | 'redirect';

export interface SigningOptions {
  readonly baseUrl: string;
  readonly mode?: SigningMode | undefined;
  readonly popup?: PopupWindow | null | undefined;
  readonly locale?: Locale | undefined;
  readonly appearance?: Appearance | undefined;
  readonly messages?: MessageOverrides | undefined;
  readonly assetsUrl?: string | undefined;
}

export interface SigningResult {
  readonly outcome: 'completed' | 'declined' | 'cancelled' | 'expired' | 'failed' | 'closed';
  readonly sessionId?: string | undefined;
  readonly receipt?: string | undefined;
}

type Texts<Key extends string, Prefix extends string = ''> = {
  readonly [Name in Key as `${Prefix}${Name}` extends ReplaceableText ? Name : never]?: string | undefined;
};

export declare function hasReturned(): boolean;

export declare function listenToFrame(
  frame: HTMLIFrameElement,
  listener: (message: FrameMessage) => void,
): () => void;

export declare function openSigning(secret: string | Promise<string>, options: SigningOptions): Signing;

export declare function resume(): Return | undefined;

export declare function takeReceipt(): string | undefined;

// sign-session/server

type HeaderValue = string | readonly string[] | null | undefined;

export interface Receipt {
  readonly environment: 'sandbox' | 'production';
  readonly sessionId: string;
  readonly transactionId: string;
  readonly outcome: ReceiptOutcome;
  readonly endedAt: string;
  readonly policy: string;
  readonly steps: readonly string[];
  readonly evidenceId?: string | undefined;
  readonly documentHash?: string | undefined;
  readonly signedHash?: string | undefined;
  readonly batch?:
    | {
        readonly total: number;
        readonly documentsHash: string;
      }
    | undefined;
  readonly state?: string | undefined;
}

export declare class ReceiptError extends Error {
  readonly name = 'ReceiptError';
  readonly code: ReceiptProblem;
  constructor(code: ReceiptProblem);
}

export interface ReceiptExpectations {
  readonly issuer: string;
  readonly tenantId: string;
  readonly transactionId: string;
  readonly state: string | null;
  readonly outcome?: ReceiptOutcome | 'any' | undefined;
  readonly documentsHash?: string | undefined;
  readonly batch?: boolean | undefined;
  readonly now?: Date | undefined;
  readonly keys?:
    | {
        readonly keys: readonly object[];
      }
    | undefined;
}

export declare class ReceiptKeysError extends Error {
  readonly name = 'ReceiptKeysError';
  constructor(issuer: string, cause: unknown);
}

export type ReceiptOutcome = (typeof OUTCOMES)[number];

export type ReceiptProblem =
  | 'invalid'
  | 'unknown-key'
  | 'expired'
  | 'other-service'
  | 'other-tenant'
  | 'other-transaction'
  | 'other-state'
  | 'other-outcome'
  | 'batch';

export type RequestBody = string | Uint8Array | ArrayBuffer;

export type RequestHeaders =
  | {
      get(name: string): HeaderValue;
      entries(): Iterable<readonly [string, HeaderValue]>;
    }
  | Readonly<Record<string, HeaderValue>>;

export declare class WebhookError extends Error {
  readonly name = 'WebhookError';
  readonly code: 'invalid' | 'expired';
  constructor(code: WebhookError['code'], why?: string);
}

export interface WebhookExpectations {
  readonly secret: string;
  readonly now?: Date | undefined;
  readonly toleranceSeconds?: number | undefined;
}

export declare function verifyReceipt(receipt: string, expected: ReceiptExpectations): Promise<Receipt>;

export declare function verifyWebhook(
  body: RequestBody,
  headers: RequestHeaders,
  { secret, now, toleranceSeconds }: WebhookExpectations,
): Promise<unknown>;

// sign-session/testing

export type ActionBody = Readonly<Record<string, unknown>>;

export interface BatchAnswer {
  readonly batchId: string;
  readonly total: number;
  readonly documentsHash: string;
  readonly sealed?: number;
}

export type BatchFile =
  | string
  | (FakeFile & {
      readonly title?: string;
    });

export type Bootstrap = Shaped<typeof bootstrap>;

export declare const CERTIFICATE_SOURCES: readonly ['FILE', 'TOKEN', 'CLOUD', 'GOV_BR'];

export type CertificateSource = (typeof CERTIFICATE_SOURCES)[number];

export type CloudError =
  | 'denied'
  | 'timed-out'
  | 'expired'
  | 'wrong-holder'
  | 'provider-unavailable'
  | 'too-many'
  | 'invalid-answer'
  | 'too-many-documents'
  | 'not-supported';

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

export interface DocumentAnswer {
  readonly position: number;
  readonly hash: string;
  readonly sizeBytes: number;
  readonly pages: number;
  readonly title: string;
  readonly filename?: string;
  readonly warnings?: readonly [];
  readonly presignedUrl?: string;
  readonly signed?: true;
  readonly signedHash?: string;
  readonly evidenceId?: string;
  readonly verifierUrl?: string;
  readonly downloadUrl?: string;
}

export type EventName = (typeof EVENTS)[number];

export type FakeCameraKind = 'empty' | 'dark' | 'denied' | 'busy' | 'none';

export interface FakeFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly pages: number;
  readonly filename?: string;
}

export interface FakeRequest {
  readonly route: string;
  readonly body: ActionBody;
}

export declare class FakeSession {
  readonly clientSecret: string;
  readonly sessionId: string;
  readonly transactionId: string;
  readonly tenantId: string;
  readonly baseUrl: string;
  readonly requests: FakeRequest[];
  constructor(options?: FakeSessionOptions);
  readonly fetch: typeof globalThis.fetch;
  get state(): SessionAnswer;
  get receiptKeys(): ReceiptKeySet;
  get documents(): readonly DocumentAnswer[];
  get status(): SessionStatus;
  get step(): StepType | undefined;
  get outcome(): Outcome;
  setOutcome(outcome: Outcome): void;
  advance(): void;
  act(body: ActionBody): string | undefined;
  watch(changed: () => void): () => void;
  handle(request: Request): Promise<Response>;
}

export interface FakeSessionOptions {
  readonly steps?: readonly StepType[];
  readonly outcome?: Outcome;
  readonly document?: FakeFile | null;
  readonly documents?: readonly BatchFile[];
  readonly action?: {
    readonly type: string;
    readonly description: string;
  };
  readonly signer?: {
    readonly name: string;
  };
  readonly choosesChannel?: boolean;
  readonly liveness?: 'SIMULATED' | 'LIVE';
  readonly certificateSources?: readonly CertificateSource[];
  readonly locale?: 'pt-BR' | 'en' | 'es';
  readonly appearance?: unknown;
  readonly state?: string;
  readonly returnUrl?: string;
  readonly cancelUrl?: string;
  readonly expiresInMs?: number;
  readonly baseUrl?: string;
}

export type FakeStep = Omit<Bootstrap['steps'][number], keyof SessionStep> &
  Omit<SessionStep, 'errorDetail'> & {
    readonly stepId: string;
    readonly order: number;
  };

export interface HeardEvent {
  readonly name: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

export declare const LOCALES: readonly ['pt-BR', 'en', 'es'];

export type Locale = (typeof LOCALES)[number];

export declare const MAGIC_CODES: {
  readonly right: '000000';
  readonly wrong: '111111';
  readonly expired: '222222';
  readonly blocked: '333333';
  readonly exhausted: '444444';
};

export declare class MockSignSession extends Base {
  static readonly observedAttributes: readonly string[];
  static preload(): void;
  static checkSupport(): {
    readonly supported: true;
  };
  readonly isMockSignSession = true;
  sessionId: string | undefined;
  baseUrl: string | undefined;
  locale: string | undefined;
  colorScheme: string | undefined;
  assetsUrl: string | undefined;
  appearance: unknown;
  redirect: string;
  display: string;
  geolocation: boolean;
  webPki: unknown;
  certificateFrame: boolean;
  tokenBridge: string | undefined;
  certificateProviders: readonly unknown[];
  fetch: unknown;
  isOpen: boolean;
  set clientSecret(secret: string | null | undefined);
  attributeChangedCallback(name: string, _old: string | null, value: string | null): void;
  connectedCallback(): void;
  disconnectedCallback(): void;
  decline(_reason?: string): Promise<void>;
  show(): Promise<void>;
  close(): void;
  reload(): Promise<void>;
  diagnostics(): Promise<Diagnostics>;
}

export declare const OUTCOMES: Readonly<Record<Outcome, OutcomeRow>>;

export type Outcome = keyof typeof TABLE;

export type OutcomeEffect =
  | {
      readonly kind: 'pass';
    }
  | {
      readonly kind: 'wait';
    }
  | {
      readonly kind: 'breaks';
    }
  | {
      readonly kind: 'over';
    }
  | {
      readonly kind: 'refusal';
      readonly steps: readonly StepType[];
    }
  | {
      readonly kind: 'cloud';
      readonly error: CloudError;
    }
  | {
      readonly kind: 'fault';
      readonly of: 'all' | 'actions' | 'document';
    };

export interface OutcomeRow {
  readonly effect: OutcomeEffect;
  readonly code?: string;
  readonly event?: string;
}

export interface ReceiptKeySet {
  readonly keys: {
    readonly kty: 'EC';
    readonly crv: 'P-256';
    readonly alg: 'ES256';
    readonly use: 'sig';
    readonly kid: string;
    readonly x: string;
    readonly y: string;
  }[];
}

export declare const SESSION_STATUSES: readonly ['ACTIVE', 'COMPLETED', 'FAILED', 'EXPIRED', 'CANCELLED'];

export declare const STEP_ERRORS: readonly [
  'wrong-code',
  'code-expired',
  'code-exhausted',
  'attempts-exhausted',
  'rate-limit',
  'not-sent',
  'signature-invalid',
  'signature-used',
  'certificate-other-holder',
  'certificate-expired',
  'certificate-not-yet-valid',
  'certificate-revoked',
  'certificate-untrusted',
  'certificate-not-for-signing',
  'certificate-too-weak',
  'revocation-unavailable',
  'other-document',
  'document-unsigned',
  'document-changed',
  'liveness-failed',
  'match-failed',
  'identity-mismatch',
  'identity-unavailable',
  'photo-mismatch',
];

export declare const STEP_STATUSES: readonly ['PENDING', 'STARTED', 'COMPLETED', 'FAILED'];

export declare const STEP_TYPES: readonly [
  'CLICK_ACCEPT',
  'OTP_CHALLENGE',
  'OTP_VERIFY',
  'BIOMETRIC_LIVENESS',
  'BIOMETRIC_MATCH',
  'DIGITAL_SIGN_A1',
  'SERPRO_IDENTITY_CHECK',
  'DOCUMENT_PHOTO_MATCH',
  'PURPOSE_DISCLOSURE',
];

export type SessionAnswer = Omit<Bootstrap, 'steps' | 'policy' | 'batch'> & {
  steps: FakeStep[];
  policy: {
    profile: 'CUSTOM';
  } & NonNullable<Bootstrap['policy']>;
  failure?:
    | {
        reason: string;
      }
    | undefined;
  batch?: BatchAnswer;
};

export type SessionStatus = (typeof SESSION_STATUSES)[number];

export interface SessionStep {
  readonly type: StepType;
  readonly status: StepStatus;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly error?: StepError | undefined;
  readonly errorDetail?: string | undefined;
}

export type Shape<T> = (value: unknown, at?: string) => T;

export type Shaped<S extends Shape<unknown>> = ReturnType<S>;

export declare class SignSessionHarness {
  readonly events: HeardEvent[];
  constructor(
    element: HTMLElement,
    {
      timeout,
    }?: {
      readonly timeout?: number;
    },
  );
  get step(): string | undefined;
  shows(step: string): Promise<void>;
  hears(name: EventName): Promise<HeardEvent>;
  accept(): Promise<void>;
  enterCode(code?: string): Promise<void>;
  authorizeInCloud(provider?: string): Promise<void>;
  continue(): Promise<void>;
  press(text: string): Promise<void>;
  says(text: string): Promise<void>;
  expectOrder(...names: readonly EventName[]): void;
}

export type StepError = (typeof STEP_ERRORS)[number];

export type StepStatus = (typeof STEP_STATUSES)[number];

export type StepType = (typeof STEP_TYPES)[number];

export declare function createFakeSession(options?: FakeSessionOptions): FakeSession;

export declare function defineMockSignSession(): void;

export declare function fakeCamera(kind: FakeCameraKind | (() => MediaStream | Promise<MediaStream>)): {
  readonly restore: () => void;
};

export declare function numberedPdf(count: number): Uint8Array<ArrayBuffer>;

export declare function onePagePdf(text: string): Uint8Array<ArrayBuffer>;
