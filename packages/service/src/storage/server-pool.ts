import { Client, DatabaseError, Pool, type ClientConfig, type PoolClient } from 'pg';
import { namingAway } from './server-errors.ts';
import { ServerWatch } from './server-watch.ts';

/** A connection in use. */
export interface Lease {
  readonly client: PoolClient;
  /** Gives it back. @param broken why it cannot be used again */
  readonly release: (broken?: Error) => void;
}

/**
 * A lost connection is reported twice: as the error of its next query, which is handled, and as an event, which
 * would end the process if nobody listened.
 */
const ignore = (): void => undefined;

/** Connections to a server, as long as it is there. */
export class ServerPool {
  readonly #config: ClientConfig;
  readonly #pool: Pool;
  readonly #unansweredMs: number;
  readonly #watch: ServerWatch;
  readonly #busy = new Set<PoolClient>();
  readonly #madeAt = new WeakMap<PoolClient, number>();
  /** Connections made before are not used again. */
  #freshSince = 0;

  constructor(config: ClientConfig, { size, unansweredMs }: { size: number; unansweredMs: number }) {
    this.#config = config;
    this.#unansweredMs = unansweredMs;
    this.#pool = new Pool({ ...config, max: size });
    // The pool replaces an idle connection that the server closed.
    this.#pool.on('error', ignore);
    this.#pool.on('connect', client => void this.#madeAt.set(client, performance.now()));
    this.#watch = new ServerWatch({
      unansweredMs,
      answers: () => this.#answers(),
      onSilent: () => this.#cut(),
    });
  }

  get counts(): { readonly busy: number; readonly idle: number; readonly waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** @throws DatabaseAwayError */
  async acquire(): Promise<Lease> {
    for (;;) {
      const client = await this.#connect();
      if ((this.#madeAt.get(client) ?? 0) < this.#freshSince) {
        client.release(true);
        continue;
      }
      client.on('error', ignore);
      this.#busy.add(client);
      const release = (broken?: Error): void => {
        this.#busy.delete(client);
        client.off('error', ignore);
        client.release(broken);
      };
      return { client, release };
    }
  }

  async #connect(): Promise<PoolClient> {
    const connecting = this.#pool.connect();
    try {
      return await this.ask(() => connecting);
    } catch (error) {
      // It may come when nobody waits for it any more.
      connecting.then(late => late.release(true), ignore);
      throw error;
    }
  }

  /** Asks the server something. @throws DatabaseAwayError also when it does not answer; DatabaseReadOnlyError */
  ask<T>(question: () => Promise<T>): Promise<T> {
    return namingAway(() => this.#watch.during(question));
  }

  /**
   * Uses none of the present connections again. After a failover they may lead to the server that was the first one
   * before, while the address leads to another.
   */
  renew(): void {
    this.#freshSince = performance.now();
  }

  async close(): Promise<void> {
    this.#watch.close();
    await this.#pool.end();
  }

  /** Whether it says anything, were it that it takes no connection. */
  async #answers(): Promise<boolean> {
    const client = new Client({ ...this.#config, connectionTimeoutMillis: this.#unansweredMs });
    client.on('error', ignore);
    try {
      await client.connect();
      return true;
    } catch (error) {
      return error instanceof DatabaseError;
    } finally {
      void client.end().catch(ignore);
    }
  }

  /** Fails what waits for an answer, which the system would wait for up to a quarter of an hour. */
  #cut(): void {
    for (const client of this.#busy) void client.end().catch(ignore);
  }
}
