import { setFlagsFromString } from 'node:v8';
import { Mutex, parse, PGlite, protocol } from '@electric-sql/pglite';
import { TransactionAbortedError } from './database.ts';
import type { Database, Queries, Row, SqlValue } from './database.ts';

const { serialize } = protocol;

type Answered = Awaited<ReturnType<PGlite['execProtocolStream']>>;

/** A statement that the database has parsed under a name, with the types of its parameters. */
interface Prepared {
  readonly name: string;
  readonly types: readonly number[];
  /** What its rows hold, as the database says it in front of them; empty where it has none. */
  readonly description: Answered;
}

/**
 * Statements over the one connection. One with parameters is parsed and planned once, and from then on goes and comes
 * back in one message: planning the read of a session takes longer than the read. All of the service's statements
 * are fixed texts, so the names are few.
 */
class Statements implements Queries {
  readonly #pglite: PGlite;
  readonly #prepared = new Map<string, Prepared>();

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  async query<T extends Row>(sql: string, parameters: readonly SqlValue[] = []): Promise<T[]> {
    const messages =
      parameters.length === 0 ? await this.#send(serialize.query(sql)) : await this.#run(sql, parameters);
    const [result] = parse.parseResults(messages, this.#pglite.parsers);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what rows hold, the statement alone knows
    return (result?.rows ?? []) as T[];
  }

  /** @throws TransactionAbortedError */
  async commit(): Promise<void> {
    const messages = await this.#send(serialize.query('COMMIT'));
    const isRolledBack = messages.some(message => 'text' in message && message.text === 'ROLLBACK');
    if (isRolledBack) throw new TransactionAbortedError('A statement failed before.');
  }

  async #run(sql: string, parameters: readonly SqlValue[]): Promise<Answered> {
    const { name, types, description } = this.#prepared.get(sql) ?? (await this.#prepare(sql));
    const values = parameters.map((value, index) => this.#toText(value, types[index]));
    const rows = await this.#send(
      serialize.bind({ statement: name, values }),
      serialize.execute({}),
      serialize.sync(),
    );
    // Asked once: a session's read has more columns to describe than rows.
    return [...description, ...rows];
  }

  async #prepare(sql: string): Promise<Prepared> {
    const name = `s${this.#prepared.size}`;
    const described = await this.#send(
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    );
    const types = parse.parseDescribeStatementResults(described);
    const description = described.filter(message => message.name === 'rowDescription');
    const prepared = { name, types, description };
    this.#prepared.set(sql, prepared);
    return prepared;
  }

  #toText(value: SqlValue, type = 0): string | null {
    if (value === null) return null;
    const toText = this.#pglite.serializers[type];
    return toText === undefined ? String(value) : toText(value);
  }

  #send(...messages: readonly Uint8Array[]) {
    return this.#pglite.execProtocolStream(Buffer.concat(messages));
  }
}

/**
 * PostgreSQL's default of 128 MB lies in this process from the start, used or not. What isn't in it comes from the
 * system's own cache.
 */
const SHARED_BUFFERS = ['-c', 'shared_buffers=16MB'];

/**
 * PostgreSQL inside this process. With a folder the data lasts; without one it lives in memory and goes with
 * the process. One process at a time may hold a folder: take its lock first.
 * @param snapshot what the database holds at first, as PGlite's `dumpDataDir` gives it; default nothing
 */
export async function openEmbeddedDatabase(folder?: string, snapshot?: Blob): Promise<Database> {
  // V8 makes WebAssembly faster while it runs. Each thread that does so keeps some 30 MB of what it needed for it.
  setFlagsFromString('--wasm-num-compilation-tasks=1');
  const pglite = await PGlite.create({
    startParams: [...PGlite.defaultStartParams, ...SHARED_BUFFERS],
    ...(folder !== undefined && { dataDir: folder }),
    ...(snapshot !== undefined && { loadDataDir: snapshot }),
  });
  const statements = new Statements(pglite);
  // One connection: a statement between those of a transaction would be part of it.
  const turns = new Mutex();
  return {
    kind: 'embedded',
    query: (sql, parameters) => turns.runExclusive(() => statements.query(sql, parameters)),
    transaction: work =>
      turns.runExclusive(async () => {
        await statements.query('BEGIN');
        try {
          const result = await work(statements);
          await statements.commit();
          return result;
        } catch (error) {
          await statements.query('ROLLBACK');
          throw error;
        }
      }),
    close: () => pglite.close(),
  };
}
