import { p256 } from '@noble/curves/nist.js';
import type { SessionAnswer } from './session-answers.ts';
import type { SessionFacts } from './session-facts.ts';

const LIFETIME_S = 3600;

/** The public half of the key, as a set for `verifyReceipt`'s `keys` (RFC 7517; RFC 7518, 6.2.1). */
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

/** One for all sessions of a page or process. Nobody else has it, so that a service never takes such a receipt. */
let key: Uint8Array | undefined;
const secretKey = (): Uint8Array => (key ??= p256.utils.randomSecretKey());

/** The key set that a real service has at `/.well-known/jwks.json`. */
export function receiptKeys(): ReceiptKeySet {
  const point = p256.getPublicKey(secretKey(), false);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(base64Url);
  return {
    keys: [{ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: 'fake', x: x ?? '', y: y ?? '' }],
  };
}

/** The signed statement of how a session ended, as the service's: a JWS in compact form (RFC 7515, ES256). */
export function receiptOf(session: SessionAnswer, facts: SessionFacts): string | undefined {
  const { status, sessionId, transactionId, document, steps, evidenceId } = session;
  if (status === 'ACTIVE') return undefined;
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: facts.baseUrl,
    aud: facts.tenantId,
    iat: now,
    exp: now + LIFETIME_S,
    environment: 'sandbox',
    sessionId,
    transactionId,
    outcome: outcomeOf(session),
    endedAt: new Date(now * 1000).toISOString(),
    policy: 'CUSTOM',
    steps: steps.filter(step => step.status === 'COMPLETED').map(({ type }) => type),
    evidenceId,
    documentHash: document?.hash,
    signedHash: document?.signedHash,
    state: facts.state,
  };
  const signed = `${part({ alg: 'ES256', kid: 'fake', typ: 'receipt+jwt' })}.${part(claims)}`;
  return `${signed}.${base64Url(p256.sign(new TextEncoder().encode(signed), secretKey()))}`;
}

function outcomeOf({ status, cancelledBy }: SessionAnswer): string {
  if (status !== 'CANCELLED') return status.toLowerCase();
  return cancelledBy === 'signer' ? 'declined' : 'cancelled';
}

const part = (value: object): string => base64Url(new TextEncoder().encode(JSON.stringify(value)));

function base64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
