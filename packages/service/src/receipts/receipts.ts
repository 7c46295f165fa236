import { CompactSign } from 'jose';
import { HOUR_MS, type Clock } from '../domain/clock.ts';
import type { Session } from '../domain/session.ts';
import type { ReceiptKeys } from './receipt-keys.ts';

/** Long enough for a page that the signer finds again after a break; whoever needs more asks the service. */
const LIFETIME_MS = HOUR_MS;

/** How a session ended, for those who were promised a signature. */
export type ReceiptOutcome = 'completed' | 'declined' | 'cancelled' | 'expired' | 'failed';

/** What a receipt says. It names no person. */
export interface ReceiptClaims {
  /** The service's public address. */
  readonly iss: string;
  /** The tenant's id. */
  readonly aud: string;
  /** Seconds since the epoch. */
  readonly iat: number;
  readonly exp: number;
  readonly environment: 'sandbox' | 'production';
  readonly sessionId: string;
  readonly transactionId: string;
  readonly outcome: ReceiptOutcome;
  /** ISO 8601, UTC. */
  readonly endedAt: string;
  readonly policy: string;
  /** Types of the steps that were passed, in order. */
  readonly steps: readonly string[];
  readonly evidenceId?: string;
  /** `sha256:` and hex, of the document as it was uploaded. */
  readonly documentHash?: string;
  /** The same of the signed document. */
  readonly signedHash?: string;
  /** Of a session over several documents; the hashes above are those of the first. */
  readonly batch?: { readonly batchId: string; readonly total: number; readonly documentsHash: string };
  /** As the integrator gave it at creation. */
  readonly state?: string;
}

/** Says in a signed form how a session ended, for integrators who get it by way of the signer's browser. */
export class Receipts {
  readonly #keys: ReceiptKeys;
  /** Those who verify it know no other time, whatever QA has set. */
  readonly #trueTime: Clock;
  readonly #issuer: string;

  constructor(options: { receiptKeys: ReceiptKeys; trueTime: Clock; publicAddress: string }) {
    this.#keys = options.receiptKeys;
    this.#trueTime = options.trueTime;
    this.#issuer = options.publicAddress;
  }

  /** A JWS in compact form (RFC 7515, ES256) of `ReceiptClaims`; undefined while the session is open. */
  async of(session: Session): Promise<string | undefined> {
    const outcome = outcomeOf(session);
    const { endedAt } = session;
    if (outcome === undefined || endedAt === undefined) return undefined;
    const { publicKey, privateKey } = await this.#keys.current();
    const claims = this.#claims(session, outcome, endedAt);
    return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
      .setProtectedHeader({ alg: 'ES256', kid: publicKey.kid, typ: 'receipt+jwt' })
      .sign(privateKey);
  }

  /** JSON leaves out members that are undefined. */
  #claims(session: Session, outcome: ReceiptOutcome, endedAt: Date): ReceiptClaims {
    const now = this.#trueTime.now().getTime();
    const { tenant, evidence, document, batch, request } = session;
    return {
      iss: this.#issuer,
      aud: tenant.tenantId,
      iat: Math.floor(now / 1000),
      exp: Math.floor((now + LIFETIME_MS) / 1000),
      environment: tenant.environment,
      sessionId: session.sessionId,
      transactionId: session.transactionId,
      outcome,
      endedAt: endedAt.toISOString(),
      policy: session.profile,
      steps: session.steps.filter(step => step.status === 'COMPLETED').map(step => step.type),
      ...(evidence && { evidenceId: evidence.evidenceId }),
      ...(document && { documentHash: document.hash }),
      ...(evidence?.signedHash !== undefined && { signedHash: evidence.signedHash }),
      ...(batch && {
        batch: { batchId: batch.batchId, total: batch.total, documentsHash: batch.documentsHash },
      }),
      ...(request.state !== undefined && { state: request.state }),
    };
  }
}

function outcomeOf({ status, ending }: Session): ReceiptOutcome | undefined {
  switch (status) {
    case 'ACTIVE':
      return undefined;
    case 'COMPLETED':
      return 'completed';
    case 'EXPIRED':
      return 'expired';
    case 'FAILED':
      return 'failed';
    case 'CANCELLED':
      return ending?.kind === 'cancelled' && ending.by === 'signer' ? 'declined' : 'cancelled';
  }
}
