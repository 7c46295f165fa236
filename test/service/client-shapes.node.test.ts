/**
 * What published clients of the interface send and read, call by call. Responses may have further members, so each
 * test checks only what a client reads.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as z from 'zod';
import { openNodeServer, type NodeServer } from '../../demo/service/src/node-server.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import { DirectClient, type DirectTransaction } from './support/direct-client.ts';
import { openTestService, type TestService } from './support/test-service.ts';

const pdf = onePagePdf('Contrato');
const document = { content: Buffer.from(pdf).toString('base64'), filename: 'contrato.pdf' };
const person = { name: 'Maria da Silva', cpf: '52998224725', email: 'maria@example.com' };

const text = z.string().min(1);
const time = z.iso.datetime();
const hash = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const url = z.url();
const link = z.object({ url, filename: text }).nullable();

const STEP_TYPES = [
  'CLICK_ACCEPT',
  'OTP_CHALLENGE',
  'OTP_VERIFY',
  'BIOMETRIC_LIVENESS',
  'BIOMETRIC_MATCH',
  'DIGITAL_SIGN_A1',
  'SERPRO_IDENTITY_CHECK',
  'DOCUMENT_PHOTO_MATCH',
  'PURPOSE_DISCLOSURE',
] as const;
const stepStatus = z.enum(['PENDING', 'STARTED', 'COMPLETED', 'FAILED']);
const step = z.object({
  tenantId: text,
  transactionId: text,
  stepId: text,
  type: z.enum(STEP_TYPES),
  status: stepStatus,
  order: z.number(),
  attempts: z.number(),
  maxAttempts: z.number(),
  startedAt: time.optional(),
  completedAt: time.optional(),
  result: z.looseObject({}).optional(),
  error: text.optional(),
});
const started = z.object({
  stepId: text,
  type: z.enum(STEP_TYPES),
  status: stepStatus,
  livenessSessionId: text.optional(),
  hostedUrl: url.optional(),
  message: text.optional(),
  otpCode: z
    .string()
    .regex(/^\d{6}$/)
    .optional(),
});
const completed = z.object({
  stepId: text,
  type: z.enum(STEP_TYPES),
  status: stepStatus,
  attempts: z.number(),
  result: z.looseObject({}).optional(),
});
const transaction = z.object({
  tenantId: text,
  transactionId: text,
  status: z.enum([
    'CREATED',
    'DOCUMENT_UPLOADED',
    'IN_PROGRESS',
    'COMPLETED',
    'CANCELLED',
    'EXPIRED',
    'FAILED',
  ]),
  purpose: text,
  policy: z.object({ profile: text, customSteps: z.array(z.enum(STEP_TYPES)).optional() }),
  signer: z.object({ name: text }),
  steps: z.array(step).min(1),
  documentGroupId: text.optional(),
  signerIndex: z.number().optional(),
  totalSigners: z.number().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  submissionDeadline: time.optional(),
  deadlineStatus: z.enum(['PENDING', 'APPROACHING', 'OVERDUE']).optional(),
  expiresAt: time,
  createdAt: time,
  updatedAt: time,
});
const health = z.object({
  status: z.enum(['healthy', 'degraded', 'unhealthy']),
  version: text,
  timestamp: time,
  services: z.record(z.string(), z.object({ status: text, latency: z.number().optional() })).optional(),
});
const geolocation = { latitude: -23.55, longitude: -46.63, accuracy: 12, source: 'GPS' };

let service: TestService;
let server: NodeServer;
let client: DirectClient;
/** A completed transaction, and the id of its evidence. */
let done: DirectTransaction;
let evidenceId: string;
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
  done = await client.create({ document, metadata: { order: '42' } });
  await client.complete(done, 'CLICK_ACCEPT', { accepted: true, textVersion: '2026-11' });
  evidenceId = (await client.finalize(done)).body.evidenceId;
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

const CALLS: readonly (readonly [call: string, make: () => Promise<unknown>, shape: z.ZodType])[] = [
  [
    'POST /v1/transactions',
    () =>
      client.create({
        digitalSignature: { signatureFieldName: 'Signature1', signatureReason: 'r', signatureLocation: 'l' },
        signer: { ...person, displayName: 'Maria', otpChannel: 'EMAIL' },
      }),
    transaction,
  ],
  [
    'POST /v1/transactions with steps of its own',
    () => client.create({ policy: { profile: 'CUSTOM', customSteps: OTP }, document }),
    transaction.extend({
      policy: z.object({ profile: z.literal('CUSTOM'), customSteps: z.array(text).length(3) }),
    }),
  ],
  [
    'GET /v1/transactions/{id} of an envelope’s signer',
    () => client.get(`/v1/transactions/${envelopeTransaction}`),
    transaction.required({ documentGroupId: true, signerIndex: true, totalSigners: true }),
  ],
  [
    'GET /v1/transactions',
    () => client.get('/v1/transactions?status=COMPLETED&limit=1&startDate=2020-01-01&endDate=2030-01-01'),
    z.object({ transactions: z.array(transaction), nextToken: text.optional(), count: z.number() }),
  ],
  [
    'GET /v1/transactions of an envelope',
    () => client.get(`/v1/transactions?documentGroupId=${envelopeId}`),
    z.object({
      transactions: z.array(transaction.required({ documentGroupId: true })).length(2),
    }),
  ],
  [
    'DELETE /v1/transactions/{id}',
    async () => client.get(`/v1/transactions/${(await client.create()).transactionId}`, { method: 'DELETE' }),
    z.object({ transactionId: text, status: z.literal('CANCELLED'), cancelledAt: time }),
  ],
  [
    'GET /v1/transactions/{id}/steps',
    () => client.get(`/v1/transactions/${done.transactionId}/steps`),
    z.object({ steps: z.array(step).min(1) }),
  ],
  [
    'POST …/steps/{id}/start of a code',
    async () =>
      (await client.start(await at('OTP_CHALLENGE', ...OTP), 'OTP_CHALLENGE', { otpChannel: 'email' })).body,
    started.required({ otpCode: true }),
  ],
  [
    'POST …/steps/{id}/start of the camera',
    async () => (await client.start(await at('BIOMETRIC_LIVENESS', ...BIOMETRIC), 'BIOMETRIC_LIVENESS')).body,
    started.required({ livenessSessionId: true }),
  ],
  [
    'POST …/steps/{id}/complete of a click',
    async () =>
      (
        await client.complete(await client.create({ document }), 'CLICK_ACCEPT', {
          accepted: true,
          textVersion: '1',
        })
      ).body,
    completed.extend({
      result: z.object({ click: z.object({ accepted: z.literal(true), textVersion: z.literal('1') }) }),
    }),
  ],
  [
    'POST …/steps/{id}/complete of a code',
    async () => {
      const made = await at('OTP_CHALLENGE', ...OTP);
      const { body } = await client.start(made, 'OTP_CHALLENGE');
      return (await client.complete(made, 'OTP_VERIFY', { code: body.otpCode })).body;
    },
    completed.extend({
      result: z.object({ otp: z.object({ verified: z.literal(true), channel: z.enum(['email', 'sms']) }) }),
    }),
  ],
  [
    'POST …/steps/{id}/complete of the camera',
    async () => passLiveness(await at('BIOMETRIC_LIVENESS', ...BIOMETRIC)),
    completed.extend({
      result: z.object({
        liveness: z.object({ confidence: z.number(), provider: text, captureMode: text }),
        geolocation: z.object({ latitude: z.number(), longitude: z.number() }),
      }),
    }),
  ],
  [
    'POST …/steps/{id}/complete of the comparison',
    async () => {
      const made = await at('BIOMETRIC_MATCH', ...BIOMETRIC);
      return (await client.complete(made, 'BIOMETRIC_MATCH', { sandboxSimilarity: 0.93, geolocation })).body;
    },
    completed.extend({
      result: z.object({ match: z.object({ similarity: z.literal(0.93), threshold: z.number() }) }),
    }),
  ],
  [
    'POST …/steps/{id}/complete of the disclosure',
    async () => {
      const made = await at('PURPOSE_DISCLOSURE', 'PURPOSE_DISCLOSURE', 'CLICK_ACCEPT');
      await client.start(made, 'PURPOSE_DISCLOSURE');
      return (await client.complete(made, 'PURPOSE_DISCLOSURE', { acknowledged: true })).body;
    },
    completed.extend({
      result: z.object({
        purposeDisclosure: z.object({
          acknowledged: z.literal(true),
          disclosureTextHash: text,
          disclosureVersion: text,
          notificationChannel: z.enum(['email', 'hosted_page', 'api_inline']),
        }),
      }),
    }),
  ],
  [
    'POST …/finalize',
    async () => (await client.finalize(done)).body,
    z.object({
      transactionId: text,
      status: z.literal('COMPLETED'),
      evidenceId: text,
      evidenceHash: hash,
      completedAt: time,
    }),
  ],
  [
    'POST …/document',
    async () => client.upload(await client.create(), pdf),
    z.object({
      transactionId: text,
      documentHash: hash,
      status: z.literal('DOCUMENT_UPLOADED'),
      uploadedAt: time,
    }),
  ],
  [
    'POST …/document/presign',
    async () =>
      client.get(`/v1/transactions/${(await client.create()).transactionId}/document/presign`, {
        json: { contentType: 'application/pdf', filename: 'contrato.pdf' },
      }),
    z.object({
      uploadUrl: url,
      uploadToken: text,
      s3Key: text,
      expiresIn: z.number(),
      contentType: z.literal('application/pdf'),
      instructions: text,
    }),
  ],
  [
    'GET …/download',
    () => client.get(`/v1/transactions/${done.transactionId}/download`),
    z.object({
      transactionId: text,
      documentHash: hash,
      originalUrl: url,
      signedUrl: url,
      expiresIn: z.literal(3600),
      documentFormat: z.enum(['pdf', 'generic']),
    }),
  ],
  [
    'GET …/evidence',
    () => client.get(`/v1/transactions/${done.transactionId}/evidence`),
    z.object({
      tenantId: text,
      transactionId: text,
      evidenceId: text,
      status: z.literal('COMPLETED'),
      signer: z.object({ name: text, cpf: z.literal(person.cpf) }),
      steps: z.array(z.object({ type: text, status: text, startedAt: time, completedAt: time })),
      document: z.object({ hash, filename: text }),
      createdAt: time,
      completedAt: time,
      downloadUrl: url,
    }),
  ],
  [
    'POST /v1/document-groups/{groupId}/combined-stamp',
    () => client.get(`/v1/document-groups/${envelopeId}/combined-stamp`, { method: 'POST' }),
    z.object({ groupId: text, signerCount: z.literal(2), downloadUrl: url, expiresIn: z.literal(3600) }),
  ],
  [
    'POST /v1/envelopes/{envelopeId}/combined-stamp',
    () => client.get(`/v1/envelopes/${envelopeId}/combined-stamp`, { method: 'POST' }),
    z.object({ envelopeId: text, signerCount: z.literal(2), downloadUrl: url, expiresIn: z.literal(3600) }),
  ],
  [
    'GET /v1/verify/{evidenceId}',
    () => client.get(`/v1/verify/${evidenceId}`),
    z.object({
      evidenceId: text,
      status: z.literal('COMPLETED'),
      transactionId: text,
      completedAt: time,
      purpose: text,
      documentHash: hash,
      evidenceHash: hash,
      policy: z.object({ profile: text }),
      steps: z.array(z.object({ type: text, status: text, order: z.number(), completedAt: time })),
      signer: z.object({ displayName: text, cpfCnpj: z.string().regex(/\*/) }),
      tenantName: text,
      tenantCnpj: text.optional(),
      createdAt: time,
    }),
  ],
  [
    'GET /v1/verify/{evidenceId}/downloads',
    () => client.get(`/v1/verify/${evidenceId}/downloads`),
    z.object({
      evidenceId: text,
      downloads: z.object({ originalDocument: link, evidencePack: link, finalPdf: link }),
    }),
  ],
  [
    'POST /v1/verify/document',
    async () => client.get('/v1/verify/document', { json: await signedFile() }),
    z.object({
      signed: z.literal(true),
      signatureCount: z.literal(1),
      signatures: z
        .array(
          z.object({
            method: text,
            type: z.enum(['pades', 'pkcs7', 'legacy', 'digital_certificate']),
            subFilter: text.optional(),
            filter: text.optional(),
            confidence: z.enum(['high', 'medium', 'low']),
          }),
        )
        .min(1),
      checkedAt: time,
    }),
  ],
  [
    'GET /v1/verify/envelope/{envelopeId}',
    () => client.get(`/v1/verify/envelope/${envelopeId}`),
    z.object({
      envelopeId: text,
      status: z.literal('COMPLETED'),
      signingMode: z.enum(['PARALLEL', 'SEQUENTIAL']),
      totalSigners: z.literal(2),
      completedSessions: z.literal(2),
      documentHash: hash,
      tenantName: text.optional(),
      signers: z
        .array(
          z.object({
            signerIndex: z.number(),
            displayName: text,
            cpfCnpj: z.string().regex(/\*/).optional(),
            status: text,
            policyProfile: text.optional(),
            evidenceId: text.optional(),
            completedAt: time.optional(),
          }),
        )
        .length(2),
      downloads: z.object({ combinedSignedPdf: link }),
      createdAt: time,
      completedAt: time,
    }),
  ],
  ['GET /health', () => client.get('/health'), health],
  [
    'GET /health/history',
    async () => {
      await client.get('/health');
      return client.get('/health/history');
    },
    z.object({ entries: z.array(health).min(1) }),
  ],
];

describe('a published client is answered as it expects by', () => {
  for (const [call, make, shape] of CALLS) {
    test(call, async () => {
      const answer = await make();
      const { error } = shape.safeParse(answer);
      assert.equal(error && z.prettifyError(error), undefined, JSON.stringify(answer));
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
