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
}

export type Locale = (typeof LOCALES)[number];

export interface PopupWindow {
  opener: unknown;
  readonly location: Pick<Location, 'replace'>;
  close(): void;
}

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
  readonly assetsUrl?: string | undefined;
}

export interface SigningResult {
  readonly outcome: 'completed' | 'declined' | 'cancelled' | 'expired' | 'failed' | 'closed';
  readonly sessionId?: string | undefined;
  readonly receipt?: string | undefined;
}

export declare function hasReturned(): boolean;

export declare function listenToFrame(
  frame: HTMLIFrameElement,
  listener: (message: FrameMessage) => void,
): () => void;

export declare function openSigning(secret: string | Promise<string>, options: SigningOptions): Signing;

export declare function resume(): Return | undefined;

export declare function takeReceipt(): string | undefined;

// sign-session/server

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
  readonly now?: Date | undefined;
  readonly keys?: JSONWebKeySet | undefined;
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
  | 'other-outcome';

export type RequestHeaders =
  | {
      get(name: string): string | null;
    }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export declare class WebhookError extends Error {
  readonly name = 'WebhookError';
  readonly code: 'invalid' | 'expired';
  constructor(code: WebhookError['code']);
}

export interface WebhookExpectations {
  readonly secret: string;
  readonly now?: Date | undefined;
  readonly toleranceSeconds?: number | undefined;
}

export declare function verifyReceipt(receipt: string, expected: ReceiptExpectations): Promise<Receipt>;

export declare function verifyWebhook(
  body: string,
  headers: RequestHeaders,
  { secret, now, toleranceSeconds }: WebhookExpectations,
): Promise<unknown>;
