import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { readCertificatePem } from '@sign-session/certificates';
import { checkPreparation } from '../../../src/certificate/signing/prepared-signature.ts';
import { acceptAll, batchFile, batchOf, documentsOf, untilEnded } from './support/batches.ts';
import {
  MARIA,
  openHolderAuthority,
  type Holder,
  type HolderAuthority,
} from './support/certificate-holders.ts';
import { CERTIFICATE, CertificateSigners, completion } from './support/certificate-signers.ts';
import { assertSealed, lastPageText, signaturesIn } from './support/pdf-checks.ts';
import {
  openTestService,
  type Answer,
  type CreatedSession,
  type TestService,
} from './support/test-service.ts';

let authority: HolderAuthority;
let service: TestService;
let signers: CertificateSigners;
let maria: Holder;
before(async () => {
  authority = await openHolderAuthority();
  service = await openTestService({ trust: authority.trust });
  signers = new CertificateSigners(service);
  maria = await authority.issue(MARIA);
});
after(() => service.close());

const TITLES = ['Contrato', 'Anexo I', 'Termo de adesão'];

const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));
const sha256 = (data: Uint8Array) => `sha256:${createHash('sha256').update(data).digest('hex')}`;

async function accepted(titles: readonly string[] = TITLES): Promise<CreatedSession> {
  const session = await service.create({ ...CERTIFICATE, ...batchOf(titles) });
  assert.equal((await acceptAll(service, session)).status, 200);
  return session;
}

const prepare = (
  session: CreatedSession,
  documentPosition: unknown,
  { pems }: Holder = maria,
): Promise<Answer> =>
  service.act(session, { action: 'prepare_signing', certificateChainPems: pems, documentPosition });

const complete = (
  session: CreatedSession,
  documentPosition: number,
  prepared: Answer,
  holder: Holder = maria,
): Promise<Answer> => service.act(session, { ...completion(prepared, holder), documentPosition });

async function sign(session: CreatedSession, position: number, holder: Holder = maria): Promise<Answer> {
  return complete(session, position, await prepare(session, position, holder), holder);
}

const signedPlaces = async (session: CreatedSession) =>
  (await documentsOf(service, session)).filter(({ signed }) => signed).map(({ position }) => position);

const savedRequests = async ({ sessionId }: CreatedSession) =>
  (await service.database.query('SELECT 1 FROM signing_requests WHERE session_id = $1', [sessionId])).length;

describe('a batch that is signed with a certificate', () => {
  test('has a signature in each document, its evidence beside it, and ends with the last', async () => {
    const session = await accepted();
    // In any order.
    for (const position of [3, 1]) {
      const { status, body } = await sign(session, position);
      assert.deepEqual([status, body.status, body.currentStep.status], [200, 'ACTIVE', 'PENDING']);
    }
    assert.deepEqual(await signedPlaces(session), [1, 3]);
    assert.equal((await service.view(session)).evidenceId, undefined);
    const { status, body } = await sign(session, 2);
    assert.deepEqual([status, body.currentStep.status], [200, 'COMPLETED'], JSON.stringify(body));
    assert.equal((await untilEnded(service, session)).status, 'COMPLETED');
    const documents = await documentsOf(service, session, await service.token());
    for (const [index, { downloadUrl, signedHash, evidenceId }] of documents.entries()) {
      const original = batchFile(TITLES[index] ?? '');
      const pdf = await signers.bytesAt(downloadUrl);
      assert.deepEqual(pdf.slice(0, original.length), new Uint8Array(original));
      assert.equal(sha256(pdf), signedHash);
      assert.deepEqual(signaturesIn(pdf), [
        { validation: 'Signature is Valid.', wholeDocument: true, type: 'ETSI.CAdES.detached' },
      ]);
      const { body: evidence } = await service.call(`/v1/verify/${evidenceId}`);
      assert.equal(evidence.batch.position, index + 1);
      assert.equal(evidence.steps[1].result.digitalSignature.signedPdfHash, signedHash);
    }
    assert.equal(await savedRequests(session), 0);
  });

  test('has an evidence page for each document that names its place', async () => {
    const session = await accepted(['Contrato', 'Anexo I']);
    await sign(session, 1);
    await sign(session, 2);
    await untilEnded(service, session);
    const rows = await service.database.query<{ evidence_page_id: string }>(
      'SELECT evidence_page_id FROM evidence WHERE session_id = $1 ORDER BY document_position',
      [session.sessionId],
    );
    for (const [index, { evidence_page_id: id }] of rows.entries()) {
      const page = await service.documents.read(id);
      assert.ok(page);
      assertSealed(page);
      assert.match(lastPageText(page), new RegExp(`${index + 1} de 2`));
    }
  });

  test('is prepared so that the signer’s page can check each document to the last byte', async () => {
    const session = await accepted();
    const [pem = ''] = maria.pems;
    for (const { position, presignedUrl } of await documentsOf(service, session)) {
      const { body } = await prepare(session, position);
      await checkPreparation(
        { ...body, dataToSign: bytes(body.dataToSign), appended: bytes(body.appended) },
        {
          shown: await signers.bytesAt(presignedUrl),
          base: await signers.bytesAt(body.baseUrl),
          certificate: readCertificatePem(pem),
        },
      );
    }
  });

  test('names the place of each document, and no other session does', async () => {
    const session = await accepted();
    for (const position of [undefined, 4]) {
      const { status, body } = await prepare(session, position);
      assert.deepEqual([status, body.errors[0].pointer], [400, '/documentPosition']);
    }
    const single = await signers.accepted();
    assert.equal((await prepare(single, 1)).body.errors[0].pointer, '/documentPosition');
  });

  test('takes no signature of one document for another', async () => {
    const session = await accepted();
    const first = await prepare(session, 1);
    await prepare(session, 2);
    assert.equal((await complete(session, 2, first)).status, 409);
    assert.deepEqual(await signedPlaces(session), []);
  });

  test('keeps what is signed where another certificate goes on with the rest', async () => {
    const session = await accepted();
    await sign(session, 1);
    const second = await prepare(session, 2);
    const renewed = await authority.issue(MARIA);
    await sign(session, 3, renewed);
    assert.deepEqual(await signedPlaces(session), [1, 3]);
    assert.equal((await complete(session, 2, second)).status, 409, 'what was only prepared is over');
    await sign(session, 2, renewed);
    assert.equal((await untilEnded(service, session)).status, 'COMPLETED');
  });

  test('keeps what is signed where a certificate is refused, and where a signature is', async () => {
    const session = await accepted();
    await sign(session, 1);
    const joao = await authority.issue({ ...MARIA, name: 'JOAO DE SOUZA TESTE', cpf: '11144477735' });
    const refused = await prepare(session, 3, joao);
    const step = refused.body.session.steps.at(-1);
    assert.deepEqual([step.error, step.attempts], ['certificate-other-holder', 1]);
    const { body } = await complete(session, 2, await prepare(session, 2), joao);
    assert.equal(body.session.steps.at(-1).error, 'signature-invalid');
    assert.deepEqual(await signedPlaces(session), [1]);
    const signed = await sign(session, 2);
    assert.equal(signed.body.session.steps.at(-1).error, undefined, 'the error of an earlier try is over');
    await sign(session, 3);
    assert.equal((await untilEnded(service, session)).status, 'COMPLETED');
  });

  test('reads each document twice, and keeps no answer that nobody asks for again', async () => {
    const session = await accepted();
    const reads = new Map<string, number>();
    const { documents } = service;
    const counting: typeof documents.read = (documentId, range) => {
      reads.set(documentId, (reads.get(documentId) ?? 0) + 1);
      return documents.read(documentId, range);
    };
    const counted = await service.restart({ documents: { ...documents, read: counting } });
    for (const documentPosition of [1, 2, 3]) {
      const action = { action: 'prepare_signing', certificateChainPems: maria.pems, documentPosition };
      const prepared = await counted.act(session, action, { key: `prepare-${documentPosition}` });
      const completed = await counted.act(session, { ...completion(prepared, maria), documentPosition });
      assert.equal(completed.status, 200, JSON.stringify(completed.body));
    }
    assert.equal((await untilEnded(counted, session)).status, 'COMPLETED');
    const originals = await service.database.query<{ document_id: string }>(
      'SELECT document_id FROM batch_documents WHERE session_id = $1',
      [session.sessionId],
    );
    assert.deepEqual(
      originals.map(row => reads.get(row.document_id)),
      [2, 2, 2],
    );
    const kept = await service.database.query(
      `SELECT 1 FROM idempotency_keys WHERE scope = $1 AND idempotency_key LIKE 'prepare-%'`,
      [session.sessionId],
    );
    assert.equal(kept.length, 0);
  });

  test('keeps the signatures of a service that stopped in the middle', async () => {
    const session = await accepted();
    await sign(session, 1);
    const again = await service.restart();
    assert.deepEqual(
      (await documentsOf(again, session)).map(({ signed }) => signed),
      [true, undefined, undefined],
    );
    const others = new CertificateSigners(again);
    for (const documentPosition of [2, 3]) {
      const action = { action: 'prepare_signing', certificateChainPems: maria.pems, documentPosition };
      const prepared = await again.act(session, action);
      await again.act(session, { ...completion(prepared, maria), documentPosition });
    }
    const { status } = await untilEnded(again, session);
    assert.equal(status, 'COMPLETED');
    assert.equal(
      signaturesIn(await others.bytesAt((await documentsOf(again, session))[0].downloadUrl)).length,
      1,
    );
  });
});
