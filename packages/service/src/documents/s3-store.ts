import { sha256 } from '../domain/sha256.ts';
import { LIST_PAGE, type ByteRange, type DocumentStore } from './document-store.ts';
import { PassingFaultError, S3Client, type S3Answer, type S3Limits } from './s3-client.ts';
import type { S3Settings } from './s3-settings.ts';
import { claimStore } from './store-owner.ts';

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
  const expected = headers.get(HASH_HEADER);
  if (expected === null || expected === sha256(bytes).toString('hex')) return;
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
  if (status === 200 && !headers.has('ETag')) throw new PassingFaultError('Nothing says what was stored.');
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

/** The object that says whose database the bucket is; no document's id has a full stop. */
const OWNER = 'owner.txt';

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

  async function* list(): AsyncIterable<Listed['entries']> {
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

  const owned = {
    async readOwner() {
      const answer = await client.send({ method: 'GET', key: OWNER });
      if (answer.status === 404) return undefined;
      if (answer.status !== 200) throw refused('read', answer);
      return Buffer.from(answer.bytes).toString('latin1').trim();
    },
    async writeOwner(databaseId: string) {
      const body = Buffer.from(`${databaseId}\n`);
      const answer = await client.send({ method: 'PUT', key: OWNER, headers: sent, body });
      if (answer.status !== 200) throw refused('write', answer);
    },
    async sample() {
      for await (const entries of list())
        return entries.map(({ key }) => key.slice(settings.prefix.length)).filter(id => /^\w+$/.test(id));
      return [];
    },
  };

  return {
    claim: database => claimStore(database, owned, settings.adopts),
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
    async remove(documentId) {
      const answer = await client.send({ method: 'DELETE', key: keyOf(documentId) });
      if (![200, 204, 404].includes(answer.status)) throw refused('remove', answer);
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
      address: (documentId, { mediaType, disposition, seconds }) =>
        client.presign(
          documentId,
          { 'response-content-type': mediaType, 'response-content-disposition': disposition },
          seconds,
        ),
    }),
  };
}
