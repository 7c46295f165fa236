/**
 * What published clients of the interface send and read, call by call. The shapes of answers are those of
 * `/openapi.json`; what is said here is which optional members clients read.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as z from 'zod';
import type { OpenApiDocument } from '../src/openapi/operation.ts';
import { openNodeServer, type NodeServer } from '../src/main/node-server.ts';
import { onePagePdf } from '../../../test/support/small-pdf.ts';
import { answerSchema } from './support/documented-schemas.ts';
import { DirectClient, type DirectTransaction } from './support/direct-client.ts';
import { openTestService, type TestService } from './support/test-service.ts';

const pdf = onePagePdf('Contrato');
const document = { content: Buffer.from(pdf).toString('base64'), filename: 'contrato.pdf' };
const person = { name: 'Maria da Silva', cpf: '52998224725', email: 'maria@example.com' };

const geolocation = { latitude: -23.55, longitude: -46.63, accuracy: 12, source: 'GPS' };

let service: TestService;
let server: NodeServer;
let client: DirectClient;
let documented: OpenApiDocument;
/** A completed transaction, and the id of its evidence. */
let done: DirectTransaction;
let evidenceId: string;
/** The evidence of an action that was confirmed, without a document. */
let actionEvidenceId: string;
/** An envelope whose two signers have signed. */
let envelopeId: string;
let envelopeTransaction: string;

async function signedEnvelope(): Promise<void> {
  const created = await client.get('/v1/envelopes', {
    json: { signingMode: 'PARALLEL', totalSigners: 2, document },
  });
  envelopeId = created.envelopeId;
  for (const signerIndex of [1, 2]) {
    const session = await client.get(`/v1/envelopes/${envelopeId}/sessions`, {
      json: {
        signer: { ...person, userExternalId: `u${signerIndex}` },
        policy: { profile: 'CLICK_ONLY' },
        signerIndex,
      },
    });
    envelopeTransaction = session.transactionId;
    const answer = await service.accept(session);
    assert.equal(answer.body.status, 'COMPLETED', JSON.stringify(answer.body));
  }
}

before(async () => {
  service = await openTestService();
  server = await openNodeServer('127.0.0.1', 0);
  server.serve(service);
  client = new DirectClient(server.address);
  documented = (await service.call('/openapi.json')).body;
  done = await client.create({ document, metadata: { order: '42' } });
  await client.complete(done, 'CLICK_ACCEPT', { accepted: true, textVersion: '2026-11' });
  evidenceId = (await client.finalize(done)).body.evidenceId;
  const action = { type: 'pix', description: 'Pay 10' };
  const confirmed = await client.create({ purpose: 'ACTION_AUTHENTICATION', action });
  await client.complete(confirmed, 'CLICK_ACCEPT', { accepted: true });
  actionEvidenceId = (await client.finalize(confirmed)).body.evidenceId;
  await signedEnvelope();
});
after(async () => {
  await server.close();
  await service.close();
});

/** The signed document of `done`, as a call takes it. */
async function signedFile(): Promise<typeof document> {
  const { signedUrl } = await client.get(`/v1/transactions/${done.transactionId}/download`);
  const { pathname, search } = new URL(signedUrl);
  const file = await (await fetch(server.address + pathname + search)).arrayBuffer();
  return { content: Buffer.from(file).toString('base64'), filename: 'assinado.pdf' };
}

/** A transaction at the step of this type, with all steps before it completed. */
async function at(type: string, ...customSteps: string[]): Promise<DirectTransaction> {
  const policy = { profile: 'CUSTOM', customSteps };
  const signer = { ...person, birthDate: '1990-12-31' };
  const made = await client.create({ policy, signer, document });
  for (const earlier of customSteps.slice(0, customSteps.indexOf(type))) {
    if (earlier === 'CLICK_ACCEPT') await client.complete(made, earlier, { accepted: true });
    if (earlier === 'OTP_CHALLENGE') await client.start(made, earlier);
    if (earlier === 'BIOMETRIC_LIVENESS') await passLiveness(made);
  }
  return made;
}

async function passLiveness(made: DirectTransaction): Promise<unknown> {
  const { body } = await client.start(made, 'BIOMETRIC_LIVENESS', { captureMode: 'BANK_APP' });
  const { livenessSessionId, liveness } = body;
  const json = { livenessSessionId, liveness: { nonce: liveness.nonce }, geolocation };
  return (await client.complete(made, 'BIOMETRIC_LIVENESS', json)).body;
}

const BIOMETRIC = ['CLICK_ACCEPT', 'BIOMETRIC_LIVENESS', 'BIOMETRIC_MATCH'];
const OTP = ['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'];

/** An operation, a call of it, and the members that clients read there although the document lets them be absent. */
type Call = readonly [route: string, make: () => Promise<unknown>, ...read: string[]];

const COMPLETE = 'POST /v1/transactions/{transactionId}/steps/{stepId}/complete';
const START = 'POST /v1/transactions/{transactionId}/steps/{stepId}/start';

const CALLS: readonly Call[] = [
  [
    'POST /v1/transactions',
    () =>
      client.create({
        digitalSignature: { signatureFieldName: 'Signature1', signatureReason: 'r', signatureLocation: 'l' },
        signer: { ...person, displayName: 'Maria', otpChannel: 'EMAIL' },
      }),
  ],
  [
    'POST /v1/transactions',
    () => client.create({ policy: { profile: 'CUSTOM', customSteps: OTP }, document }),
    'policy.customSteps.2',
  ],
  [
    'GET /v1/transactions/{transactionId}',
    () => client.get(`/v1/transactions/${envelopeTransaction}`),
    'documentGroupId',
    'signerIndex',
    'totalSigners',
  ],
  [
    // Its signer has no id of the integrator's, which clients read all the same.
    'GET /v1/transactions/{transactionId}',
    () => client.get(`/v1/transactions/${done.transactionId}`),
    'signer.userExternalId',
  ],
  [
    'GET /v1/transactions',
    () => client.get('/v1/transactions?status=COMPLETED&limit=1&startDate=2020-01-01&endDate=2030-01-01'),
  ],
  [
    'GET /v1/transactions',
    () => client.get(`/v1/transactions?documentGroupId=${envelopeId}`),
    'transactions.0.documentGroupId',
    'transactions.1.documentGroupId',
  ],
  [
    'DELETE /v1/transactions/{transactionId}',
    async () => client.get(`/v1/transactions/${(await client.create()).transactionId}`, { method: 'DELETE' }),
    'cancelledAt',
  ],
  [
    'GET /v1/transactions/{transactionId}/steps',
    () => client.get(`/v1/transactions/${done.transactionId}/steps`),
    'steps.0.completedAt',
  ],
  [
    START,
    async () =>
      (await client.start(await at('OTP_CHALLENGE', ...OTP), 'OTP_CHALLENGE', { otpChannel: 'email' })).body,
    'otpCode',
  ],
  [
    START,
    async () => (await client.start(await at('BIOMETRIC_LIVENESS', ...BIOMETRIC), 'BIOMETRIC_LIVENESS')).body,
    'livenessSessionId',
  ],
  [
    COMPLETE,
    async () => {
      const made = await client.create({ document });
      return (await client.complete(made, 'CLICK_ACCEPT', { accepted: true, textVersion: '1' })).body;
    },
    'result.click.accepted',
    'result.click.textVersion',
  ],
  [
    COMPLETE,
    async () => {
      const made = await at('OTP_CHALLENGE', ...OTP);
      const { body } = await client.start(made, 'OTP_CHALLENGE');
      return (await client.complete(made, 'OTP_VERIFY', { code: body.otpCode })).body;
    },
    'result.otp.verified',
    'result.otp.channel',
  ],
  [
    COMPLETE,
    async () => passLiveness(await at('BIOMETRIC_LIVENESS', ...BIOMETRIC)),
    'result.liveness.confidence',
    'result.liveness.provider',
    'result.liveness.captureMode',
    'result.geolocation.latitude',
  ],
  [
    COMPLETE,
    async () => {
      const made = await at('BIOMETRIC_MATCH', ...BIOMETRIC);
      return (await client.complete(made, 'BIOMETRIC_MATCH', { sandboxSimilarity: 0.93, geolocation })).body;
    },
    'result.match.similarity',
    'result.match.threshold',
  ],
  [
    COMPLETE,
    // PHP's empty object.
    async () =>
      (await client.complete(await at('BIOMETRIC_MATCH', ...BIOMETRIC), 'BIOMETRIC_MATCH', [])).body,
    'result.match.similarity',
  ],
  [
    COMPLETE,
    async () => {
      const made = await at('PURPOSE_DISCLOSURE', 'PURPOSE_DISCLOSURE', 'CLICK_ACCEPT');
      await client.start(made, 'PURPOSE_DISCLOSURE');
      return (await client.complete(made, 'PURPOSE_DISCLOSURE', { acknowledged: true })).body;
    },
    'result.purposeDisclosure.acknowledged',
    'result.purposeDisclosure.disclosureTextHash',
    'result.purposeDisclosure.disclosureVersion',
    'result.purposeDisclosure.notificationChannel',
  ],
  [
    'POST /v1/transactions/{transactionId}/finalize',
    async () => (await client.finalize(done)).body,
    'evidenceHash',
    'completedAt',
  ],
  ['POST /v1/transactions/{transactionId}/document', async () => client.upload(await client.create(), pdf)],
  [
    'POST /v1/transactions/{transactionId}/document/presign',
    async () =>
      client.get(`/v1/transactions/${(await client.create()).transactionId}/document/presign`, {
        json: { contentType: 'application/pdf', filename: 'contrato.pdf' },
      }),
    's3Key',
    'uploadToken',
    'instructions',
  ],
  [
    'GET /v1/transactions/{transactionId}/download',
    () => client.get(`/v1/transactions/${done.transactionId}/download`),
    'originalUrl',
    'signedUrl',
  ],
  [
    'GET /v1/transactions/{transactionId}/evidence',
    () => client.get(`/v1/transactions/${done.transactionId}/evidence`),
    'signer.cpf',
    'signer.userExternalId',
    'steps.0.startedAt',
    'steps.0.completedAt',
    'document.hash',
    'downloadUrl',
  ],
  [
    'POST /v1/document-groups/{groupId}/combined-stamp',
    () => client.get(`/v1/document-groups/${envelopeId}/combined-stamp`, { method: 'POST' }),
    'signerCount',
    'downloadUrl',
  ],
  [
    'POST /v1/envelopes/{envelopeId}/combined-stamp',
    () => client.get(`/v1/envelopes/${envelopeId}/combined-stamp`, { method: 'POST' }),
    'signerCount',
    'downloadUrl',
  ],
  [
    'GET /v1/verify/{evidenceId}',
    () => client.get(`/v1/verify/${evidenceId}`),
    'transactionId',
    'documentHash',
    'evidenceHash',
    'policy.profile',
    'steps.0.completedAt',
    'signer.displayName',
    'signer.cpfCnpj',
    'tenantName',
  ],
  ['GET /v1/verify/{evidenceId}', () => client.get(`/v1/verify/${actionEvidenceId}`), 'documentHash'],
  [
    'GET /v1/verify/{evidenceId}/downloads',
    () => client.get(`/v1/verify/${evidenceId}/downloads`),
    'downloads.originalDocument',
    'downloads.evidencePack',
    'downloads.finalPdf',
  ],
  [
    'POST /v1/verify/document',
    async () => client.get('/v1/verify/document', { json: await signedFile() }),
    'signatures.0.method',
    'signatures.0.confidence',
  ],
  [
    'GET /v1/verify/envelope/{envelopeId}',
    async () => {
      await client.get(`/v1/envelopes/${envelopeId}/combined-stamp`, { method: 'POST' });
      return client.get(`/v1/verify/envelope/${envelopeId}`);
    },
    'documentHash',
    'signers.1.displayName',
    'downloads.combinedSignedPdf.url',
    'downloads.combinedSignedPdf.filename',
    'completedAt',
  ],
  ['GET /health', () => client.get('/health')],
  [
    'GET /health/history',
    async () => {
      await client.get('/health');
      return client.get('/health/history');
    },
    'entries.0.timestamp',
  ],
];

/** What a path of names and indices leads to. */
function memberOf(answer: unknown, path: string): unknown {
  return path.split('.').reduce((value: unknown, name) => Object(value)[name], answer);
}

describe('a published client is answered as it expects by', () => {
  for (const [route, make, ...read] of CALLS) {
    test([route, ...read].join(' '), async () => {
      const answer = await make();
      const { error } = answerSchema(documented, route).safeParse(answer);
      assert.equal(error && z.prettifyError(error), undefined, JSON.stringify(answer));
      for (const path of read)
        assert.ok(memberOf(answer, path) !== undefined, `${path} in ${JSON.stringify(answer)}`);
    });
  }

  test('every answer, which has its version and an id of its own that the log knows', async () => {
    const { headers } = await client.ask('/v1/transactions');
    assert.equal(headers.get('API-Version'), '1.0');
    const id = headers.get('X-Request-Id') ?? '';
    assert.match(id, /^[\da-f-]{36}$/);
    assert.deepEqual(
      service.log.filter(line => line.includes(id)).map(line => line.replace(/\d+ ms/, '')),
      [`GET /v1/transactions 200  ${id}`],
    );
    const other = await client.ask('/v1/transactions');
    assert.notEqual(other.headers.get('X-Request-Id'), id);
  });
});
