import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { DocumentStore } from '../src/storage/document-store.ts';
import { openS3Store } from '../src/documents/s3-store.ts';
import { declareStoreContract } from './support/store-contract.ts';
import { startSwift, SWIFT_PROGRAMS, type SwiftServer } from './support/swift-server.ts';
import { openTestDatabase } from './support/test-database.ts';
import { openServiceOver } from './support/test-service.ts';
import { withoutTools } from './support/tools.ts';

describe('the S3 API of OpenStack Swift', { skip: withoutTools(...SWIFT_PROGRAMS) }, () => {
  let swift: SwiftServer;
  before(async () => {
    swift = await startSwift();
  });
  after(() => swift.stop());
  const store = (): DocumentStore => openS3Store(swift.settings);
  declareStoreContract(store);

  test('refuses another secret, a method of encryption that it lacks, and bytes that are not signed', async () => {
    const strange = openS3Store({ ...swift.settings, secretAccessKey: 'another' });
    await assert.rejects(strange.write('doc_2', Buffer.from('x')), /403 \(SignatureDoesNotMatch\)/);
    await assert.rejects(strange.check(), /403/);
    const kms = openS3Store({ ...swift.settings, encryption: { kind: 'aws:kms', keyId: undefined } });
    await assert.rejects(kms.write('doc_2', Buffer.from('x')), /501 \(NotImplemented\)/);
    const missing = openS3Store({ ...swift.settings, bucketUrl: `${swift.settings.bucketUrl}-2` });
    await assert.rejects(missing.read('doc_2'), /404 \(NoSuchBucket\)/);
  });

  test('has the documents of a signing, which programs download by its own address', async () => {
    const { database, drop } = await openTestDatabase();
    const own = openS3Store({ ...swift.settings, prefix: 'signing/' });
    const service = await openServiceOver({ database, documents: own, close: drop });
    const session = await service.create();
    assert.equal((await service.accept(session)).body.status, 'COMPLETED');
    const as = await service.token();
    const download = await service.call(`/v1/transactions/${session.transactionId}/download`, { as });
    const { headers } = await service.fetch(new Request(download.body.signedUrl));
    const direct = await fetch(headers.get('Location') ?? '');
    assert.equal(direct.headers.get('Content-Type'), 'application/pdf');
    assert.match(direct.headers.get('Content-Disposition') ?? '', /^attachment; filename="contrato.*\.pdf"/);
    const content = Buffer.from(await direct.arrayBuffer()).toString('base64');
    const verified = await service.call('/v1/verify/document', { as, json: { content } });
    assert.equal(verified.body.signatures[0].indication, 'TOTAL-PASSED');
    await service.close();
  });

  test('belongs to one database, which a restored copy of it is, too', async () => {
    const settings = { ...swift.settings, prefix: 'owned/' };
    const start = async (adopts = false) => {
      const { database, drop } = await openTestDatabase();
      const documents = openS3Store({ ...settings, adopts });
      return openServiceOver({ database, documents, close: drop });
    };
    const first = await start();
    const { sessionId } = await first.create();
    await first.restart({ documents: openS3Store(settings) });
    await assert.rejects(start(), /belongs to another database.*S3_ADOPT=true/);
    const adopted = await start(true);
    await assert.rejects(
      first.restart({ documents: openS3Store(settings) }),
      /belongs to another database/,
      'whoever took it has it alone',
    );
    assert.ok(sessionId);
    await adopted.close();
    await first.close();
  });

  test('may be away for a while', async () => {
    await store().write('doc_3', Buffer.from('kept'));
    await swift.pause();
    await assert.rejects(store().read('doc_3'), { name: 'DocumentsAwayError' });
    await swift.resume();
    assert.equal(Buffer.from((await store().read('doc_3')) ?? []).toString(), 'kept');
  });
});
