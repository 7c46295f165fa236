import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { createFakeSession, onePagePdf, type FakeSession } from '../../packages/testing/src/index.ts';
import { DocumentedAnswers, SESSION, type Body } from '../support/fake-session-answers.ts';

const DOCUMENTS = ['Contract', 'Annex I', 'Annex II'];

let answers: DocumentedAnswers;
before(async () => {
  answers = await DocumentedAnswers.open();
});

const advance = (session: FakeSession, content: Body) => answers.advance(session, content);
const list = (session: FakeSession) => answers.ask(session, `GET ${SESSION}/documents`);

/** An acceptance of all documents of a session. */
const accepting = ({ documents }: FakeSession): Body => ({
  action: 'accept',
  acceptedDocuments: documents.map(({ hash: documentHash }) => ({ documentHash })),
});

const sha256 = (bytes: Uint8Array | string) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

describe('a fake session over several documents', () => {
  it('lists them, and has each at its address', async () => {
    const session = createFakeSession({ documents: DOCUMENTS });
    const { body } = await list(session);
    assert.deepEqual(
      body.documents.map((each: Body) => [each['position'], each['title'], each['pages']]),
      DOCUMENTS.map((title, index) => [index + 1, title, 1]),
    );
    for (const { hash, presignedUrl } of body.documents) {
      const response = await session.fetch(presignedUrl);
      assert.equal(sha256(new Uint8Array(await response.arrayBuffer())), hash);
    }
    const { batch } = (await answers.ask(session, `GET ${SESSION}`)).body;
    const lines = body.documents.map(({ hash }: { hash: string }) => `${hash}\n`).join('');
    assert.deepEqual([batch.total, batch.documentsHash], [3, sha256(lines)]);
    assert.equal((await session.fetch(`${session.baseUrl}/v1/documents/doc_fake_4`)).status, 404);
  });

  it('is accepted by all hashes in order, and by nothing else', async () => {
    const session = createFakeSession({ documents: DOCUMENTS });
    const all = accepting(session)['acceptedDocuments'];
    assert(Array.isArray(all));
    for (const acceptedDocuments of [undefined, all.slice(1), all.toReversed(), [...all, all[0]]]) {
      const { status, body } = await advance(session, { action: 'accept', acceptedDocuments });
      assert.deepEqual([status, body.type], [409, 'document-hash-mismatch']);
    }
    const { body } = await advance(session, accepting(session));
    assert.equal(body.status, 'COMPLETED');
    const signed = (await list(session)).body.documents;
    assert.equal(new Set(signed.map((each: Body) => each['evidenceId'])).size, 3);
    assert.ok(signed.every((each: Body) => each['signedHash'] !== undefined && each['downloadUrl']));
    await answers.ask(session, `GET ${SESSION}/status`);
  });

  it('is declined as a whole', async () => {
    const session = createFakeSession({ documents: DOCUMENTS });
    await answers.ask(session, `POST ${SESSION}/cancel`, {});
    const { documents } = (await list(session)).body;
    assert.equal(session.status, 'CANCELLED');
    assert.ok(documents.every((each: Body) => each['presignedUrl'] === undefined && !each['signedHash']));
  });

  it('is sealed document by document with the outcome waiting, and not cancelled then', async () => {
    const session = createFakeSession({ documents: DOCUMENTS, outcome: 'waiting' });
    await advance(session, accepting(session));
    assert.equal(session.state.batch?.sealed, 0);
    const cancelled = await answers.ask(session, `POST ${SESSION}/cancel`, {});
    assert.deepEqual([cancelled.status, cancelled.body.type], [409, 'conflict']);
    assert.equal((await advance(session, accepting(session))).body.type, 'conflict');
    session.advance();
    session.advance();
    assert.deepEqual([session.state.batch?.sealed, session.status], [2, 'ACTIVE']);
    session.advance();
    assert.deepEqual([session.state.batch?.sealed, session.status], [undefined, 'COMPLETED']);
  });

  it('is signed with a certificate document by document, and passes with the last', async () => {
    const session = createFakeSession({ documents: DOCUMENTS, steps: ['DIGITAL_SIGN_A1', 'CLICK_ACCEPT'] });
    const prepare = { action: 'prepare_signing', certificateChainPems: [] };
    const complete = { action: 'complete_signing', signatureRequestId: 'sig_fake', rawSignatureBase64: '' };
    for (const body of [prepare, complete, { ...complete, documentPosition: 4 }])
      assert.equal((await advance(session, body)).body.type, 'validation-error');
    for (const documentPosition of [3, 1]) {
      const { body } = await advance(session, { ...prepare, documentPosition });
      const { signatureRequestId } = body;
      await advance(session, { ...complete, signatureRequestId, documentPosition });
    }
    assert.deepEqual(
      (await list(session)).body.documents.map((each: Body) => each['signed']),
      [true, undefined, true],
    );
    assert.equal(session.step, 'DIGITAL_SIGN_A1');
    session.setOutcome('certificate-revoked');
    await advance(session, { ...prepare, documentPosition: 2 });
    assert.equal(session.state.steps[0]?.error, 'certificate-revoked');
    const { body } = await advance(session, { ...prepare, documentPosition: 2 });
    const { signatureRequestId } = body;
    await advance(session, { ...complete, signatureRequestId, documentPosition: 2 });
    assert.equal(session.step, 'CLICK_ACCEPT');
  });

  it('has 2 to 500 documents', () => {
    assert.throws(() => createFakeSession({ documents: ['One'] }), /2 to 500 documents, not 1/);
    const file = { bytes: onePagePdf('x'), pages: 1, title: 'X' };
    assert.throws(
      () => createFakeSession({ documents: Array.from({ length: 501 }, () => file) }),
      RangeError,
    );
    assert.equal(
      createFakeSession({ documents: Array.from({ length: 500 }, () => file) }).documents.length,
      500,
    );
  });

  it('is the only one that is asked about several', async () => {
    const session = createFakeSession();
    const { body } = await advance(session, { action: 'accept', acceptedDocuments: [] });
    assert.equal(body.type, 'validation-error');
    assert.equal((await list(session)).body.documents[0].filename, 'contract.pdf');
  });
});
