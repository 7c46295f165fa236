import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { readCertificate } from '@sign-session/certificates';
import { checkPreparation } from '../../../src/certificate/signing/prepared-signature.ts';
import {
  JOAO,
  MARIA,
  openHolderAuthority,
  type Holder,
  type HolderAuthority,
  type KeyKind,
} from './support/certificate-holders.ts';
import { CERTIFICATE, CertificateSigners, completion, fingerprintOf } from './support/certificate-signers.ts';
import {
  assertSealed,
  lastPageText,
  pageCount,
  qpdfStatus,
  signaturesIn,
  opensslAccepts,
} from './support/pdf-checks.ts';
import { onePagePdf } from '../../../test/support/small-pdf.ts';
import { craftPdf, PLAIN_OBJECTS } from './support/crafted-pdf.ts';
import { readPdf } from './support/sealing.ts';
import { openTestService, sessionRequest, START, type TestService } from './support/test-service.ts';
import { runTool, withoutTools } from './support/tools.ts';

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

const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));

describe('signing with a certificate', () => {
  for (const key of ['RSA-2048', 'RSA-3072', 'RSA-4096', 'P-256', 'P-384'] satisfies KeyKind[]) {
    test(`makes a signature with ${key} that all verifiers accept`, async () => {
      const holder = await authority.issue({ ...MARIA, key });
      const session = await signers.accepted();
      const { status, body } = await signers.sign(session, holder);
      assert.equal(status, 200, [JSON.stringify(body), ...service.errors].join('\n'));
      assert.deepEqual([body.status, body.currentStep.status], ['COMPLETED', 'COMPLETED']);
      const pdf = await signers.signedPdf(session);
      assert.ok(opensslAccepts(pdf));
      const [signature, ...others] = signaturesIn(pdf);
      assert.equal(others.length, 0);
      assert.deepEqual(signature, {
        validation: 'Signature is Valid.',
        wholeDocument: true,
        type: 'ETSI.CAdES.detached',
      });
      assert.equal(qpdfStatus(pdf), 0);
      assert.equal(pageCount(pdf), 1);
    });
  }

  test('prepares what the signer’s page can check to the last byte', async () => {
    const session = await signers.accepted();
    const { status, body } = await signers.prepare(session, maria);
    assert.equal(status, 200);
    const { document } = await service.view(session);
    const shown = await signers.bytesAt(document.presignedUrl);
    const [pem = ''] = maria.pems;
    await checkPreparation(
      { ...body, dataToSign: bytes(body.dataToSign), appended: bytes(body.appended) },
      {
        shown,
        base: await signers.bytesAt(body.baseUrl),
        certificate: readCertificate(bytes(pem.replaceAll(/-----[^-]+-----|\s/g, ''))),
      },
    );
    assert.equal(body.hashAlgorithm, 'SHA-256');
    assert.equal(body.signatureAlgorithm, 'RSASSA-PKCS1-v1_5');
    assert.equal((await service.view(session)).status, 'ACTIVE');
  });

  for (const withIdentifier of [false, true])
    test(`signs one session at a time, prepared in the same second (${withIdentifier ? 'with' : 'without'} /ID)`, async () => {
      const content = withIdentifier ? readPdf('own/ok-objstm.pdf') : onePagePdf('Contrato');
      const document = { content: Buffer.from(content).toString('base64'), filename: 'contrato.pdf' };
      const sessions = [await signers.accepted({ document }), await signers.accepted({ document })] as const;
      const prepared = await Promise.all([
        signers.prepare(sessions[0], maria),
        signers.prepare(sessions[1], maria),
      ]);
      assert.notEqual(prepared[0].body.hashToSign, prepared[1].body.hashToSign);
      const { rawSignatureBase64 } = completion(prepared[0], maria);
      const other = await service.act(sessions[1], { ...completion(prepared[1], maria), rawSignatureBase64 });
      assert.equal(other.body.session.steps.at(-1).error, 'signature-invalid');
      assert.equal((await signers.complete(sessions[0], prepared[0], maria)).body.status, 'COMPLETED');
      const identifiers = /\/ID\s*\[\s*<([0-9A-F]{32})>\s*<([0-9A-F]{32})>/i;
      const pdf = Buffer.from(await signers.signedPdf(sessions[0])).toString('latin1');
      const [, first, second] = identifiers.exec(pdf.slice(content.length)) ?? [];
      assert.ok(first !== undefined && second !== undefined, 'the update has an identifier');
      if (withIdentifier) assert.equal(first, identifiers.exec(pdf)?.[1], 'the first one stays');
    });

  test('keeps a signature for one session, over its erasure', async () => {
    const [session, other] = [await signers.accepted(), await signers.accepted()];
    const signed = await signers.prepare(session, maria);
    assert.equal((await signers.complete(session, signed, maria)).body.status, 'COMPLETED');
    const prepared = await signers.prepare(other, maria);
    // As if both had got the same bytes to sign.
    await service.database.query('UPDATE used_signatures SET fingerprint = $2 WHERE fingerprint = $1', [
      fingerprintOf(signed, maria),
      fingerprintOf(prepared, maria),
    ]);
    for (const erases of [false, true]) {
      if (erases)
        await service.database.query('DELETE FROM sessions WHERE session_id = $1', [session.sessionId]);
      const { status, body } = await signers.complete(other, prepared, maria);
      assert.equal(status, 200, JSON.stringify(body));
      const step = body.session.steps.at(-1);
      assert.deepEqual([step.error, step.attempts, body.status], ['signature-used', 0, 'ACTIVE']);
    }
    assert.equal((await signers.sign(other, maria)).body.status, 'COMPLETED', 'a new one is taken');
  });

  test('states ICP-Brasil’s policy and no time of its own', { skip: withoutTools('openssl') }, async () => {
    const { body } = await signers.prepare(await signers.accepted(), maria);
    const data = Buffer.from(body.dataToSign, 'base64');
    const listing = runTool('openssl', ['asn1parse', '-inform', 'DER'], data).stdout.toString();
    assert.match(listing, /2\.16\.76\.1\.7\.1\.11\.1\.3/);
    assert.match(listing, /23E4BE4B9B362172E4EBB0E72B86A133ECE5AAD843D8651C6E38A0BA3F08FC60/);
    assert.match(listing, /PA_PAdES_AD_RB_v1_3\.der/);
    assert.doesNotMatch(listing, /signingTime/);
  });

  test('leaves the document as it was, with its evidence on a page elsewhere', async () => {
    const session = await signers.accepted();
    const { document } = await service.view(session);
    const original = await signers.bytesAt(document.presignedUrl);
    await signers.sign(session, maria);
    const pdf = await signers.signedPdf(session);
    assert.deepEqual(pdf.slice(0, original.length), original);
    const path = `/v1/transactions/${session.transactionId}/download`;
    const { body } = await service.call(path, { as: await service.token() });
    const page = await signers.bytesAt(body.evidencePageUrl);
    const { body: record } = await service.call(`/v1/verify/${(await service.view(session)).evidenceId}`);
    assert.equal(record.evidencePageHash, `sha256:${createHash('sha256').update(page).digest('hex')}`);
    assertSealed(page);
    assert.match(lastPageText(page), /Maria da Silva/);
    const digits = lastPageText(page).replaceAll(/\s/g, '');
    for (const file of [original, pdf]) {
      assert.ok(
        digits.includes(createHash('sha256').update(file).digest('hex')),
        'names the hash of both files',
      );
    }
  });

  test('records signer and certificate in the evidence, and masks them in public', async () => {
    const session = await signers.accepted();
    const { body: done } = await signers.sign(session, maria);
    const path = `/v1/transactions/${session.transactionId}/evidence`;
    const { body } = await service.call(path, { as: await service.token() });
    const { digitalSignature } = body.steps.at(-1).result;
    const pdf = await signers.signedPdf(session);
    const hash = createHash('sha256').update(pdf).digest('hex');
    assert.match(digitalSignature.certificateSubject, /CN=MARIA DA SILVA TESTE:52998224725/);
    assert.match(digitalSignature.certificateIssuer, /CN=Holders CA/);
    assert.match(digitalSignature.certificateSerial, /^[0-9A-F]+$/);
    assert.equal(digitalSignature.algorithm, 'SHA256 with RSA');
    assert.equal(digitalSignature.signedPdfHash, `sha256:${hash}`);
    assert.equal(digitalSignature.signatureFieldName, 'SignSessionSignature');
    assert.equal(digitalSignature.signedAt, START.toISOString());
    const everybody = await service.call(`/v1/verify/${done.evidenceId}`);
    assert.equal(everybody.status, 200);
    assert.doesNotMatch(JSON.stringify(everybody.body), /52998224725/);
    assert.match(JSON.stringify(everybody.body), /CN=MARIA DA S\*{3} T\*{3}:\*{3}\.982/);
    assert.equal(everybody.body.signatureKind, 'qualified');
  });

  test('loses nothing when the service restarts between preparing and signing', async () => {
    const session = await signers.accepted();
    const prepared = await signers.prepare(session, maria);
    const again = await service.restart({ trust: authority.trust });
    const { status, body } = await again.act(session, completion(prepared, maria));
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.status, 'COMPLETED');
  });

  test('prepares again what is sent twice, and answers the same to what completed it', async () => {
    const session = await signers.accepted();
    const content = { action: 'prepare_signing', certificateChainPems: maria.pems };
    const first = await service.act(session, content, { key: 'p' });
    const second = await service.act(session, content, { key: 'p' });
    assert.equal(
      (await service.act(session, completion(first, maria))).status,
      409,
      'the second takes its place',
    );
    const done = await service.act(session, completion(second, maria), { key: 'c' });
    const repeated = await service.act(session, completion(second, maria), { key: 'c' });
    assert.deepEqual([done.body.status, repeated.status], ['COMPLETED', 200]);
    assert.equal(repeated.body.evidenceId, done.body.evidenceId);
  });

  test('counts a refused certificate once, however often its request is repeated', async () => {
    const session = await signers.accepted();
    const { pems } = await authority.issue(JOAO);
    const content = { action: 'prepare_signing', certificateChainPems: pems };
    const tries = [await service.act(session, content, { key: 'p' })];
    tries.push(await service.act(session, content, { key: 'p' }));
    assert.deepEqual(
      tries.map(({ status, body }) => [status, body.session.steps[1].error, body.session.steps[1].attempts]),
      Array.from({ length: 2 }, () => [200, 'certificate-other-holder', 1]),
    );
  });

  test('is refused at once for a file that the signer’s page would not sign, which a click may', async () => {
    const orphan = craftPdf({ objects: PLAIN_OBJECTS, unlisted: '9 0 obj\n<< >>\nendobj\n' });
    const content = Buffer.from(orphan).toString('base64');
    const as = await service.token();
    const ask = async (path: string, changes: Record<string, unknown>) => {
      const { status, body } = await service.call(path, { as, json: sessionRequest(changes) });
      return [status, body.errors?.[0]?.pointer];
    };
    const document = { content };
    const sessions = '/v1/signing-sessions';
    assert.deepEqual(await ask(sessions, { document }), [201, undefined]);
    assert.deepEqual(await ask(sessions, { ...CERTIFICATE, document }), [400, '/document/content']);
    const batch = { ...CERTIFICATE, document: undefined, documents: [document, document] };
    assert.deepEqual(await ask(sessions, batch), [400, '/documents/0/content']);
    assert.deepEqual(await ask('/v1/transactions', { ...CERTIFICATE, document }), [400, '/document/content']);
  });

  test('keeps the signatures that a document came with', async () => {
    const first = await signers.accepted();
    await signers.sign(first, maria);
    const content = Buffer.from(await signers.signedPdf(first)).toString('base64');
    const second = await signers.accepted({ document: { content, filename: 'contrato.pdf' } });
    await signers.sign(second, maria);
    const pdf = await signers.signedPdf(second);
    assert.deepEqual(
      signaturesIn(pdf).map(({ validation, wholeDocument }) => [validation, wholeDocument]),
      [
        ['Signature is Valid.', false],
        ['Signature is Valid.', true],
      ],
    );
    assert.equal(qpdfStatus(pdf), 0);
  });

  test('counts a signature against the tenant’s month', async () => {
    const token = await service.token('limited');
    const session = await service.create(CERTIFICATE, token);
    await service.accept(session);
    await service.database.query(
      `INSERT INTO quota_usage (tenant_id, dimension, period, used) VALUES ('tenant_limited', 'monthlySigning', $1, 2)`,
      [START.toISOString().slice(0, 7)],
    );
    const { status, body } = await signers.sign(session, maria);
    assert.equal(status, 429);
    assert.match(body.detail, /monthlySigning/);
    assert.equal((await service.view(session)).status, 'ACTIVE');
  });
});

const custom = (...customSteps: string[]) => ({ policy: { profile: 'CUSTOM', customSteps } });

describe('a custom flow', () => {
  test('may end with a certificate', async () => {
    const session = await service.create(custom('CLICK_ACCEPT', 'DIGITAL_SIGN_A1'));
    await service.accept(session);
    assert.equal((await signers.sign(session, maria)).body.status, 'COMPLETED');
  });

  test('may not go on after one, which nobody could take back', async () => {
    const json = sessionRequest(custom('DIGITAL_SIGN_A1', 'CLICK_ACCEPT'));
    const { status, body } = await service.call('/v1/signing-sessions', { as: await service.token(), json });
    assert.equal(status, 400);
    assert.equal(body.errors[0].pointer, '/policy/customSteps/0');
  });
});
