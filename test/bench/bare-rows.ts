import { request } from 'node:http';
import { systemRandom, randomId } from '../../packages/service/src/domain/ids.ts';
import type { Database } from '../../packages/service/src/storage/database.ts';

const FAR = new Date('2099-01-01T00:00:00Z');
const REQUEST = JSON.stringify({ signer: { name: 'Maria da Silva', cpf: '52998224725' } });
const DATA = JSON.stringify({ status: 'ACTIVE', profile: 'CUSTOM', expiresAt: FAR.toISOString() });

const id = (): string => randomId('ss', systemRandom);

interface BareSession {
  readonly sessionId: string;
  readonly stepIds: readonly string[];
}

/**
 * The rows that the service writes, one statement a row, in as many transactions and as durable: what its work is held
 * against. What it reads to know what to write is its own affair.
 */
export class BareRows {
  readonly #database: Database;
  readonly #keyId: string;
  readonly sessions: BareSession[] = [];

  constructor(database: Database, keyId: string) {
    this.#database = database;
    this.#keyId = keyId;
  }

  /** A session with two steps and an event. */
  async create(): Promise<void> {
    const session = { sessionId: id(), stepIds: [id(), id()] };
    const now = new Date();
    await this.#database.transaction(async queries => {
      await queries.query(
        `INSERT INTO sessions (session_id, transaction_id, tenant_id, status, purpose, profile, locale, request,
           secret_key_id, created_at, expires_at)
         VALUES ($1, $2, 'tenant_local', 'ACTIVE', 'ACTION_AUTHENTICATION', 'CUSTOM', 'en', $3::jsonb, $4, $5, $6)`,
        [session.sessionId, id(), REQUEST, this.#keyId, now, FAR],
      );
      for (const [index, stepId] of session.stepIds.entries()) {
        await queries.query(
          `INSERT INTO steps (step_id, session_id, position, type, status, max_attempts, started_at)
           VALUES ($1, $2, $3, 'CLICK_ACCEPT', 'PENDING', 1, $4)`,
          [stepId, session.sessionId, index + 1, now],
        );
      }
      await queries.query(
        `INSERT INTO outbox (event_id, tenant_id, transaction_id, event_type, data, occurred_at)
         VALUES ($1, 'tenant_local', $2, 'SIGNING_SESSION.CREATED', $3::jsonb, $4)`,
        [id(), session.sessionId, DATA, now],
      );
    });
    this.sessions.push(session);
  }

  /** One step ends, the next begins. */
  async advance(session: BareSession | undefined): Promise<void> {
    const now = new Date();
    await this.#database.transaction(async queries => {
      for (const stepId of session?.stepIds ?? []) {
        await queries.query(
          `UPDATE steps SET status = 'COMPLETED', attempts = 1, completed_at = $2, result = '{}'::jsonb WHERE step_id = $1`,
          [stepId, now],
        );
      }
      await queries.query('UPDATE sessions SET version = version + 1 WHERE session_id = $1', [
        session?.sessionId ?? '',
      ]);
    });
  }

  /** A delivery is claimed, posted over a connection of its own, and settled with its attempt. */
  async deliver(deliveryId: string, receiverUrl: string): Promise<void> {
    await this.#database.query(
      `UPDATE webhook_deliveries SET claim = $2, leased_until = clock_timestamp()
       FROM (SELECT set_config('synchronous_commit', 'off', true)) AS this_statement_alone WHERE delivery_id = $1`,
      [deliveryId, id()],
    );
    await post(receiverUrl);
    await this.#database.transaction(async queries => {
      await queries.query(
        `UPDATE webhook_deliveries SET attempts = attempts + 1, state = 'DELIVERED' WHERE delivery_id = $1`,
        [deliveryId],
      );
      await queries.query(
        `INSERT INTO webhook_attempts (delivery_id, at, http_status, signed_at, signature)
         VALUES ($1, $2, 200, 1, 'none')`,
        [deliveryId, new Date()],
      );
    });
  }
}

function post(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(address, { method: 'POST', agent: false }, response => {
      response.destroy();
      resolve();
    });
    outgoing.on('error', reject).end(DATA);
  });
}
