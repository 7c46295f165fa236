import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { openSealer, type Sealer } from '../src/evidence/sealer.ts';
import { UnsealableDocumentError } from '../src/pdf/unsealable-document-error.ts';
import { InterruptedError } from '../src/support/errors.ts';
import { onePagePdf } from '../../../test/support/small-pdf.ts';
import {
  assertSealed,
  lastPageText,
  pageCount,
  qpdfStatus,
  signaturesIn,
  withFile,
} from './support/pdf-checks.ts';
import { readPdf } from './support/sealing.ts';
import { openTestService, START, type CreatedSession, type TestService } from './support/test-service.ts';
import { runTool, withoutTools } from './support/tools.ts';
import { storedIds } from './support/stored-ids.ts';
import { unembeddedFontPdf } from '../../../test/support/unembedded-font-pdf.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

const pdfDocument = (bytes: Uint8Array, filename = 'contrato.pdf') => ({
  document: { content: Buffer.from(bytes).toString('base64'), filename },
});

async function bytesAt(url: unknown): Promise<Uint8Array> {
  const response = await service.fetch(new Request(String(url)));
  assert.equal(response.status, 200);
  return new Uint8Array(await response.arrayBuffer());
}

const sha256 = (bytes: Uint8Array | string) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

async function signedDocument({ transactionId }: CreatedSession): Promise<Uint8Array> {
  const download = await service.call(`/v1/transactions/${transactionId}/download`, {
    as: await service.token(),
  });
  return bytesAt(download.body.signedUrl);
}

async function evidenceOf({ transactionId }: CreatedSession) {
  const evidence = await service.call(`/v1/transactions/${transactionId}/evidence`, {
    as: await service.token(),
  });
  assert.equal(evidence.status, 200);
  return evidence.body;
}

describe('a click signature', () => {
  test('goes from a token to a completed session', async () => {
    const session = await service.create({ returnUrl: 'https://shop.example/back?order=7' });
    assert.match(session.clientSecret, /^ss_secret_[\w-]+\.[\w-]+\.[\w-]+$/);
    const { sessionId, clientSecret } = session;
    const bootstrap = await service.call(`/v1/signing-sessions/${sessionId}`, { as: clientSecret });
    assert.equal(bootstrap.status, 200);
    assert.equal(bootstrap.body.signer.maskedCpf, '***.982.247-**');
    assert.equal(bootstrap.body.serverTime, START.toISOString());
    const shown = await bytesAt(bootstrap.body.document.presignedUrl);
    assert.equal(sha256(shown), bootstrap.body.document.hash);
    assert.equal(shown.length, bootstrap.body.document.sizeBytes);

    const answer = await service.accept(session, { acceptedDocumentHash: bootstrap.body.document.hash });
    assert.equal(answer.status, 200);
    assert.equal(answer.body.status, 'COMPLETED');
    assert.equal(answer.body.currentStep.status, 'COMPLETED');
    assert.equal(answer.body.nextStep, undefined);
    assert.equal(
      answer.body.redirectUrl,
      `https://shop.example/back?order=7&sessionId=${sessionId}&status=COMPLETED&session_id=${sessionId}`,
    );
    assert.equal(answer.body.session.status, 'COMPLETED');
    assert.equal(answer.body.session.evidenceId, answer.body.evidenceId);
    assert.equal(answer.body.session.verifierUrl, `http://127.0.0.1:4010/verify/${answer.body.evidenceId}`);

    const status = await service.call(`/v1/signing-sessions/${sessionId}/status`, {
      as: await service.token(),
    });
    assert.deepEqual(status.body, {
      sessionId,
      transactionId: session.transactionId,
      status: 'COMPLETED',
      completedAt: START.toISOString(),
      evidenceId: answer.body.evidenceId,
    });
  });

  test('tells of every change in the outbox', async () => {
    const session = await service.create({ metadata: { order: 'A-7', copies: 2, rush: true } });
    await service.accept(session);
    const events = await service.events(session.transactionId);
    assert.deepEqual(
      events.map(event => event.type),
      ['SIGNING_SESSION.CREATED', 'TRANSACTION.COMPLETED', 'SIGNING_SESSION.COMPLETED'],
    );
    assert.deepEqual(events[1]?.data['signer'], { name: 'Maria da Silva' });
    assert.deepEqual(events[1]?.data['metadata'], { order: 'A-7', copies: 2, rush: true });
  });

  test(
    'leaves an evidence pack that OpenSSL gives back byte for byte',
    { skip: withoutTools('openssl') },
    async () => {
      const session = await service.create({
        ...pdfDocument(unembeddedFontPdf({ baseFont: 'Arial', lines: ['R$ 1.250,00'] })),
        metadata: { z: 'last', a: 'first' },
      });
      const warnings = [{ code: 'font-not-embedded', page: 1 }];
      const { document } = await service.view(session);
      assert.deepEqual(document.warnings, warnings);
      const geolocation = { latitude: -23.55052, longitude: -46.633308, accuracy: 12, source: 'GPS' };
      const documentView = { pagesViewed: 1, pages: 1, notices: ['xfa'] };
      await service.accept(session, { geolocation, documentView });
      const evidence = await evidenceOf(session);
      const pack = await bytesAt(evidence.downloadUrl);
      const { status, stdout, stderr } = withFile(pack, file =>
        runTool('openssl', ['cms', '-verify', '-inform', 'DER', '-noverify', '-binary', '-in', file]),
      );
      assert.equal(status, 0, stderr);
      assert.equal(sha256(stdout), evidence.evidenceHash);
      const content = JSON.parse(stdout.toString());
      assert.equal(content.signer.cpf, '52998224725');
      assert.match(content.salt, /^[0-9a-f]{32}$/);
      assert.deepEqual(content.document.warnings, warnings);
      assert.deepEqual([content.documentHash, content.signedHash], [document.hash, evidence.signedHash]);
      assert.deepEqual(content.context.geolocation, {
        lat: -23.55052,
        lon: -46.633308,
        accuracy: 12,
        source: 'GPS',
      });
      assert.deepEqual(content.metadata, { a: 'first', z: 'last' });
      const [step] = content.steps;
      assert.equal(step.result.click.accepted, true);
      assert.equal(step.result.click.textVersion, '2026-11');
      assert.deepEqual(step.result.click.documentView, documentView);
      assert.deepEqual(step.result.geolocation, geolocation);
    },
  );

  test(
    'seals the original with a page of evidence',
    { skip: withoutTools('pdfsig', 'qpdf', 'pdftotext') },
    async () => {
      const original = readPdf('own/ok-3pages.pdf');
      const session = await service.create(pdfDocument(original));
      const { body } = await service.accept(session);
      const sealed = await signedDocument(session);
      assert.deepEqual(sealed.subarray(0, original.length), original);
      assertSealed(sealed);
      assert.equal(qpdfStatus(sealed), 0);
      assert.equal(pageCount(sealed), 4);
      assert.match(lastPageText(sealed), new RegExp(body.evidenceId));
      assert.match(lastPageText(sealed), /\*\*\*\.982\.247-\*\*/);
    },
  );

  test(
    'keeps an earlier signature and puts the evidence beside it',
    { skip: withoutTools('pdfsig', 'qpdf', 'pdftotext') },
    async () => {
      const first = await service.create();
      await service.accept(first);
      const once = await signedDocument(first);
      const second = await service.create(pdfDocument(once));
      const { body } = await service.accept(second);
      const { body: download } = await service.call(`/v1/transactions/${second.transactionId}/download`, {
        as: await service.token(),
      });
      const twice = await bytesAt(download.signedUrl);
      assert.deepEqual(twice.subarray(0, once.length), once);
      assert.deepEqual(
        signaturesIn(twice).map(({ validation }) => validation),
        ['Signature is Valid.', 'Signature is Valid.'],
      );
      assert.equal(pageCount(twice), pageCount(once));
      const page = await bytesAt(download.evidencePageUrl);
      assertSealed(page);
      assert.match(lastPageText(page), new RegExp(body.evidenceId));
    },
  );

  test('works for a company alone', async () => {
    const session = await service.create({ signer: { name: 'Acme Ltda.', cnpj: '12.abc.345/01de-35' } });
    const { sessionId, clientSecret } = session;
    const bootstrap = await service.call(`/v1/signing-sessions/${sessionId}`, { as: clientSecret });
    assert.deepEqual(bootstrap.body.signer, { name: 'Acme Ltda.', maskedCnpj: '**.ABC.345/****-**' });
    const { body } = await service.accept(session);
    assert.equal(body.status, 'COMPLETED');
    const view = await service.call(`/v1/verify/${body.evidenceId}`);
    assert.equal(view.body.signer.cpfCnpj, '**.ABC.345/****-**');
    assert.equal((await evidenceOf(session)).signer.cnpj, '12ABC34501DE35');
  });
});

describe('accepting', () => {
  test('takes the hash in its three forms and no other document’s', async () => {
    const hashOf = async ({ sessionId, clientSecret }: CreatedSession): Promise<string> =>
      (await service.call(`/v1/signing-sessions/${sessionId}`, { as: clientSecret })).body.document.hash;
    for (const form of ['sha256:', 'sha256-', '']) {
      const session = await service.create();
      const hex = (await hashOf(session)).slice('sha256:'.length);
      const answer = await service.accept(session, { acceptedDocumentHash: form + hex.toUpperCase() });
      assert.equal(answer.status, 200, form);
    }
    const session = await service.create();
    const silent = await service.create();
    const shown = await hashOf(silent);
    const { body } = await service.accept(silent);
    const [row] = await service.database.query<{ canonical: string }>(
      'SELECT canonical FROM evidence WHERE evidence_id = $1',
      [body.evidenceId],
    );
    const { click } = JSON.parse(row?.canonical ?? '{}').steps[0].result;
    assert.deepEqual(
      [click.documentHashConfirmed, click.documentHash, click.acceptedDocumentHash],
      [false, shown, undefined],
      'who names no hash accepts all the same, and the evidence says so',
    );
    const other = await service.accept(session, { acceptedDocumentHash: `sha256:${'0'.repeat(64)}` });
    assert.equal(other.status, 409);
    assert.equal(other.body.type, 'document-hash-mismatch');
    assert.equal((await service.accept(session)).status, 200, 'and the session goes on');
  });

  test('refuses what is not an acceptance', async () => {
    const session = await service.create();
    const refused = async (json: object) =>
      (await service.accept(session, { action: undefined, ...json })).body;
    assert.equal((await refused({ action: 'verify_otp', otpCode: '123456' })).type, 'step-out-of-order');
    assert.deepEqual((await refused({ action: 'dance' })).errors[0].pointer, '/action');
    assert.equal(
      (await refused({ action: 'accept', acceptedDocumentHash: 'nonsense' })).errors[0].pointer,
      '/acceptedDocumentHash',
    );
    const place = await refused({ action: 'accept', geolocation: { latitude: 91, longitude: 0 } });
    assert.equal(place.errors[0].pointer, '/geolocation/latitude');
  });

  test('twice at the same moment completes once', async () => {
    const session = await service.create();
    const answers = await Promise.all([
      service.accept(session),
      service.accept(session),
      service.accept(session),
    ]);
    assert.deepEqual(answers.map(answer => answer.status).toSorted(), [200, 409, 409]);
    const events = await service.events(session.transactionId);
    assert.equal(events.filter(event => event.type === 'TRANSACTION.COMPLETED').length, 1);
    const again = await service.accept(session);
    assert.deepEqual([again.status, again.body.type], [410, 'gone']);
  });
});

async function withSealer(changes: Partial<Sealer>): Promise<TestService> {
  const real = await openSealer(service.database, service.clock);
  return service.restart({ sealer: { ...real, ...changes } });
}

describe('a finalization', () => {
  test('of a document that cannot be sealed makes the session FAILED and notifies the integrator', async () => {
    const broken = await withSealer({
      sealDocument: async () => {
        throw new UnsealableDocumentError({ cause: new RangeError('Maria da Silva 529.982.247-25') });
      },
    });
    const session = await broken.create();
    const answer = await broken.accept(session);
    assert.equal(answer.status, 200);
    assert.equal(answer.body.status, 'FAILED');
    assert.deepEqual(answer.body.session.failure, { reason: 'FINALIZATION_FAILED' });
    const [, failed, ...more] = await broken.events(session.transactionId);
    assert.deepEqual(more, []);
    assert.equal(failed?.type, 'TRANSACTION.FAILED');
    assert.equal(failed?.data['reason'], 'FINALIZATION_FAILED');
    assert.doesNotMatch(
      JSON.stringify([failed, broken.errors]),
      /Maria|529/,
      'no personal data in events or logs',
    );
    assert.match(broken.errors.join('\n'), /RangeError/);
    assert.equal((await broken.accept(session)).status, 410);
  });

  test('that fails for another reason leaves the session active, and a retry completes it', async () => {
    const exhausted = await withSealer({
      sealDocument: async () => {
        throw new RangeError('Array buffer allocation failed: Maria da Silva');
      },
    });
    const session = await service.create();
    const answer = await exhausted.accept(session, {});
    assert.deepEqual([answer.status, answer.body.type], [503, 'service-unavailable']);
    assert.match(exhausted.errors.join('\n'), /caused by RangeError/);
    assert.doesNotMatch(exhausted.errors.join('\n'), /Maria/);
    assert.equal((await service.view(session)).status, 'ACTIVE');
    assert.equal((await service.accept(session)).body.status, 'COMPLETED');
  });

  test('of a document that the store gives with other bytes waits for its own', async () => {
    const session = await service.create();
    const changed = await service.restart({
      documents: { ...service.documents, read: async () => onePagePdf('Another contract') },
    });
    assert.equal((await changed.accept(session)).status, 503);
    assert.equal((await service.view(session)).status, 'ACTIVE');
    assert.equal((await service.accept(session)).body.status, 'COMPLETED');
  });

  test('that is interrupted leaves the session active and no bytes, and a retry completes it', async () => {
    const interrupted = await withSealer({
      wrapPack: async () => {
        throw new InterruptedError('The sealing thread has ended.');
      },
    });
    const session = await service.create();
    const files = await storedIds(service.documents);
    const answer = await interrupted.accept(session);
    assert.deepEqual([answer.status, answer.body.type], [503, 'service-unavailable']);
    assert.ok(Number(answer.headers.get('Retry-After')) > 0);
    assert.match(interrupted.errors.join('\n'), /InterruptedError/);
    assert.deepEqual(await storedIds(service.documents), files);
    assert.equal((await service.accept(session)).body.status, 'COMPLETED');
  });

  test('that the process does not outlive leaves the session active, and a retry completes it', async () => {
    const dying = await service.restart({
      documents: { ...service.documents, write: async () => Promise.reject(new Error('power cut')) },
    });
    const session = await service.create();
    assert.equal((await dying.accept(session)).status, 500);
    const { sessionId, clientSecret } = session;
    const bootstrap = await service.call(`/v1/signing-sessions/${sessionId}`, { as: clientSecret });
    assert.equal(bootstrap.body.status, 'ACTIVE');
    assert.equal((await service.accept(session)).body.status, 'COMPLETED');
  });
});
