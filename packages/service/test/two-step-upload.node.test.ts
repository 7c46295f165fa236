import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { DocumentsAwayError } from '../src/support/errors.ts';
import { systemRandom } from '../src/domain/ids.ts';
import { createKeyRing } from '../src/keys/key-ring.ts';
import { signToken } from '../src/keys/compact-token.ts';
import { onePagePdf } from '../../../test/support/small-pdf.ts';
import { openTestService, type Answer, type TestService } from './support/test-service.ts';
import { storedIds } from './support/stored-ids.ts';

const removeNothing = () => Promise.reject(new DocumentsAwayError('Away.'));
const pdf = onePagePdf('Contrato');
const documentHash = `sha256:${createHash('sha256').update(pdf).digest('hex')}`;

let service: TestService;
let token: string;
before(async () => {
  service = await openTestService();
  token = await service.token();
});
after(() => service.close());

async function transaction(): Promise<string> {
  const signer = { name: 'Maria da Silva', cpf: '52998224725' };
  const json = { policy: { profile: 'CLICK_ONLY' }, signer };
  return `/v1/transactions/${(await service.call('/v1/transactions', { as: token, json })).body.transactionId}`;
}

const presign = async (path: string): Promise<Answer['body']> =>
  (
    await service.call(`${path}/document/presign`, {
      as: token,
      json: { contentType: 'application/pdf', filename: 'contrato.pdf' },
    })
  ).body;

async function put(url: string, bytes: Uint8Array<ArrayBuffer>, type = 'application/pdf'): Promise<number> {
  const request = new Request(url, { method: 'PUT', headers: { 'Content-Type': type }, body: bytes });
  return (await service.fetch(request)).status;
}

const confirm = (path: string, json: object): Promise<Answer> =>
  service.call(`${path}/document/confirm`, { as: token, json });

/** All stored documents, also one that was written within the same millisecond. */
const countStored = async (): Promise<number> => (await storedIds(service.documents, -60_000)).length;

describe('a document in two steps', () => {
  test('is uploaded to its URL, and confirmed by hash and size', async () => {
    const path = await transaction();
    const { uploadUrl, uploadToken, expiresIn, contentType } = await presign(path);
    assert.deepEqual([expiresIn, contentType], [900, 'application/pdf']);
    assert.equal(await put(uploadUrl, new Uint8Array(pdf)), 204);
    const { status, body } = await confirm(path, { uploadToken, documentHash, sizeBytes: pdf.length });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.documentHash, body.status], [documentHash, 'DOCUMENT_UPLOADED']);
    const read = await service.call(path, { as: token });
    assert.deepEqual(read.body.document, { hash: documentHash, filename: 'contrato.pdf' });
    const again = await confirm(path, { uploadToken });
    assert.deepEqual([again.status, again.body.type], [409, 'conflict']);
  });

  test('is refused when other bytes arrived, or none', async () => {
    const path = await transaction();
    const { uploadUrl, uploadToken } = await presign(path);
    const early = await confirm(path, { uploadToken });
    assert.deepEqual([early.status, early.body.type], [409, 'conflict']);
    await put(uploadUrl, new TextEncoder().encode('no PDF'));
    const size = await confirm(path, { uploadToken, sizeBytes: pdf.length });
    assert.deepEqual(size.body.errors, [{ pointer: '/sizeBytes', detail: '6 bytes were uploaded.' }]);
    const hash = await confirm(path, { uploadToken, documentHash });
    assert.deepEqual([hash.status, hash.body.type], [409, 'document-hash-mismatch']);
    const other = await confirm(path, { uploadToken });
    assert.equal(other.status, 400);
    await put(uploadUrl, new Uint8Array(pdf));
    assert.equal((await confirm(path, { uploadToken, documentHash })).status, 200, 'sent again');
  });

  test('has an upload address that tells logs neither its name nor its transaction', async () => {
    const path = await transaction();
    const { uploadUrl } = await presign(path);
    const parts = new URL(uploadUrl).searchParams.get('token')?.split('.') ?? [];
    const readable = [uploadUrl, ...parts.map(part => Buffer.from(part, 'base64url').toString())].join(' ');
    assert.match(readable, /"aud":"upload"/);
    assert.doesNotMatch(readable, /contrato/);
    assert.ok(!readable.includes(path.split('/').at(-1) ?? ''));
  });

  test('takes one place per transaction, however often it is announced', async () => {
    const path = await transaction();
    const earlier = await countStored();
    const addresses = [await presign(path), await presign(path), await presign(await transaction())];
    const [first, second, other] = addresses.map(({ s3Key }) => s3Key);
    assert.equal(second, first);
    assert.notEqual(other, first);
    for (const { uploadUrl } of addresses.slice(0, 2)) await put(uploadUrl, new Uint8Array(pdf));
    assert.equal(await countStored(), earlier + 1);
  });

  test('is not announced where a document is, or none can come any more', async () => {
    const announce = async (path: string) => {
      const json = { contentType: 'application/pdf', filename: 'contrato.pdf' };
      const { status, body } = await service.call(`${path}/document/presign`, { as: token, json });
      return [status, body.type];
    };
    const full = await transaction();
    const { uploadUrl, uploadToken } = await presign(full);
    await put(uploadUrl, new Uint8Array(pdf));
    assert.equal((await confirm(full, { uploadToken })).status, 200);
    assert.deepEqual(await announce(full), [409, 'conflict']);
    const withdrawn = await transaction();
    assert.equal((await service.call(withdrawn, { as: token, method: 'DELETE' })).status, 200);
    assert.deepEqual(await announce(withdrawn), [410, 'gone']);
  });

  test('may be sent twice at once: one of the two is kept whole', async () => {
    const path = await transaction();
    const { uploadUrl, uploadToken } = await presign(path);
    const other = onePagePdf('Contrato '.repeat(20));
    const sent = Array.from({ length: 8 }, (_, index) => new Uint8Array(index % 2 === 0 ? pdf : other));
    assert.deepEqual(await Promise.all(sent.map(bytes => put(uploadUrl, bytes))), Array(8).fill(204));
    const { status, body } = await confirm(path, { uploadToken });
    assert.equal(status, 200, JSON.stringify(body));
    const hashes = [pdf, other].map(file => `sha256:${createHash('sha256').update(file).digest('hex')}`);
    assert.ok(hashes.includes(body.documentHash));
  });

  test('is confirmed also where the uploaded copy cannot be removed', async () => {
    const path = await transaction();
    const { uploadUrl, uploadToken } = await presign(path);
    assert.equal(await put(uploadUrl, new Uint8Array(pdf)), 204);
    const clumsy = await service.restart({ documents: { ...service.documents, remove: removeNothing } });
    const answer = await clumsy.call(`${path}/document/confirm`, { as: token, json: { uploadToken } });
    assert.deepEqual([answer.status, answer.body.documentHash], [200, documentHash]);
  });

  test('is limited to its transaction, purpose and lifetime', async () => {
    const path = await transaction();
    const { uploadUrl, uploadToken } = await presign(path);
    assert.equal(await put(uploadUrl, new Uint8Array(pdf), 'text/html'), 415);
    assert.equal(await put(uploadUrl.replace(/token=.+$/, `token=${uploadToken}`), new Uint8Array(pdf)), 403);
    assert.equal(await put(uploadUrl, new Uint8Array(pdf)), 204);
    const elsewhere = await confirm(await transaction(), { uploadToken });
    assert.deepEqual([elsewhere.status, elsewhere.body.errors[0].pointer], [400, '/uploadToken']);
    service.clock.advance(901_000);
    token = await service.token();
    assert.equal(await put(uploadUrl, new Uint8Array(pdf)), 403);
    assert.equal((await confirm(path, { uploadToken })).status, 400);
  });
});

test('an address that 0.3.0 made, which does not name the tenant, takes its bytes', async () => {
  const { uploadUrl } = await presign(await transaction());
  const url = new URL(uploadUrl);
  const keys = createKeyRing({ ...service, random: systemRandom });
  const exp = Math.floor(service.clock.now().getTime() / 1000) + 60;
  const older = { aud: 'upload', doc: url.pathname.split('/').at(-1), exp };
  url.searchParams.set('token', signToken(older, await keys.current('presigned-url')));
  assert.equal(await put(url.href, pdf), 204);
});
