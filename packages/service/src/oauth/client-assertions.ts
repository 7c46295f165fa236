import { decodeProtectedHeader, errors, importJWK, jwtVerify, type JWTPayload } from 'jose';
import type { Core } from '../core/core.ts';
import type { Clock } from '../domain/clock.ts';
import type { EnvironmentAddresses } from '../http/client-address.ts';
import type { Queries } from '../storage/database.ts';
import { findClientKey, type Client } from './clients.ts';

/** Maximum lifetime of an assertion in seconds (signer API, section 7). */
const LONGEST_LIFE = 300;
/** Tolerated clock difference in seconds. */
const CLOCK_TOLERANCE = 30;

/**
 * Client authentication by private-key JWT (RFC 7523, 3): ES256, a registered key, this token endpoint as the
 * audience, single use.
 */
export class ClientAssertions {
  readonly #core: Core;
  readonly #parts;

  constructor(
    core: Core,
    parts: {
      addresses: EnvironmentAddresses;
      /** The true time: clients use their own clock, which QA does not move. */
      trueTime: Clock;
    },
  ) {
    this.#core = core;
    this.#parts = parts;
  }

  /** The client that signed the assertion, or undefined. The assertion counts as used from then on. */
  async authenticate(clientId: string, assertion: string): Promise<Client | undefined> {
    const { database } = this.#core;
    const found = await findClientKey(database, clientId, keyIdOf(assertion) ?? '');
    if (found === undefined) return undefined;
    const claims = await this.#verify(assertion, found);
    if (claims?.jti === undefined || claims.exp === undefined) return undefined;
    // A client that times out does not know whether its assertion was used, so it must make a new one for each
    // request.
    const isFirst = await useOnce(
      database,
      clientId,
      claims.jti,
      new Date((claims.exp + CLOCK_TOLERANCE) * 1000),
    );
    return isFirst ? found.client : undefined;
  }

  /** Deletes used assertions that have expired; they would be refused anyway. */
  async removeUsed(): Promise<void> {
    const { database } = this.#core;
    const { trueTime } = this.#parts;
    await database.query('DELETE FROM used_assertions WHERE expires_at <= $1', [trueTime.now()]);
  }

  async #verify(
    assertion: string,
    { client, key }: NonNullable<Awaited<ReturnType<typeof findClientKey>>>,
  ): Promise<JWTPayload | undefined> {
    const { addresses, trueTime } = this.#parts;
    const now = trueTime.now();
    try {
      const { payload } = await jwtVerify(assertion, await importJWK(key, 'ES256'), {
        algorithms: ['ES256'],
        issuer: client.clientId,
        subject: client.clientId,
        audience: addresses.tokenEndpoints(client.environment),
        clockTolerance: CLOCK_TOLERANCE,
        currentDate: now,
        requiredClaims: ['exp', 'jti'],
      });
      const latest = Math.floor(now.getTime() / 1000) + LONGEST_LIFE + CLOCK_TOLERANCE;
      const isShort = payload.exp !== undefined && payload.exp <= latest;
      return isShort && isPlainId(payload.jti) ? payload : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}

function keyIdOf(assertion: string): string | undefined {
  try {
    return decodeProtectedHeader(assertion).kid;
  } catch {
    return undefined;
  }
}

/** The `jti` is unverified input, so check its form. */
function isPlainId(jti: unknown): boolean {
  return typeof jti === 'string' && /^[\x20-\x7e]{1,200}$/.test(jti);
}

/** @returns whether this is the first use */
async function useOnce(queries: Queries, clientId: string, jti: string, expiresAt: Date): Promise<boolean> {
  const rows = await queries.query(
    `INSERT INTO used_assertions (client_id, jti, expires_at) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING RETURNING jti`,
    [clientId, jti, expiresAt],
  );
  return rows.length === 1;
}
