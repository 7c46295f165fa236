/** Receipts of ended sessions: keys, tokens and the key set. */
import { z } from '@hono/zod-openapi';
import { CompactSign } from 'jose';
import { createECDH } from 'node:crypto';
import { type Clock, DAY_MS, HOUR_MS } from '../domain/clock.ts';
import type { Session } from '../domain/session.ts';
import type { ServiceApp } from '../http/app.ts';
import { openToAnyOrigin } from '../http/cors.ts';
import { declareRoute } from '../http/route.ts';
import { json } from '../http/openapi-parts.ts';
import type { KeyRing, SigningKey } from '../keys/key-ring.ts';
import { DatabaseAwayError } from '../storage/database.ts';

/** The public half of a receipt's key (RFC 7517; RFC 7518, 6.2.1). */
interface PublicReceiptKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly alg: 'ES256';
  readonly use: 'sig';
  readonly kid: string;
  readonly x: string;
  readonly y: string;
}

interface ReceiptKey {
  readonly publicKey: PublicReceiptKey;
  /** For ES256. */
  readonly privateKey: CryptoKey;
}

/** A key signs for 30 days and a receipt is good for an hour; what is older is of no use to anybody honest. */
const PUBLISHED_MS = 45 * DAY_MS;

/** The keys that sign receipts: a ring's 32 bytes are the private number of a point on P-256. */
export class ReceiptKeys {
  readonly #keys: KeyRing;
  readonly #clock: Clock;
  #published: readonly PublicReceiptKey[] | undefined;
  readonly #imported = new WeakMap<SigningKey, Promise<ReceiptKey>>();

  constructor({ keys, clock }: { keys: KeyRing; clock: Clock }) {
    this.#keys = keys;
    this.#clock = clock;
  }

  async current(): Promise<ReceiptKey> {
    const key = await this.#keys.current('receipt');
    const imported = this.#imported.get(key) ?? importKey(key);
    this.#imported.set(key, imported);
    return imported;
  }

  /** Those whose receipts may still be presented, the newest first. There is always one. */
  async published(): Promise<readonly PublicReceiptKey[]> {
    try {
      await this.#keys.current('receipt');
      const since = new Date(this.#clock.now().getTime() - PUBLISHED_MS);
      this.#published = (await this.#keys.since('receipt', since)).map(publicHalf);
    } catch (error) {
      // Receipts are verified elsewhere, whether the database is there or not.
      if (!(error instanceof DatabaseAwayError) || this.#published === undefined) throw error;
    }
    return this.#published;
  }
}

/** @throws for a number that is not below the curve's order, which one in 2³² is not */
function publicHalf({ keyId, secret }: SigningKey): PublicReceiptKey {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secret);
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url'));
  return { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: keyId, x: x ?? '', y: y ?? '' };
}

async function importKey(key: SigningKey): Promise<ReceiptKey> {
  const publicKey = publicHalf(key);
  const { kty, crv, x, y } = publicKey;
  const privateKey = await crypto.subtle.importKey(
    'jwk',
    { kty, crv, x, y, d: Buffer.from(key.secret).toString('base64url') },
    { name: 'ECDSA', namedCurve: crv },
    false,
    ['sign'],
  );
  return { publicKey, privateKey };
}

/** Long enough for a page that the signer finds again after a break; whoever needs more asks the service. */
const LIFETIME_MS = HOUR_MS;

/** How a session ended, for those who were promised a signature. */
type ReceiptOutcome = 'completed' | 'declined' | 'cancelled' | 'expired' | 'failed';

/** What a receipt says. It names no person. */
interface ReceiptClaims {
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

/** Short against a key's 30 days; a verifier that meets an unknown key reads the set again anyway. */
const MAX_AGE_S = 300;

const keySet = z
  .object({
    keys: z.array(
      z.object({
        kty: z.literal('EC'),
        crv: z.literal('P-256'),
        alg: z.literal('ES256'),
        use: z.literal('sig'),
        kid: z.string(),
        x: z.string(),
        y: z.string(),
      }),
    ),
  })
  .openapi('KeySet');

/** The public keys of receipts, where libraries for JWT look for them (RFC 7517, 5). */
export function mountKeySet(app: ServiceApp, receiptKeys: ReceiptKeys): void {
  const route = declareRoute({
    method: 'get',
    path: '/.well-known/jwks.json',
    summary: 'The public keys that the receipts of ended sessions are signed with',
    request: {},
    answers: { 200: json('A JSON Web Key Set (RFC 7517)', keySet) },
  });
  app.use(route.path, openToAnyOrigin);
  app.openapi(route, async c => {
    c.header('Cache-Control', `public, max-age=${MAX_AGE_S}`);
    return c.json(keySet.parse({ keys: await receiptKeys.published() }), 200);
  });
}
