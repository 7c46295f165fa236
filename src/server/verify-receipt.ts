import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { array, number, object, optional, ShapeError, text } from '../api/shape.ts';

const OUTCOMES = ['completed', 'declined', 'cancelled', 'expired', 'failed'] as const;

/** How a session ended. `declined` is the signer's word, `cancelled` the integrator's. */
export type ReceiptOutcome = (typeof OUTCOMES)[number];

const claimsShape = object({
  environment: text,
  sessionId: text,
  transactionId: text,
  outcome: text,
  endedAt: text,
  policy: text,
  steps: array(text),
  evidenceId: optional(text),
  documentHash: optional(text),
  signedHash: optional(text),
  batch: optional(object({ total: number, documentsHash: text })),
  iat: number,
  state: optional(text),
});

/** What the service says of a session that has ended. */
export interface Receipt {
  readonly environment: 'sandbox' | 'production';
  readonly sessionId: string;
  readonly transactionId: string;
  readonly outcome: ReceiptOutcome;
  /** ISO 8601, UTC. */
  readonly endedAt: string;
  /** The policy's profile, such as `CLICK_PLUS_OTP`. */
  readonly policy: string;
  /** The types of the steps that were passed, in order. */
  readonly steps: readonly string[];
  readonly evidenceId?: string | undefined;
  /** `sha256:` and hex, of the document as it was sent to the service. */
  readonly documentHash?: string | undefined;
  /** The same of the signed document. */
  readonly signedHash?: string | undefined;
  /** Of a session over several documents; the hashes above are the first one's. */
  readonly batch?:
    | {
        readonly total: number;
        /** SHA-256 over the documents' hashes, one in a line, as the service answered it at creation. */
        readonly documentsHash: string;
      }
    | undefined;
  readonly state?: string | undefined;
}

/** What your server knows of the session, not what the browser told it. */
export interface ReceiptExpectations {
  /** The service's address, such as `https://sign.example`: its keys are read from there, and kept. */
  readonly issuer: string;
  readonly tenantId: string;
  /** Of the session that this signer was to sign: a receipt of another one proves nothing. */
  readonly transactionId: string;
  /** As you gave it when you created the session; null if you gave none. */
  readonly state: string | null;
  /** Default `completed`. `any`: look at the result's `outcome` yourself. */
  readonly outcome?: ReceiptOutcome | 'any' | undefined;
  /** Of a batch: the hash over all its documents, as the service answered it when you created the session. */
  readonly documentsHash?: string | undefined;
  /** A batch is good whatever its documents are: look at the result's `batch` yourself. */
  readonly batch?: boolean | undefined;
  /** Default: this machine's clock. */
  readonly now?: Date | undefined;
  /** The service's keys, where they are not to be read from it (RFC 7517, 5). */
  readonly keys?: { readonly keys: readonly object[] } | undefined;
}

/** Why a receipt is not good for what is expected. */
export type ReceiptProblem =
  /** Not a receipt, or changed. */
  | 'invalid'
  /** Signed by a key that the service does not publish (any more). */
  | 'unknown-key'
  /** Older than an hour: ask the service for the session. */
  | 'expired'
  | 'other-service'
  | 'other-tenant'
  | 'other-transaction'
  | 'other-state'
  | 'other-outcome'
  /** Of several documents, where one was expected; or of others than were expected. */
  | 'batch';

/** The receipt must not be relied on. */
export class ReceiptError extends Error {
  override readonly name = 'ReceiptError';
  readonly code: ReceiptProblem;

  constructor(code: ReceiptProblem) {
    super(`The receipt is not good for this session (${code}).`);
    this.code = code;
  }
}

/** The service's keys can't be read at the moment, which says nothing about the receipt: try again. */
export class ReceiptKeysError extends Error {
  override readonly name = 'ReceiptKeysError';

  constructor(issuer: string, cause: unknown) {
    super(`The keys of ${issuer} can’t be read (${issuer}/.well-known/jwks.json).`, { cause });
  }
}

/** Clocks differ. */
const TOLERANCE_S = 60;

/** How far a receipt may be ahead of this machine's clock. */
const AHEAD_S = 300;

/** One for each service: they keep its keys, and read them again for one that they don't know, every 30 s at most. */
const keySets = new Map<string, JWTVerifyGetKey>();

function keysOf({ issuer, keys }: ReceiptExpectations): JWTVerifyGetKey {
  if (keys !== undefined) return createLocalJWKSet({ keys: [...keys.keys] });
  const known = keySets.get(issuer) ?? createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  keySets.set(issuer, known);
  return known;
}

/** Callers without types leave things out, and a comparison with nothing must not pass. */
function requireExpectations(expected: ReceiptExpectations): void {
  const { issuer, tenantId, transactionId, state } = expected;
  const texts: Readonly<Record<string, unknown>> = { issuer, tenantId, transactionId };
  for (const [name, value] of Object.entries(texts)) {
    if (typeof value !== 'string' || value === '') throw new TypeError(`verifyReceipt needs ${name}.`);
  }
  if (!URL.canParse(issuer))
    throw new TypeError('verifyReceipt: issuer is no address, such as https://sign.example.');
  if (state !== null && typeof state !== 'string') throw new TypeError('verifyReceipt needs state, or null.');
}

/**
 * Verifies a receipt that came by way of the signer's browser, and that it is the one you expect: of this service, tenant
 * and session, with your state, not older than an hour, and of one document unless you expect more. It does not say whether you have accepted it before: do what
 * follows from it once.
 *
 * @throws ReceiptError when it must not be relied on; TypeError when an expectation is missing; ReceiptKeysError when the
 *   service's keys can't be read, which says nothing about the receipt
 */
export async function verifyReceipt(receipt: string, expected: ReceiptExpectations): Promise<Receipt> {
  requireExpectations(expected);
  if (typeof receipt !== 'string') throw new ReceiptError('invalid');
  const issuer = expected.issuer.replace(/\/+$/, '');
  const claims = await readClaims(receipt, { ...expected, issuer });
  const { transactionId, state = null, outcome } = claims;
  if (transactionId !== expected.transactionId) throw new ReceiptError('other-transaction');
  if (state !== expected.state) throw new ReceiptError('other-state');
  const { outcome: wanted = 'completed' } = expected;
  if (wanted !== 'any' && outcome !== wanted) throw new ReceiptError('other-outcome');
  requireBatch(claims, expected);
  return claims;
}

/**
 * Of a batch, `documentHash` is the first document's: who compares that alone would take hundreds of others with it.
 */
function requireBatch(
  { batch }: Receipt,
  { documentsHash, batch: isAllowed = false }: ReceiptExpectations,
): void {
  if (documentsHash === undefined ? batch === undefined || isAllowed : batch?.documentsHash === documentsHash)
    return;
  throw new ReceiptError('batch');
}

async function readClaims(receipt: string, expected: ReceiptExpectations): Promise<Receipt> {
  try {
    const now = expected.now ?? new Date();
    const { payload } = await jwtVerify(receipt, keysOf(expected), {
      algorithms: ['ES256'],
      typ: 'receipt+jwt',
      issuer: expected.issuer,
      audience: expected.tenantId,
      requiredClaims: ['iat', 'exp'],
      clockTolerance: TOLERANCE_S,
      currentDate: now,
    });
    const { environment, outcome, iat, ...claims } = claimsShape(payload);
    if (iat > now.getTime() / 1000 + AHEAD_S) throw new ReceiptError('invalid');
    const ended = OUTCOMES.find(known => known === outcome);
    if (ended === undefined) throw new ReceiptError('invalid');
    return {
      ...claims,
      environment: environment === 'production' ? 'production' : 'sandbox',
      outcome: ended,
    };
  } catch (error) {
    if (error instanceof ReceiptError) throw error;
    throw problemOf(error) ?? new ReceiptKeysError(expected.issuer, error);
  }
}

/** Undefined for what says nothing about the receipt. */
function problemOf(error: unknown): ReceiptError | undefined {
  if (error instanceof errors.JWTExpired) return new ReceiptError('expired');
  if (error instanceof errors.JWKSNoMatchingKey) return new ReceiptError('unknown-key');
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'iss') return new ReceiptError('other-service');
    return new ReceiptError(error.claim === 'aud' ? 'other-tenant' : 'invalid');
  }
  const isItsFault =
    error instanceof ShapeError ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWSSignatureVerificationFailed;
  return isItsFault ? new ReceiptError('invalid') : undefined;
}
