import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openNodeServer, type NodeServer } from '../src/main/node-server.ts';
import { outlineJpeg } from '../../../test/support/small-jpeg.ts';
import { onePagePdf } from '../../../test/support/small-pdf.ts';
import {
  MARIA,
  openHolderAuthority,
  type Holder,
  type HolderAuthority,
} from './support/certificate-holders.ts';
import { fingerprintOf } from './support/certificate-signers.ts';
import { DirectClient, type DirectTransaction } from './support/direct-client.ts';
import { assertSealed, qpdfStatus, signaturesIn } from './support/pdf-checks.ts';
import { openTestService, START, type TestService } from './support/test-service.ts';
import { withoutTools } from './support/tools.ts';

const pdf = onePagePdf('Contrato');
const document = { content: Buffer.from(pdf).toString('base64'), filename: 'contrato.pdf' };
const CERTIFICATE = { policy: { profile: 'DIGITAL_CERTIFICATE' } };

let authority: HolderAuthority;
let server: NodeServer;
let service: TestService;
let client: DirectClient;
let maria: Holder;
before(async () => {
  authority = await openHolderAuthority();
  server = await openNodeServer('127.0.0.1', 0);
  service = await openTestService({ trust: authority.trust, publicUrl: server.address });
  server.serve(service);
  client = new DirectClient(server.address);
  maria = await authority.issue(MARIA);
});
after(async () => {
  await server.close();
  await service.close();
});

const types = async (transaction: DirectTransaction) =>
  (await service.events(transaction.transactionId)).map(({ type }) => type);

/** A transaction for a certificate signature whose document was accepted. */
async function accepted(): Promise<DirectTransaction> {
  const transaction = await client.create({ ...CERTIFICATE, document });
  assert.equal((await client.complete(transaction, 'CLICK_ACCEPT', { accepted: true })).status, 200);
  return transaction;
}

const prepare = ({ transactionId }: DirectTransaction, { pems }: Holder) =>
  client.ask(`/v1/transactions/${transactionId}/signing/prepare`, { json: { certificateChainPems: pems } });

const complete = (
  { transactionId }: DirectTransaction,
  prepared: Awaited<ReturnType<typeof prepare>>,
  by: Holder,
) =>
  client.ask(`/v1/transactions/${transactionId}/signing/complete`, {
    json: {
      signatureRequestId: prepared.body.signatureRequestId,
      rawSignatureBase64: by.sign(Buffer.from(prepared.body.dataToSign, 'base64')),
    },
  });

test('a click step names a version of its text where the client named none', async () => {
  const created = await client.create();
  await client.upload(created, pdf);
  const done = await client.complete(created, 'CLICK_ACCEPT', { accepted: true });
  assert.equal(done.body.result.click.textVersion, 'unspecified');
});

describe('a transaction in the direct flow', () => {
  test('goes from its creation to its evidence, as the specification says', async () => {
    const created = await client.create({ metadata: { order: '42' } });
    assert.equal(created.status, 'CREATED');
    const early = await client.complete(created, 'CLICK_ACCEPT', { accepted: true });
    assert.deepEqual([early.status, early.body.type], [409, 'conflict']);
    const uploaded = await client.upload(created, pdf);
    assert.equal(uploaded.status, 'DOCUMENT_UPLOADED');
    assert.match(uploaded.documentHash, /^sha256:[0-9a-f]{64}$/);
    assert.equal((await client.read(created)).status, 'DOCUMENT_UPLOADED');
    const unfinished = await client.finalize(created);
    assert.deepEqual([unfinished.status, unfinished.body.type], [409, 'step-out-of-order']);
    const done = await client.complete(created, 'CLICK_ACCEPT', { accepted: true, textVersion: '2026-11' });
    assert.deepEqual(done.body.result, {
      click: {
        accepted: true,
        textVersion: '2026-11',
        documentHash: uploaded.documentHash,
        documentHashConfirmed: false,
      },
    });
    assert.deepEqual([done.body.status, (await client.read(created)).status], ['COMPLETED', 'IN_PROGRESS']);
    const final = await client.finalize(created);
    assert.equal(final.status, 200, JSON.stringify(final.body));
    assert.deepEqual(Object.keys(final.body).toSorted(), [
      'completedAt',
      'evidenceHash',
      'evidenceId',
      'status',
      'transactionId',
    ]);
    const whole = await client.read(created);
    assert.deepEqual([whole.status, whole.evidenceId], ['COMPLETED', final.body.evidenceId]);
    assert.deepEqual(whole.metadata, { order: '42' });
    const evidence = await client.get(`/v1/transactions/${created.transactionId}/evidence`);
    assert.deepEqual(
      [evidence.evidenceId, evidence.evidenceHash, evidence.document.hash],
      [final.body.evidenceId, final.body.evidenceHash, uploaded.documentHash],
    );
    const download = await client.get(`/v1/transactions/${created.transactionId}/download`);
    assertSealed(new Uint8Array(await (await fetch(download.signedUrl)).arrayBuffer()));
    assert.deepEqual(await types(created), ['TRANSACTION.CREATED', 'TRANSACTION.COMPLETED']);
    const [, completed] = await service.events(created.transactionId);
    assert.deepEqual(completed?.data['metadata'], { order: '42' });
    assert.equal(
      (await client.get(`/v1/verify/${final.body.evidenceId}`)).evidenceHash,
      final.body.evidenceHash,
    );
  });

  test('answers what is repeated as it did, with a key and after the end without', async () => {
    const json = {
      policy: { profile: 'CLICK_ONLY' },
      signer: { name: 'Maria', cpf: '52998224725' },
      document,
    };
    const first = await client.get('/v1/transactions', { json, key: 'create' });
    const again = await client.get('/v1/transactions', { json, key: 'create' });
    assert.equal(again.transactionId, first.transactionId);
    await client.complete(first, 'CLICK_ACCEPT', { accepted: true });
    const [one, two] = [await client.finalize(first, 'end'), await client.finalize(first, 'end')];
    assert.deepEqual(two.body, one.body);
    assert.deepEqual((await client.finalize(first)).body, one.body);
    const [later, repeated] = [await client.finalize(first, 'later'), await client.finalize(first, 'later')];
    assert.deepEqual([repeated.status, repeated.body], [later.status, one.body], 'a new key after the end');
  });

  test('takes its document once, and only where there is to be one', async () => {
    const transaction = await client.create({ document });
    const path = `/v1/transactions/${transaction.transactionId}/document`;
    assert.equal((await client.ask(path, { json: document })).body.type, 'conflict');
    const damaged = { content: Buffer.from('%PDF-1.7 damaged').toString('base64') };
    const empty = await client.create();
    const refused = await client.ask(`/v1/transactions/${empty.transactionId}/document`, { json: damaged });
    assert.deepEqual([refused.status, refused.body.errors[0].pointer], [400, '/content']);
    const action = { type: 'wire_transfer', description: 'R$ 10' };
    const trust = await client.create({ purpose: 'ACTION_AUTHENTICATION', action });
    const without = await client.ask(`/v1/transactions/${trust.transactionId}/document`, { json: document });
    assert.deepEqual([without.status, without.body.type], [409, 'conflict']);
    await client.complete(trust, 'CLICK_ACCEPT', { accepted: true });
    assert.equal((await client.finalize(trust)).status, 200);
  });

  test('sends codes and takes them', async () => {
    const transaction = await client.create({ policy: { profile: 'CLICK_PLUS_OTP' }, document });
    const early = await client.start(transaction, 'OTP_VERIFY');
    assert.deepEqual([early.status, early.body.type], [409, 'step-out-of-order']);
    const click = await client.complete(transaction, 'CLICK_ACCEPT', { accepted: true });
    assert.deepEqual([click.body.otp, click.body.otpCode], [undefined, undefined], 'no code yet');
    const { body } = await client.start(transaction, 'OTP_CHALLENGE');
    assert.match(body.otpCode, /^\d{6}$/);
    const started = await client.start(transaction, 'OTP_VERIFY');
    assert.equal(started.body.otp.maskedDestination, body.otp.maskedDestination);
    assert.equal(started.body.otpCode, undefined, 'it sends no second one');
    const wrong = await client.complete(transaction, 'OTP_VERIFY', { code: '000000' });
    assert.deepEqual([wrong.body.status, wrong.body.error], ['PENDING', 'wrong-code']);
    const other = await client.complete(transaction, 'OTP_VERIFY', { accepted: true });
    assert.match(other.body.detail, /\/code: Is required/);
    const right = await client.complete(transaction, 'OTP_VERIFY', { code: body.otpCode });
    assert.equal(right.body.status, 'COMPLETED');
    assert.equal((await client.finalize(transaction)).status, 200);
  });

  test('sends a code for its entry alone, and takes it by either step of the code', async () => {
    const transaction = await client.create({ policy: { profile: 'CLICK_PLUS_OTP' }, document });
    const early = await client.complete(transaction, 'OTP_CHALLENGE', { code: '000000' });
    assert.deepEqual([early.status, early.body.type], [409, 'step-out-of-order']);
    await client.complete(transaction, 'CLICK_ACCEPT', { accepted: true });
    const { body } = await client.start(transaction, 'OTP_VERIFY');
    assert.deepEqual([body.type, body.otpCode], ['OTP_VERIFY', body.sandbox.otpCode]);
    const done = await client.complete(transaction, 'OTP_CHALLENGE', { code: body.otpCode });
    assert.deepEqual([done.body.type, done.body.status], ['OTP_VERIFY', 'COMPLETED']);
    assert.equal((await client.finalize(transaction)).status, 200);
  });

  test('sends one code for one request, however often it is asked for', async () => {
    const signer = {
      name: 'Maria da Silva',
      cpf: '52998224725',
      email: 'maria@example.com',
      phone: '+5511912345678',
      otpChannelSelectable: true,
    };
    const transaction = await client.create({ policy: { profile: 'CLICK_PLUS_OTP' }, signer, document });
    await client.complete(transaction, 'CLICK_ACCEPT', { accepted: true });
    const path = `${client.step(transaction, 'OTP_CHALLENGE')}/start`;
    const ask = { json: { otpChannel: 'email' }, key: 'code' };
    const [first, again] = [await client.ask(path, ask), await client.ask(path, ask)];
    assert.match(first.body.sandbox.otpCode, /^\d{6}$/);
    assert.deepEqual([again.status, again.body], [200, first.body]);
    const other = await client.ask(path, { ...ask, json: { otpChannel: 'sms' } });
    assert.deepEqual([other.status, other.body.type], [409, 'idempotency-conflict']);
    assert.equal((await client.start(transaction, 'OTP_CHALLENGE')).body.status, 'COMPLETED');
    const started = { json: {}, key: 'entry' };
    const verify = `${client.step(transaction, 'OTP_VERIFY')}/start`;
    const [entry, repeated] = [await client.ask(verify, started), await client.ask(verify, started)];
    assert.deepEqual([entry.body.otp.channel, repeated.body], ['email', entry.body]);
  });

  test('shows whether a face is there, and has it compared', async () => {
    const transaction = await client.create({ policy: { profile: 'BIOMETRIC' }, document });
    await client.complete(transaction, 'CLICK_ACCEPT', { accepted: true });
    const { body } = await client.start(transaction, 'BIOMETRIC_LIVENESS', { captureMode: 'PASSIVE' });
    const { livenessSessionId, liveness } = body;
    const json = { livenessSessionId, liveness: { nonce: liveness.nonce } };
    assert.equal((await client.complete(transaction, 'BIOMETRIC_LIVENESS', json)).body.status, 'COMPLETED');
    const { steps } = await client.get(`/v1/transactions/${transaction.transactionId}/steps`);
    assert.equal(steps.at(-1).status, 'PENDING', 'the integrator may have a photo to compare with');
    const data = Buffer.from(outlineJpeg(400, 300)).toString('base64');
    const referenceImage = { source: 'BASE64_IMAGE', data };
    const match = (changes: object) => client.complete(transaction, 'BIOMETRIC_MATCH', changes);
    const broken = await match({ referenceImage: { source: 'BASE64_IMAGE', data: 'AAAA' } });
    assert.deepEqual([broken.status, broken.body.errors[0].pointer], [400, '/referenceImage/data']);
    const matched = await match({ referenceImage, geolocation: { latitude: -23.55, longitude: -46.63 } });
    assert.equal(matched.body.status, 'COMPLETED', JSON.stringify(matched.body));
    assert.deepEqual(
      [matched.body.result.matchScore, matched.body.result.geolocation.latitude],
      [matched.body.result.match.similarity, -23.55],
    );
    assert.equal((await client.finalize(transaction)).status, 200);
  });

  test('finds in the sandbox what the comparison is told to find', async () => {
    const transaction = await client.create({ policy: { profile: 'BIOMETRIC' }, document });
    await client.complete(transaction, 'CLICK_ACCEPT', { accepted: true });
    const pass = async () => {
      const { body } = await client.start(transaction, 'BIOMETRIC_LIVENESS');
      const { livenessSessionId, liveness } = body;
      const json = { livenessSessionId, liveness: { nonce: liveness.nonce } };
      await client.complete(transaction, 'BIOMETRIC_LIVENESS', json);
    };
    await pass();
    const other = await client.complete(transaction, 'BIOMETRIC_MATCH', { sandboxSimilarity: 0.4 });
    assert.deepEqual([other.status, other.body.error, other.body.attempts], [200, 'match-failed', 1]);
    await pass();
    const same = await client.complete(transaction, 'BIOMETRIC_MATCH', { sandboxSimilarity: 0.9 });
    assert.deepEqual([same.body.status, same.body.result.match.similarity], ['COMPLETED', 0.9]);
  });

  test('names the signer’s device as its integrator tells it, and says who told', async () => {
    const contextAfter = async (json: object | undefined) => {
      const transaction = await client.create({ document });
      await client.complete(transaction, 'CLICK_ACCEPT', { accepted: true });
      const path = `/v1/transactions/${transaction.transactionId}/finalize`;
      const { evidenceId } = await client.get(path, { method: 'POST', json });
      const [row] = await service.database.query<{ canonical: string }>(
        'SELECT canonical FROM evidence WHERE evidence_id = $1',
        [evidenceId],
      );
      return JSON.parse(row?.canonical ?? '{}').context;
    };
    const geolocation = { latitude: -23.55, longitude: -46.63, accuracy: 20, source: 'GPS' };
    const signerContext = { ipAddress: '203.0.113.9', userAgent: 'Phone/1', geolocation };
    assert.deepEqual(await contextAfter({ signerContext }), {
      ipAddress: '203.0.113.9',
      userAgent: 'Phone/1',
      geolocation: { lat: -23.55, lon: -46.63, accuracy: 20, source: 'GPS' },
      toldBy: 'integrator',
    });
    const own = await contextAfter(undefined);
    assert.deepEqual([own.ipAddress, own.toldBy], ['127.0.0.1', undefined]);
    const transaction = await client.create({ document });
    const wrong = await client.ask(`/v1/transactions/${transaction.transactionId}/finalize`, {
      json: { signerContext: { ipAddress: 'phone' } },
    });
    assert.deepEqual(
      [wrong.status, wrong.body.errors],
      [400, [{ pointer: '/signerContext/ipAddress', detail: 'Must be an IP address.' }]],
    );
  });

  test('reports why its evidence cannot be made, and completes at the next call, without a failure event', async () => {
    const transaction = await client.create({ document });
    await client.complete(transaction, 'CLICK_ACCEPT', { accepted: true });
    await client.get('/_local/broken-finalizations', { json: {} });
    const broken = await client.finalize(transaction);
    assert.deepEqual([broken.status, broken.body.type], [503, 'service-unavailable']);
    assert.equal((await client.read(transaction)).status, 'IN_PROGRESS');
    assert.equal((await client.finalize(transaction)).status, 200);
    assert.deepEqual(await types(transaction), ['TRANSACTION.CREATED', 'TRANSACTION.COMPLETED']);
  });

  test('is cancelled, and takes nothing more', async () => {
    const transaction = await client.create({ document });
    const path = `/v1/transactions/${transaction.transactionId}`;
    const { body } = await client.ask(path, { method: 'DELETE' });
    assert.deepEqual(body, { ...body, transactionId: transaction.transactionId, status: 'CANCELLED' });
    assert.equal((await client.ask(path, { method: 'DELETE' })).status, 410);
    assert.equal((await client.complete(transaction, 'CLICK_ACCEPT', { accepted: true })).status, 410);
    assert.equal((await client.finalize(transaction)).status, 410);
    assert.deepEqual(await types(transaction), ['TRANSACTION.CREATED', 'TRANSACTION.CANCELLED']);
  });

  test('is its tenant’s alone, and only for whom the token lets', async () => {
    const transaction = await client.create({ document });
    const path = `/v1/transactions/${transaction.transactionId}`;
    const stranger = new DirectClient(server.address, { client: 'limited' });
    const asks = [
      ['', {}],
      ['', { method: 'DELETE' }],
      ['/steps', {}],
      ['/document', { json: document }],
      ['/finalize', { method: 'POST' }],
      ['/signing/prepare', { json: { certificateChainPems: maria.pems } }],
      [`/steps/${transaction.steps[0]?.stepId}/complete`, { json: { accepted: true } }],
    ] as const;
    for (const [rest, ask] of asks) assert.equal((await stranger.ask(path + rest, ask)).status, 404, rest);
    const reader = new DirectClient(server.address, { scope: 'transactions:read' });
    for (const [rest, ask] of asks) {
      const { status } = await reader.ask(path + rest, ask);
      assert.equal(status, 'json' in ask || 'method' in ask ? 403 : 200, rest);
    }
    const { clientSecret } = await service.create();
    const headers = { Authorization: `Bearer ${clientSecret}` };
    assert.equal((await fetch(server.address + path, { headers })).status, 401);
  });

  test('leaves the steps of a session to its signer', async () => {
    const session = await service.create();
    const path = `/v1/transactions/${session.transactionId}`;
    const { status, steps } = await client.get(path);
    assert.equal(status, 'DOCUMENT_UPLOADED');
    const taken = await client.ask(`${path}/steps/${steps[0].stepId}/complete`, { json: { accepted: true } });
    assert.deepEqual([taken.status, taken.body.type], [409, 'conflict']);
    assert.equal((await client.ask(`${path}/finalize`, { method: 'POST' })).body.type, 'conflict');
  });

  test('keeps its steps to itself: nothing is accepted before there is a document', async () => {
    const transaction = await client.create();
    const [created] = await service.events(transaction.transactionId);
    const path = `/v1/signing-sessions/${String(created?.data['sessionId'])}`;
    for (const [route, json] of [
      ['advance', { action: 'accept' }],
      ['resend-otp', {}],
    ] as const) {
      const { status, body } = await client.ask(`${path}/${route}`, { json });
      assert.deepEqual([status, body.type], [409, 'conflict'], route);
    }
    assert.equal((await client.read(transaction)).status, 'CREATED');
  });

  test('takes no document once one was accepted', async () => {
    const transaction = await client.create();
    await service.database.query(`UPDATE steps SET status = 'COMPLETED' WHERE step_id = $1`, [
      transaction.steps[0]?.stepId ?? '',
    ]);
    const path = `/v1/transactions/${transaction.transactionId}/document`;
    const { status, body } = await client.ask(path, { json: document });
    assert.deepEqual([status, body.type], [409, 'conflict']);
  });

  test('can be listed by its properties, page by page', async () => {
    const signer = { name: 'Ana', cpf: '12345678909', userExternalId: 'ana-7' };
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1) made.unshift((await client.create({ signer })).transactionId);
    const find = (query: string) => client.get(`/v1/transactions?userExternalId=ana-7&${query}`);
    const first = await find('limit=2');
    const rest = await find(`limit=2&nextToken=${first.nextToken}`);
    const ids = [...first.transactions, ...rest.transactions].map(({ transactionId }) => transactionId);
    assert.deepEqual(ids.toSorted(), made.toSorted());
    assert.deepEqual([first.count, rest.count, rest.nextToken], [2, 1, undefined]);
    const day = START.toISOString().slice(0, 10);
    for (const [query, count] of [
      ['status=CREATED', 3],
      ['status=IN_PROGRESS', 0],
      [`startDate=${day}&endDate=${day}`, 3],
      ['startDate=2030-01-01', 0],
      ['endDate=2020-01-01T00:00:00Z', 0],
    ] as const) {
      assert.equal((await find(query)).count, count, query);
    }
    assert.equal((await client.ask('/v1/transactions?nextToken=no')).status, 400);
    for (const [query, status] of [
      ['startDate=0001-01-01&endDate=9999-12-31', 200],
      ['startDate=0000-01-01', 400],
      ['endDate=0001-01-01T00:00:00%2B14:00', 400],
      ['endDate=9999-12-31T23:59:59-14:00', 400],
    ] as const) {
      assert.equal((await client.ask(`/v1/transactions?${query}`)).status, status, query);
    }
  });

  test('expires by the service’s clock', async () => {
    const transaction = await client.create({ document, expiresInMinutes: 5 });
    service.clock.advance(6 * 60_000);
    assert.equal((await client.read(transaction)).status, 'EXPIRED');
    assert.equal((await client.finalize(transaction)).status, 410);
    assert.deepEqual(await types(transaction), ['TRANSACTION.CREATED', 'TRANSACTION.EXPIRED']);
  });

  test('refuses what the specification forbids', async () => {
    const signer = { name: 'Maria', cpf: '52998224725' };
    for (const [json, pointer] of [
      [{ policy: { profile: 'DIGITAL_SIGN_A1' }, signer }, '/policy/profile'],
      [{ policy: { profile: 'BIOMETRIC_DOCUMENT_FALLBACK' }, signer }, '/policy/profile'],
      [{ policy: { profile: 'CLICK_ONLY' }, signer: { name: 'Maria' } }, '/signer'],
      [{ policy: { profile: 'CLICK_ONLY' }, signer, purpose: 'ACTION_AUTHENTICATION' }, '/action'],
    ] as const) {
      const { status, body } = await client.ask('/v1/transactions', { json });
      assert.deepEqual([status, body.errors[0].pointer], [400, pointer]);
    }
  });
});

describe('signing with a certificate in the direct flow', { skip: withoutTools('pdfsig', 'qpdf') }, () => {
  test('refuses a signature that completed another document, and takes a new one', async () => {
    const transaction = await accepted();
    const prepared = await prepare(transaction, maria);
    await service.database.query(
      `INSERT INTO used_signatures (fingerprint, session_id, position) VALUES ($1, 'ss_other', 1)`,
      [fingerprintOf(prepared, maria)],
    );
    const { status, body } = await complete(transaction, prepared, maria);
    assert.deepEqual([status, body.type], [409, 'signature-used']);
    const again = await complete(transaction, await prepare(transaction, maria), maria);
    assert.equal(again.body.status, 'COMPLETED', JSON.stringify(again.body));
  });

  test('is prepared, completed and finalized; the signature is found valid', async () => {
    const transaction = await accepted();
    const prepared = await prepare(transaction, maria);
    assert.equal(prepared.status, 200, JSON.stringify(prepared.body));
    assert.equal(prepared.body.hashAlgorithm, 'SHA-256');
    assert.equal((await fetch(prepared.body.baseUrl)).status, 200);
    const { status, body } = await complete(transaction, prepared, maria);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.status, 'COMPLETED');
    const { digitalSignature } = body.result;
    assert.match(digitalSignature.certificateSubject, /MARIA DA SILVA TESTE/);
    // The state between the signature and the finalization survives a restart.
    const again = await complete(transaction, prepared, maria);
    assert.deepEqual([again.status, again.body.type], [409, 'step-out-of-order']);
    const final = await client.finalize(transaction);
    assert.equal(final.status, 200, JSON.stringify(final.body));
    const { signedUrl } = await client.get(`/v1/transactions/${transaction.transactionId}/download`);
    const signed = new Uint8Array(await (await fetch(signedUrl)).arrayBuffer());
    assert.deepEqual(
      signaturesIn(signed).map(({ validation }) => validation),
      ['Signature is Valid.'],
    );
    assert.equal(qpdfStatus(signed), 0);
    const evidence = await client.get(`/v1/transactions/${transaction.transactionId}/evidence`);
    const told = evidence.steps.at(-1).result.digitalSignature;
    assert.deepEqual(told, digitalSignature);
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', signed)).toString('hex');
    assert.equal(told.signedPdfHash, `sha256:${hash}`);
  });

  test('says why a certificate is refused, with the try counted', async () => {
    const transaction = await accepted();
    const expired = await authority.issue({ ...MARIA, validity: [-60, -1] });
    const { status, body } = await prepare(transaction, expired);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.status, body.error, body.attempts], ['PENDING', 'certificate-expired', 1]);
    assert.equal(body.signatureRequestId, undefined);
    const other = await complete(
      transaction,
      await prepare(transaction, maria),
      await authority.issue(MARIA),
    );
    assert.deepEqual([other.body.error, other.body.attempts], ['signature-invalid', 2]);
  });

  test('is not for a transaction without such a step', async () => {
    const transaction = await client.create({ document });
    assert.equal((await prepare(transaction, maria)).status, 404);
  });
});

describe('a group of transactions that the integrator named', () => {
  test('is kept, answered and filtered by, and has no common document', async () => {
    const group = { documentGroupId: 'grupo-7', signerIndex: 1, totalSigners: 2 };
    const { transactionId } = await client.create({ document, ...group });
    await client.create({ document });
    const as = await service.token();
    const { body } = await service.call('/v1/transactions?documentGroupId=grupo-7', { as });
    assert.equal(body.count, 1);
    const { documentGroupId, signerIndex, totalSigners } = body.transactions[0];
    assert.deepEqual({ documentGroupId, signerIndex, totalSigners }, group);
    assert.equal(body.transactions[0].transactionId, transactionId);
    const stamp = await service.call('/v1/document-groups/grupo-7/combined-stamp', { as, method: 'POST' });
    assert.deepEqual([stamp.status, stamp.body.type], [409, 'conflict']);
    const unknown = await service.call('/v1/document-groups/grupo-8/combined-stamp', { as, method: 'POST' });
    assert.equal(unknown.status, 404);
  });
});
