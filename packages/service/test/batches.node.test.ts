import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { acceptAll, batchFile, batchOf, documentsOf, untilEnded } from './support/batches.ts';
import { assertSealed, lastPageText } from './support/pdf-checks.ts';
import { withoutTools } from './support/tools.ts';
import { openTestService, sessionRequest, type Answer, type TestService } from './support/test-service.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

const TITLES = ['Contrato', 'Anexo I', 'Termo de adesão'];

const sha256 = (bytes: Uint8Array | string) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

async function bytesAt(url: unknown): Promise<Uint8Array> {
  const response = await service.fetch(new Request(String(url)));
  assert.equal(response.status, 200);
  return new Uint8Array(await response.arrayBuffer());
}

const create = async (changes: Record<string, unknown>, client?: 'limited'): Promise<Answer> =>
  service.call('/v1/signing-sessions', { as: await service.token(client), json: sessionRequest(changes) });

async function storedNames(): Promise<string[]> {
  const names: string[] = [];
  for await (const page of service.documents.listOlderThan(0)) names.push(...page);
  return names.toSorted();
}

/** Where a batch with these other members is refused. */
async function pointer(changes: Record<string, unknown>): Promise<string> {
  const { status, body } = await create({ ...batchOf(TITLES), ...changes });
  assert.equal(status, 400);
  return body.errors[0].pointer;
}

const DAMAGED = { title: 'Anexo II', content: Buffer.from('%PDF-1.7\nnothing').toString('base64') };

describe('the creation of a batch', () => {
  test('answers its id, and shows its signer the documents in order', async () => {
    const session = await service.create(batchOf(TITLES));
    const { batch, document } = await service.view(session);
    const documents = await documentsOf(service, session);
    const hashes = TITLES.map(title => sha256(batchFile(title)));
    assert.match(batch.batchId, /^bat_/);
    assert.deepEqual(batch, {
      batchId: batch.batchId,
      total: 3,
      documentsHash: sha256(hashes.map(hash => `${hash}\n`).join('')),
    });
    assert.equal(document.hash, hashes[0], 'clients that know no batches see the first document');
    assert.deepEqual(
      documents.map(({ position, title, hash, pages }) => [position, title, hash, pages]),
      TITLES.map((title, index) => [index + 1, title, hashes[index], 1]),
    );
    for (const { presignedUrl, hash } of documents) assert.equal(sha256(await bytesAt(presignedUrl)), hash);
    const list = await service.call('/v1/signing-sessions?limit=1', { as: await service.token() });
    assert.equal(list.body.sessions[0].batchId, batch.batchId);
  });

  test('is refused for one bad file, named by its position and title, and nothing is stored', async () => {
    const { documents } = batchOf(TITLES);
    assert.ok(Array.isArray(documents));
    const stored = await storedNames();
    const { status, body } = await create({ document: undefined, documents: [...documents, DAMAGED] });
    assert.equal(status, 400);
    assert.equal(body.errors.length, 1);
    assert.equal(body.errors[0].pointer, '/documents/3/content');
    assert.match(body.errors[0].detail, /^Document 4 of 4, “Anexo II”: /);
    assert.deepEqual(await storedNames(), stored);
  });

  test('is refused with fewer than two documents, and beside another subject', async () => {
    assert.equal(await pointer(batchOf(['Contrato'])), '/documents');
    assert.equal(await pointer({ document: sessionRequest()['document'] }), '/documents');
    const action = { type: 'pix_transfer', description: 'Transfer R$ 10,00.' };
    assert.equal(await pointer({ purpose: 'ACTION_AUTHENTICATION', action }), '/documents');
  });

  test('is refused for a file above the limit of one document', async () => {
    const { documents } = batchOf(['Contrato']);
    assert.ok(Array.isArray(documents));
    const large = { title: 'Planta', content: 'A'.repeat(10 * 1024 * 1024 + 4) };
    const { status, body } = await create({ document: undefined, documents: [...documents, large] });
    assert.equal(status, 413);
    assert.match(body.detail, /^Document 2 of 2, “Planta”: /);
  });

  test('counts each document towards the quota, or none', async () => {
    const used = async () => {
      const [row] = await service.database.query<{ used: number }>(
        `SELECT used FROM quota_usage WHERE tenant_id = 'tenant_limited' AND dimension = 'monthlyDocuments'`,
      );
      return row?.used ?? 0;
    };
    await service.database.query(
      `UPDATE tenants SET monthly_limits = monthly_limits || '{"monthlyDocuments": 5}' WHERE tenant_id = 'tenant_limited'`,
    );
    assert.equal((await create(batchOf(TITLES), 'limited')).status, 201);
    assert.equal(await used(), 3);
    assert.equal((await create(batchOf(TITLES), 'limited')).status, 429);
    assert.equal(await used(), 3);
  });
});

describe('a batch', () => {
  test('is signed by one acceptance, and each document has its seal and its evidence', async () => {
    const session = await service.create(batchOf(TITLES));
    const { status, body } = await acceptAll(service, session);
    assert.deepEqual([status, body.session.status, body.session.batch.sealed], [200, 'ACTIVE', 0]);
    const { evidenceId: first, batch } = await untilEnded(service, session);
    const documents = await documentsOf(service, session, await service.token());
    assert.equal(documents[0].evidenceId, first);
    for (const [index, { evidenceId, downloadUrl, signedHash, hash }] of documents.entries()) {
      const signed = await bytesAt(downloadUrl);
      assert.equal(sha256(signed), signedHash);
      const original = batchFile(TITLES[index] ?? '');
      assert.deepEqual(signed.subarray(0, original.length), original);
      assertSealed(signed);
      if (!withoutTools('pdftotext'))
        assert.match(lastPageText(signed), new RegExp(`documento ${index + 1} de 3, ${batch.batchId}`));
      const { body: evidence } = await service.call(`/v1/verify/${evidenceId}`);
      assert.deepEqual(evidence.batch, { ...batch, position: index + 1 });
      assert.deepEqual(
        evidence.batchFiles,
        documents.map((each, place) => ({ position: place + 1, signedHash: each.signedHash })),
      );
      assert.equal(evidence.document.hash, hash);
      const { click } = evidence.steps[0].result;
      assert.deepEqual([click.acceptedDocumentHash, click.documentHashConfirmed], [hash, true]);
      assert.equal(click.documentView?.pagesViewed, index === 1 ? 1 : undefined);
      assert.equal(click.acceptedDocuments, undefined, 'of the other documents, only the list’s hash');
      const as = await service.token();
      const links = await service.call(`/v1/verify/${evidenceId}/downloads`, { as });
      assert.equal(sha256(await bytesAt(links.body.downloads.originalDocument.url)), hash);
    }
  });

  test('tells of itself in every event and in the receipt', async () => {
    const session = await service.create(batchOf(TITLES));
    await acceptAll(service, session);
    const { batch, receipt } = await untilEnded(service, session);
    const events = await service.events(session.transactionId);
    const types = ['SIGNING_SESSION.CREATED', 'TRANSACTION.COMPLETED', 'SIGNING_SESSION.COMPLETED'];
    assert.deepEqual(
      events.map(({ type, data }) => [type, data['batchId'], data['documentCount']]),
      types.map(type => [type, batch.batchId, 3]),
    );
    const claims = JSON.parse(Buffer.from(receipt.split('.')[1], 'base64url').toString());
    assert.deepEqual(claims.batch, batch);
  });

  test('takes no acceptance of fewer documents, of others, or in another order', async () => {
    const session = await service.create(batchOf(TITLES));
    const hashes = (await documentsOf(service, session)).map(({ hash }) => hash);
    const accept = async (some: readonly string[]) => {
      const acceptedDocuments = some.map(documentHash => ({ documentHash }));
      return (await service.accept(session, { acceptedDocuments })).body.type;
    };
    const mismatch = 'document-hash-mismatch';
    assert.equal(await accept(hashes.slice(0, 2)), mismatch);
    assert.equal(await accept(hashes.toReversed()), mismatch);
    assert.equal(await accept([...hashes, ...hashes.slice(0, 1)]), mismatch);
    const [first] = hashes;
    const { body } = await service.accept(session, { acceptedDocumentHash: first });
    assert.equal(body.type, mismatch, 'a page that shows one document accepts no other');
    assert.equal((await service.view(session)).steps[0].status, 'PENDING');
  });

  test('is declined whole', async () => {
    const session = await service.create(batchOf(TITLES));
    const { sessionId, clientSecret } = session;
    await service.call(`/v1/signing-sessions/${sessionId}/cancel`, { as: clientSecret, json: {} });
    assert.equal((await service.view(session)).cancelledBy, 'signer');
    const documents = await documentsOf(service, session);
    assert.deepEqual(
      documents.map(({ presignedUrl, downloadUrl }) => [presignedUrl, downloadUrl]),
      TITLES.map(() => [undefined, undefined]),
    );
  });

  test('is signed with one code', async () => {
    const signer = { name: 'Maria da Silva', cpf: '52998224725', email: 'maria@example.com' };
    const session = await service.create({
      ...batchOf(TITLES),
      policy: { profile: 'CLICK_PLUS_OTP' },
      signer,
    });
    const { sandbox } = (await acceptAll(service, session)).body;
    await service.act(session, { action: 'verify_otp', otpCode: sandbox.otpCode });
    await untilEnded(service, session);
    const documents = await documentsOf(service, session);
    assert.equal(new Set(documents.map(({ evidenceId }) => evidenceId)).size, 3);
  });
});
