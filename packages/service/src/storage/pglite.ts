import { setFlagsFromString } from 'node:v8';
import { Mutex, parse, PGlite, protocol, types as typeIds } from '@electric-sql/pglite';
import { TransactionAbortedError } from './database.ts';
import type { Database, Queries, Row, SqlValue } from './database.ts';

const { serialize } = protocol;

type ProtocolAnswer = Awaited<ReturnType<PGlite['execProtocolStream']>>;

/** A prepared statement with the types of its parameters. */
interface PreparedStatement {
  readonly name: string;
  readonly types: readonly number[];
  /** The database's description of its rows; empty if it returns none. */
  readonly description: ProtocolAnswer;
}

/**
 * Runs statements on the single connection. A statement with parameters is parsed and planned once and then takes
 * one round trip: planning the session query takes longer than running it. All statements of the service are
 * constant texts, so there are few.
 */
class Statements implements Queries {
  readonly #pglite: PGlite;
  readonly #prepared = new Map<string, PreparedStatement>();

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

  async #run(sql: string, parameters: readonly SqlValue[]): Promise<ProtocolAnswer> {
    const { name, types, description } = this.#prepared.get(sql) ?? (await this.#prepare(sql));
    const values = parameters.map((value, index) => this.#toValue(value, types[index]));
    const rows = await this.#send(
      serialize.bind({ statement: name, values }),
      serialize.execute({}),
      serialize.sync(),
    );
    // The description is requested only once: a session's has more columns than there are rows.
    return [...description, ...rows];
  }

  async #prepare(sql: string): Promise<PreparedStatement> {
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

  /** Bytes as they are: as text they would be as many strings first. */
  #toValue(value: SqlValue, type = 0): string | Uint8Array | null {
    if (value === null || value instanceof Uint8Array) return value;
    const toText = this.#pglite.serializers[type];
    return toText === undefined ? String(value) : toText(value);
  }

  #send(...messages: readonly Uint8Array[]) {
    return this.#pglite.execProtocolStream(Buffer.concat(messages));
  }
}

/** The statements of a transaction, one after the other, also those that are asked without waiting. */
class Inside implements Queries {
  readonly #statements: Statements;
  #last: Promise<unknown> = Promise.resolve();
  #isOver = false;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  query<T extends Row>(sql: string, parameters?: readonly SqlValue[]): Promise<T[]> {
    const answer = this.#last.then(() => {
      // After the end it would be carried out by itself.
      if (this.#isOver) throw new TransactionAbortedError('The transaction is over.');
      return this.#statements.query<T>(sql, parameters);
    });
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  /** Waits for the statement that runs; no further one does. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#last;
  }
}

/**
 * PostgreSQL's default of 128 MB would be allocated at the start, used or not. What does not fit is in the file
 * system's cache.
 */
const SHARED_BUFFERS = ['-c', 'shared_buffers=16MB'];

/** @param text `\x00ff`: PostgreSQL's output of bytes */
const bytesOfHex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.slice(2), 'hex'));

/**
 * PostgreSQL inside this process. With a folder the data is persistent; without one it is in memory. Only one
 * process may use a folder: lock it first.
 * @param snapshot the initial content, as returned by PGlite's `dumpDataDir`; default empty
 */
export async function openEmbeddedDatabase(folder?: string, snapshot?: Blob): Promise<Database> {
  // V8 optimises WebAssembly in the background. Each thread that does so keeps about 30 MB.
  setFlagsFromString('--wasm-num-compilation-tasks=1');
  const pglite = await PGlite.create({
    parsers: { [typeIds.BYTEA]: bytesOfHex },
    startParams: [...PGlite.defaultStartParams, ...SHARED_BUFFERS],
    ...(folder !== undefined && { dataDir: folder }),
    ...(snapshot !== undefined && { loadDataDir: snapshot }),
  });
  const statements = new Statements(pglite);
  // There is one connection, so a statement in between would become part of a transaction.
  const mutex = new Mutex();
  return {
    kind: 'embedded',
    query: (sql, parameters) => mutex.runExclusive(() => statements.query(sql, parameters)),
    transaction: work =>
      mutex.runExclusive(async () => {
        await statements.query('BEGIN');
        const inside = new Inside(statements);
        try {
          const result = await work(inside);
          await inside.end();
          await statements.commit();
          return result;
        } catch (error) {
          await inside.end();
          await statements.query('ROLLBACK');
          throw error;
        }
      }),
    close: () => pglite.close(),
  };
}
