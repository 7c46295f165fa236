import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { S3Settings } from '../../src/documents/s3-store.ts';
import { sha256 } from '../../src/domain/sha256.ts';

/** What becomes of a request. */
export type S3Fault =
  | { readonly kind: 'status'; readonly status: number }
  /** Never answers. */
  | { readonly kind: 'hang' }
  /** Ends the connection in the middle of the bytes. */
  | { readonly kind: 'cut-off' }
  /** Sends other bytes of the same length. */
  | { readonly kind: 'damage' }
  /** Something on the way answers 200 to everything, with this text. */
  | { readonly kind: 'stand-in'; readonly text: string };

interface StoredObject {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly writtenAt: Date;
}

/**
 * A bucket in memory that answers the few requests of the S3 API that we send, with faults. It does not check
 * signatures: `object-store.full.node.test.ts` has a real server.
 */
export interface FakeS3 {
  readonly settings: S3Settings;
  readonly objects: Map<string, StoredObject>;
  /** Of every request so far: method and path. */
  readonly requests: string[];
  /** Ends when the next request has arrived. */
  nextRequest(): Promise<void>;
  /** What becomes of the next requests, in this order; `undefined` is none. */
  faults: (S3Fault | undefined)[];
  /** What becomes of all requests after those. */
  always: S3Fault | undefined;
  close(): Promise<void>;
}

const BUCKET = '/documents';

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function error(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}

class Bucket {
  readonly objects = new Map<string, StoredObject>();

  list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const most = Number(query.get('max-keys'));
    const keys = [...this.objects.keys()].filter(key => key.startsWith(prefix) && key > after).toSorted();
    const page = keys.slice(0, most);
    const token = keys.length > most ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    const contents = page.map(key => {
      const at = this.objects.get(key)?.writtenAt.toISOString();
      return `<Contents><Key>${key}</Key><LastModified>${at}</LastModified></Contents>`;
    });
    response.writeHead(200, { 'Content-Type': 'application/xml' });
    response.end(`<?xml version="1.0"?><ListBucketResult>${contents.join('')}${token}</ListBucketResult>`);
  }

  async put(key: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await bodyOf(request);
    if (request.headers['x-amz-content-sha256'] !== sha256(bytes).toString('hex')) {
      return error(response, 400, 'XAmzContentSHA256Mismatch');
    }
    const sent = Object.entries(request.headers).filter(([name]) => name.startsWith('x-amz-'));
    const headers = Object.fromEntries(sent.map(([name, value]) => [name, String(value)]));
    this.objects.set(key, { bytes, headers, writtenAt: new Date() });
    response.writeHead(200, { ETag: `"${sha256(bytes).toString('hex').slice(0, 32)}"` }).end();
  }

  async removeAll(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const digest = createHash('md5').update(body).digest('base64');
    if (request.headers['content-md5'] !== digest) return error(response, 400, 'InvalidDigest');
    const keys = [...body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key);
    if (keys.length > 1000) return error(response, 400, 'MalformedXML');
    for (const key of keys) this.objects.delete(key);
    response.writeHead(200, { 'Content-Type': 'application/xml' }).end('<DeleteResult></DeleteResult>');
  }

  get(key: string, request: IncomingMessage, response: ServerResponse, fault: S3Fault | undefined): void {
    const found = this.objects.get(key);
    if (found === undefined) return error(response, 404, 'NoSuchKey');
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const isPart = first !== undefined;
    const bytes = Buffer.from(isPart ? found.bytes.subarray(Number(first), Number(last) + 1) : found.bytes);
    if (fault?.kind === 'damage') bytes.reverse();
    const hash = found.headers['x-amz-meta-sha256'];
    const headers = { 'Content-Length': bytes.length, ...(hash && { 'x-amz-meta-sha256': hash }) };
    response.writeHead(isPart ? 206 : 200, headers);
    if (fault?.kind !== 'cut-off') return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  }
}

export async function startFakeS3(): Promise<FakeS3> {
  const bucket = new Bucket();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://fake');
    requests.push(`${request.method} ${pathname}`);
    const fault = fake.faults.length > 0 ? fake.faults.shift() : fake.always;
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'status')
      return void request.resume().on('end', () => error(response, fault.status, 'SlowDown'));
    if (fault?.kind === 'stand-in') return void request.resume().on('end', () => response.end(fault.text));
    const key = pathname.slice(BUCKET.length + 1);
    if (request.method === 'PUT') return void bucket.put(key, request, response);
    if (request.method === 'HEAD') return void response.end();
    if (request.method === 'GET' && key === '') return bucket.list(searchParams, response);
    if (request.method === 'GET') return bucket.get(key, request, response, fault);
    if (request.method === 'POST') return void bucket.removeAll(request, response);
    bucket.objects.delete(key);
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No TCP port was given.');
  const settings: S3Settings = {
    bucketUrl: `http://127.0.0.1:${address.port}${BUCKET}`,
    prefix: 'signing/',
    region: 'us-east-1',
    accessKeyId: 'test',
    secretAccessKey: 'secret',
    encryption: { kind: 'aws:kms', keyId: 'key-1' },
    directDownloads: false,
    adopts: false,
  };
  const fake: FakeS3 = {
    settings,
    objects: bucket.objects,
    requests,
    faults: [],
    always: undefined,
    async nextRequest() {
      await once(server, 'request');
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return fake;
}
