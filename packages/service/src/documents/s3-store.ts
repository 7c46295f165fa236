/** Documents in a bucket with the S3 API: settings, requests, and the database that the bucket belongs to. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  Agent as HttpAgent,
  request as askPlainly,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as askByTls } from 'node:https';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import { AwsSignature } from './aws-signature.ts';
import { sha256 } from '../domain/sha256.ts';
import type { Database } from '../storage/database.ts';
import { settleSetting } from '../storage/settings.ts';
import { DocumentsAwayError } from '../support/errors.ts';
import { SettingsError } from '../support/settings-error.ts';
import { type ByteRange, type DocumentStore, LIST_PAGE, removeEach } from '../storage/document-store.ts';

/** Who encrypts what is stored: the store with its own key, or with one of a key management service. */
type ServerSideEncryption =
  { readonly kind: 'AES256' } | { readonly kind: 'aws:kms'; readonly keyId: string | undefined };

/** A bucket of a store with the S3 API. */
export interface S3Settings {
  /** The bucket, as `https://host/bucket` or `https://bucket.host`, without a trailing slash. */
  readonly bucketUrl: string;
  /** Before each document's id: empty, or with a slash at its end. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Undefined: as the bucket is set up. */
  readonly encryption: ServerSideEncryption | undefined;
  /** Whether downloads that are no page's are sent to the store by a redirect. */
  readonly directDownloads: boolean;
  /** Whether a bucket of another database is taken for this one. */
  readonly adopts: boolean;
}

const settingSchema = z.object({ id: z.string() });

/** A store that others could use as well: it says whose it is. */
interface SharedStore {
  /** The id of the database that it belongs to; undefined while nobody has claimed it. */
  readOwner(): Promise<string | undefined>;
  writeOwner(databaseId: string): Promise<void>;
  /** The ids of some documents, a hundred or more if there are so many. */
  sample(): Promise<readonly string[]>;
}

/** A random id that the database keeps, and a copy of it has, too. */
async function readDatabaseId(database: Database): Promise<string> {
  const made = { id: `db_${randomBytes(12).toString('hex')}` };
  return settingSchema.parse(await settleSetting(database, 'database-id', made)).id;
}

/** Whose a store is, as far as a database can tell. */
export type StoreOwner = 'this database' | 'nobody' | 'another database' | 'unknown documents';

/** @param own the database's id; undefined if it has none yet */
async function ownerOf(store: SharedStore, database: Database, own: string | undefined): Promise<StoreOwner> {
  const owner = await store.readOwner();
  if (owner !== undefined) return owner === own ? 'this database' : 'another database';
  const found = await store.sample();
  if (found.length === 0) return 'nobody';
  const known = await database.query('SELECT 1 FROM documents WHERE document_id = ANY($1) LIMIT 1', [found]);
  return known.length > 0 ? 'nobody' : 'unknown documents';
}

/**
 * Makes sure that a store is this database's alone: two databases would read nothing of each other's documents, and a
 * mistake with one would be a loss for the other. The schema must be up to date.
 * @param adopts takes the store whoever it belongs to (`S3_ADOPT=true`)
 * @throws SettingsError when it is another database's, or holds documents that this one doesn't know
 */
async function claimStore(database: Database, store: SharedStore, adopts: boolean): Promise<void> {
  const own = await readDatabaseId(database);
  const owner = await ownerOf(store, database, own);
  if (owner === 'this database') return;
  if (!adopts && owner !== 'nobody') throw new SettingsError(foreignStore(owner));
  await store.writeOwner(own);
}

/** What is wrong with a bucket of others, and what to do. */
export function foreignStore(owner: 'another database' | 'unknown documents'): string {
  const what =
    owner === 'another database'
      ? 'belongs to another database'
      : 'holds documents that this database does not know';
  return `The bucket of S3_BUCKET_URL ${what}. Give each database a bucket or S3_PREFIX of its own; S3_ADOPT=true takes this one for this database.`;
}

/** Limits of a request, which is repeated where that may help: every request of ours has the same effect twice. */
interface S3Limits {
  /** For one try, with its body. */
  readonly tryMs: number;
  readonly tries: number;
  /** Before the second try; twice as long before each further one. */
  readonly pauseMs: number;
}

/** A document of 8 MB takes a second on a slow line. Signers wait meanwhile, and are told to try again afterwards. */
const LIMITS: S3Limits = { tryMs: 6000, tries: 3, pauseMs: 200 };

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Undefined: the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Ends it. */
  readonly signal?: AbortSignal | undefined;
}

interface S3Answer {
  readonly status: number;
  /** By their names in small letters. */
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Statuses that the store's documentation asks to try again. */
const PASSING = [408, 429, 500, 502, 503, 504];

/** An answer that shows a passing fault: a status, or bytes that are not what was stored. */
class PassingFaultError extends Error {
  override readonly name = 'PassingFaultError';
}

/** A connection that was kept open is closed: most likely before the request arrived. */
class StaleConnectionError extends Error {
  override readonly name = 'StaleConnectionError';
}

const isSecure = ({ protocol }: URL): boolean => protocol === 'https:';

/** One request and its answer. Node's own client takes a third of the processor time of its `fetch`. */
async function exchange(
  url: URL,
  options: RequestOptions,
  body: Uint8Array | undefined,
  withinMs: number,
): Promise<S3Answer> {
  const asked = (isSecure(url) ? askByTls : askPlainly)(url, options);
  // Also once the answer is there: OpenStack Swift sends a body after its answer to HEAD, which can't be read as the next
  // answer. An error event that nobody hears would end the process.
  asked.on('error', () => undefined);
  const timer = setTimeout(
    () => asked.destroy(new DOMException('It took too long.', 'TimeoutError')),
    withinMs,
  );
  try {
    const answered: Promise<IncomingMessage[]> = once(asked, 'response');
    asked.end(body);
    const [response] = await answered.catch((cause: unknown) => {
      const isStale = asked.reusedSocket && Object(cause).code === 'ECONNRESET';
      throw isStale ? new StaleConnectionError('The connection was closed.', { cause }) : cause;
    });
    if (response === undefined) throw new TypeError('There is no answer.');
    const bytes = new Uint8Array(await buffer(response));
    return { status: response.statusCode ?? 0, headers: response.headers, bytes };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The requests of a store with the S3 API, signed by AWS Signature Version 4. The signature covers the body's SHA-256,
 * which the store compares with what it received.
 */
class S3Client {
  readonly #settings: S3Settings;
  readonly #limits: S3Limits;
  readonly #signature: AwsSignature;
  readonly #agent: HttpAgent;

  constructor(settings: S3Settings, limits: S3Limits = LIMITS) {
    this.#settings = settings;
    this.#limits = limits;
    this.#signature = new AwsSignature(settings);
    this.#agent = isSecure(new URL(settings.bucketUrl))
      ? new HttpsAgent({ keepAlive: true })
      : new HttpAgent({ keepAlive: true });
  }

  /**
   * @param accept rejects with PassingFaultError what should be asked again
   * @returns any answer but those of passing faults
   * @throws DocumentsAwayError after the last try
   */
  async send(
    request: S3Request,
    { accept = () => undefined, tries = this.#limits.tries }: SendOptions = {},
  ): Promise<S3Answer> {
    for (let tried = 1; ; tried += 1) {
      try {
        const answer = await this.#try(request);
        if (PASSING.includes(answer.status)) throw new PassingFaultError(`Status ${answer.status}.`);
        accept(answer);
        return answer;
      } catch (cause) {
        request.signal?.throwIfAborted();
        if (tried >= tries) throw new DocumentsAwayError('The object store does not answer.', { cause });
        const pause = this.#limits.pauseMs * 2 ** (tried - 1);
        await new Promise(resolve => setTimeout(resolve, pause * (0.5 + Math.random() / 2)));
      }
    }
  }

  /** An address that answers GET without credentials for so many seconds. */
  presign(key: string, query: Readonly<Record<string, string>>, seconds: number): string {
    return this.#signature.address(this.#address({ key, query }), seconds);
  }

  async #try(request: S3Request): Promise<S3Answer> {
    const { method, body, signal } = request;
    const url = this.#address(request);
    const bodyHash = sha256(body ?? '').toString('hex');
    const signed = this.#signature.headers({ method, url, headers: request.headers ?? {}, bodyHash });
    const length = body === undefined ? {} : { 'Content-Length': String(body.length) };
    const options = { method, headers: { ...signed, ...length }, agent: this.#agent, signal };
    const ask = () => exchange(url, options, body, this.#limits.tryMs);
    const answer = await ask().catch((error: unknown) => {
      // The store closed the connection while it was at rest.
      if (error instanceof StaleConnectionError) return ask();
      throw error;
    });
    // Only a store that was moved, or something on the way, leads elsewhere.
    if (answer.status >= 300 && answer.status < 400) throw new PassingFaultError(`Status ${answer.status}.`);
    return answer;
  }

  #address({ key, query = {} }: Pick<S3Request, 'key' | 'query'>): URL {
    const { bucketUrl, prefix } = this.#settings;
    const url = new URL(key === undefined ? bucketUrl : `${bucketUrl}/${prefix}${key}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }
}

interface SendOptions {
  readonly accept?: (answer: S3Answer) => void;
  readonly tries?: number;
}

/** The SHA-256 of a document, beside it. */
const HASH_HEADER = 'x-amz-meta-sha256';

/** Those who probe wait for a few seconds only: one try. */
const CHECK_TRIES = 1;

/** The store refused what no repetition would help: wrong credentials, a missing bucket or right. */
function refused(what: string, { status, bytes }: S3Answer): Error {
  const [, code = 'no code'] = /<Code>(\w{1,60})<\/Code>/.exec(Buffer.from(bytes).toString('latin1')) ?? [];
  return new Error(`The object store refused to ${what}: ${status} (${code}).`);
}

function encryptionHeaders({ encryption }: S3Settings): Record<string, string> {
  if (encryption === undefined) return {};
  const kind = { 'x-amz-server-side-encryption': encryption.kind };
  if (encryption.kind === 'AES256' || encryption.keyId === undefined) return kind;
  return { ...kind, 'x-amz-server-side-encryption-aws-kms-key-id': encryption.keyId };
}

/** @throws PassingFaultError for bytes that are not those that were stored, or not all of them */
function requireWhole({ status, headers, bytes }: S3Answer): void {
  if (status !== 200) return;
  const expected = headers[HASH_HEADER];
  if (expected === undefined || expected === sha256(bytes).toString('hex')) return;
  throw new PassingFaultError('The bytes are not those that were stored.');
}

/** @throws PassingFaultError for another number of bytes than the range has, which lies within the document */
function requirePart(answer: S3Answer, { start, end }: ByteRange): void {
  if (answer.status !== 200 && answer.status !== 206) return;
  requireWhole(answer);
  if (partOf(answer, { start, end }).length !== end - start + 1)
    throw new PassingFaultError('The bytes are not those that were asked for.');
}

/** The part of an answer that was asked for; a store may ignore the range. */
function partOf({ status, bytes }: S3Answer, { start, end }: ByteRange): Uint8Array<ArrayBuffer> {
  return status === 206 ? bytes : bytes.subarray(start, end + 1);
}

/**
 * @throws PassingFaultError for an answer without an ETag, which every store gives for what it has taken: something on the
 *   way answered, such as a proxy or the page of a network to log in to
 */
function requireTaken({ status, headers }: S3Answer): void {
  if (status === 200 && headers.etag === undefined)
    throw new PassingFaultError('Nothing says what was stored.');
}

/** @throws TypeError for an id that would lead elsewhere */
function keyOf(documentId: string): string {
  if (!/^\w+$/.test(documentId)) throw new TypeError('A document id has only letters, digits and _.');
  return documentId;
}

interface Listed {
  readonly entries: readonly { readonly key: string; readonly writtenAt: number }[];
  /** Where the next page begins. */
  readonly next: string | undefined;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text of the first element of this name; the elements of a list have no attributes. */
function textOf(xml: string, name: string): string | undefined {
  const start = xml.indexOf(`<${name}>`);
  const end = xml.indexOf(`</${name}>`, start);
  if (start === -1 || end === -1) return undefined;
  return xml.slice(start + name.length + 2, end).replaceAll(/&(\w+);/g, (whole, entity: string) => {
    return ENTITIES[entity] ?? whole;
  });
}

/** Reads an answer of ListObjectsV2. */
function readList(bytes: Uint8Array): Listed {
  const [head = '', ...contents] = Buffer.from(bytes).toString('utf8').split('<Contents>');
  const entries = contents.map(part => {
    return { key: textOf(part, 'Key') ?? '', writtenAt: Date.parse(textOf(part, 'LastModified') ?? '') };
  });
  // The token stands before the entries or after them.
  const outside = head + (contents.at(-1)?.split('</Contents>').at(-1) ?? '');
  return { entries, next: textOf(outside, 'NextContinuationToken') };
}

const escaped = (key: string): string => key.replaceAll(/[&<>]/g, letter => `&#${letter.codePointAt(0)};`);

/** The body of DeleteObjects. A key has letters that need no escaping, but for what the operator set before it. */
function writeRemoval(keys: readonly string[]): Buffer {
  const objects = keys.map(key => `<Object><Key>${escaped(key)}</Key></Object>`);
  return Buffer.from(`<Delete><Quiet>true</Quiet>${objects.join('')}</Delete>`);
}

/** How a store answers that does not know DeleteObjects. */
const REMOVES_ONE = [400, 404, 405, 501];

/** The object that says whose database the bucket is; no document's id has a full stop. */
const OWNER = 'owner.txt';
/** How far the database had counted when it last wrote here. */
const COUNT = 'count.txt';

async function* listed(client: S3Client, settings: S3Settings): AsyncIterable<Listed['entries']> {
  const query = { 'list-type': '2', 'max-keys': String(LIST_PAGE), prefix: settings.prefix };
  for (let token: string | undefined = ''; token !== undefined;) {
    const more: Record<string, string> = token === '' ? {} : { 'continuation-token': token };
    const answer: S3Answer = await client.send({ method: 'GET', query: { ...query, ...more } });
    if (answer.status !== 200) throw refused('list', answer);
    const { entries, next } = readList(answer.bytes);
    yield entries;
    token = next;
  }
}

async function readText(client: S3Client, key: string): Promise<string | undefined> {
  const answer = await client.send({ method: 'GET', key });
  if (answer.status === 404) return undefined;
  if (answer.status !== 200) throw refused('read', answer);
  return Buffer.from(answer.bytes).toString('latin1').trim();
}

async function writeText(client: S3Client, settings: S3Settings, key: string, text: string): Promise<void> {
  const body = Buffer.from(`${text}\n`);
  const answer = await client.send({ method: 'PUT', key, headers: encryptionHeaders(settings), body });
  if (answer.status !== 200) throw refused('write', answer);
}

function sharedStore(client: S3Client, settings: S3Settings): SharedStore {
  return {
    readOwner: () => readText(client, OWNER),
    writeOwner: databaseId => writeText(client, settings, OWNER, databaseId),
    async sample() {
      for await (const entries of listed(client, settings))
        return entries.map(({ key }) => key.slice(settings.prefix.length)).filter(id => /^\w+$/.test(id));
      return [];
    },
  };
}

/** Stores documents as objects of a bucket, named by their ids, each with its SHA-256 in its metadata. */
export function openS3Store(settings: S3Settings, limits?: S3Limits): DocumentStore {
  const client = new S3Client(settings, limits);
  const sent = encryptionHeaders(settings);

  async function write(documentId: string, bytes: Uint8Array): Promise<void> {
    const headers = { ...sent, [HASH_HEADER]: sha256(bytes).toString('hex') };
    const answer = await client.send(
      { method: 'PUT', key: keyOf(documentId), headers, body: bytes },
      { accept: requireTaken },
    );
    if (answer.status !== 200) throw refused('write', answer);
  }

  async function remove(documentId: string): Promise<void> {
    const answer = await client.send({ method: 'DELETE', key: keyOf(documentId) });
    if (![200, 204, 404].includes(answer.status)) throw refused('remove', answer);
  }

  const list = () => listed(client, settings);

  return {
    counter: {
      read: async () => Number((await readText(client, COUNT)) ?? '0'),
      write: count => writeText(client, settings, COUNT, String(count)),
    },
    async claim(database) {
      await claimStore(database, sharedStore(client, settings), settings.adopts);
      // The operator knows that the database has another past.
      if (settings.adopts) await writeText(client, settings, COUNT, '0');
    },
    write,
    // An object is replaced in one step.
    replace: write,
    async read(documentId, range) {
      const headers: Record<string, string> =
        range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` };
      const answer = await client.send(
        { method: 'GET', key: keyOf(documentId), headers },
        { accept: range === undefined ? requireWhole : answered => requirePart(answered, range) },
      );
      if (answer.status === 404 && !/NoSuchBucket/.test(Buffer.from(answer.bytes).toString('latin1')))
        return undefined;
      if (answer.status !== 200 && answer.status !== 206) throw refused('read', answer);
      return range === undefined ? answer.bytes : partOf(answer, range);
    },
    remove,
    async removeAll(documentIds, signal) {
      if (documentIds.length === 0) return;
      const body = writeRemoval(documentIds.map(id => settings.prefix + keyOf(id)));
      const headers = { 'Content-MD5': createHash('md5').update(body).digest('base64') };
      const answer = await client.send({ method: 'POST', query: { delete: '' }, headers, body, signal });
      // Some stores remove objects one by one only.
      if (REMOVES_ONE.includes(answer.status)) return removeEach({ remove }, documentIds, signal);
      const failed = Buffer.from(answer.bytes).toString('utf8').split('<Error>').slice(1);
      if (answer.status !== 200 || failed.some(each => textOf(each, 'Code') !== 'NoSuchKey'))
        throw refused('remove', answer);
    },
    async *listOlderThan(milliseconds) {
      const { prefix } = settings;
      for await (const entries of list()) {
        const before = Date.now() - milliseconds;
        yield entries
          .filter(({ writtenAt }) => writtenAt <= before)
          .map(({ key }) => key.slice(prefix.length))
          .filter(id => /^\w+$/.test(id));
      }
    },
    async check() {
      const answer = await client.send({ method: 'HEAD' }, { tries: CHECK_TRIES });
      if (answer.status !== 200) throw refused('be asked', answer);
    },
    ...(settings.directDownloads && {
      address: async (documentId, { mediaType, disposition, seconds }) =>
        client.presign(
          documentId,
          { 'response-content-type': mediaType, 'response-content-disposition': disposition },
          seconds,
        ),
    }),
  };
}

/**
 * Writes, reads and removes an object of its own, in one try each, and says whose the bucket is. Claims nothing.
 * @param database the id of the database, if it has one, and its queries; undefined: whose the bucket is can't be told
 * @throws Error that says what the store refused, and DocumentsAwayError
 */
export async function inspectBucket(
  settings: S3Settings,
  database: { readonly queries: Database; readonly id: string | undefined } | undefined,
): Promise<StoreOwner | undefined> {
  const limits = { ...LIMITS, tries: 1 };
  const store = openS3Store(settings, limits);
  const name = `check_${randomBytes(12).toString('hex')}`;
  const bytes = randomBytes(64);
  await store.write(name, bytes);
  try {
    const found = await store.read(name);
    if (found === undefined || !bytes.equals(found))
      throw new Error('The object store answers other bytes than it took.');
  } finally {
    await store.remove(name);
  }
  if (database === undefined) return undefined;
  return ownerOf(sharedStore(new S3Client(settings, limits), settings), database.queries, database.id);
}
