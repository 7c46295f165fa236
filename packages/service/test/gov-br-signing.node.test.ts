import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { signaturesAdded } from '../../../src/certificate/signing/added-signatures.ts';
import { onePagePdf } from '../../../test/support/small-pdf.ts';
import { objectIn, withUpdate } from './support/appended-update.ts';
import { CERTIFICATE } from './support/certificate-signers.ts';
import { readPdf } from './support/sealing.ts';
import { PortalSigners } from './support/portal-signers.ts';
import { signaturesIn, opensslAccepts } from './support/pdf-checks.ts';
import {
  openTestService,
  type Answer,
  type CreatedSession,
  type TestService,
} from './support/test-service.ts';

const JOAO = '111.444.777-35';

let service: TestService;
let signers: PortalSigners;
before(async () => {
  service = await openTestService();
  signers = new PortalSigners(service);
});
after(() => service.close());

/** Hands the file in. Nothing may have happened but that the step says why. */
async function assertRefused(session: CreatedSession, file: Uint8Array, error: string): Promise<void> {
  const { status, body } = await signers.handIn(session, file);
  assert.equal(status, 200, JSON.stringify(body));
  const { steps } = await service.view(session);
  assert.deepEqual([body.status, steps.at(-1).error, steps.at(-1).attempts], ['ACTIVE', error, 0]);
}

describe('a document that was signed at the gov.br portal', () => {
  test('is taken, delivered as it is, and called an advanced signature', async () => {
    const session = await signers.accepted();
    assert.ok((await service.view(session)).certificateSources.includes('GOV_BR'));
    const signed = await signers.signAtPortal(await signers.toSign(session));
    const { status, body } = await signers.handIn(session, signed);
    assert.equal(status, 200, [JSON.stringify(body), ...service.errors].join('\n'));
    assert.equal(body.status, 'COMPLETED');
    const delivered = await signers.signedPdf(session);
    assert.deepEqual(delivered, signed);
    assert.ok(opensslAccepts(delivered));
    assert.deepEqual(signaturesIn(delivered), [
      { validation: 'Signature is Valid.', wholeDocument: true, type: 'adbe.pkcs7.detached' },
    ]);
    const everybody = await service.call(`/v1/verify/${body.evidenceId}`);
    assert.equal(everybody.body.signatureKind, 'advanced');
    const { digitalSignature } = everybody.body.steps.at(-1).result;
    assert.equal(digitalSignature.signedAtPortal, 'gov.br');
    assert.match(digitalSignature.certificateIssuer, /gov\.br CA/);
  });

  test('passes the verification of files, and is not called qualified there', async () => {
    const session = await signers.accepted();
    const content = Buffer.from(await signers.signAtPortal(await signers.toSign(session))).toString('base64');
    const { body } = await service.call('/v1/verify/document', { method: 'POST', json: { content } });
    const [{ indication, signatureKind, signatureLevel }] = body.signatures;
    assert.deepEqual([indication, signatureLevel, signatureKind], ['TOTAL-PASSED', 'PKCS7-B', undefined]);
  });

  test('can be downloaded before, as the very file to sign, for two minutes and for this session alone', async () => {
    const session = await signers.accepted();
    const toSign = await signers.toSign(session);
    const { body } = await service.act(session, { action: 'prepare_portal_signing' });
    const address = new URL(body.downloadUrl);
    assert.ok(!address.href.includes(session.clientSecret));
    const get = (url: URL, headers: Record<string, string> = {}) =>
      service.fetch(new Request(url, { headers }));
    // A downloader of the phone asks again.
    for (const headers of [{}, { Range: 'bytes=0-' }]) {
      const answer = await get(address, headers);
      assert.equal(answer.ok, true);
      assert.match(answer.headers.get('Content-Disposition') ?? '', /^attachment/);
      assert.equal(answer.headers.get('Cache-Control'), 'private, no-store');
      const hash = createHash('sha256').update(toSign).digest('hex');
      assert.equal(answer.headers.get('ETag'), `"${hash}"`);
      assert.deepEqual(new Uint8Array(await answer.arrayBuffer()), toSign);
    }
    const part = await get(address, { Range: `bytes=${toSign.length - 10}-` });
    assert.deepEqual([part.status, new Uint8Array(await part.arrayBuffer())], [206, toSign.slice(-10)]);

    const other = new URL(address);
    other.searchParams.set('session', (await signers.accepted()).sessionId);
    const original = new URL(address);
    original.searchParams.delete('session');
    for (const changed of [other, original]) assert.equal((await get(changed)).status, 403);
    service.clock.advance(121_000);
    assert.equal((await get(address)).status, 403);
  });

  test('is given back where it is another document', async () => {
    const session = await signers.accepted();
    const file = await signers.toSign(session);
    await assertRefused(session, await signers.signAtPortal(onePagePdf('Outro contrato')), 'other-document');
    await assertRefused(session, file.subarray(0, 400), 'other-document');
    // Another version of PDF in the first line.
    const changed = file.with('%PDF-1.'.length, '4'.charCodeAt(0));
    await assertRefused(session, await signers.signAtPortal(changed), 'other-document');
  });

  test('is given back where nobody signed it', async () => {
    const session = await signers.accepted();
    const file = await signers.toSign(session);
    await assertRefused(session, file, 'document-unsigned');
    await assertRefused(session, withUpdate(file, { 900: '<< >>' }), 'document-unsigned');
  });

  test('is given back where it was changed before it was signed', async () => {
    const session = await signers.accepted();
    const file = await signers.toSign(session);
    const page = await pageOf(file);
    const other = withUpdate(file, {
      [page]: objectIn(file, page).replace(/\/MediaBox \[[^\]]*\]/, '/MediaBox [0 0 300 300]'),
    });
    await assertRefused(session, await signers.signAtPortal(other), 'document-changed');
    const twice = await signers.signAtPortal(await signers.signAtPortal(file), { place: 'head' });
    await assertRefused(session, twice, 'document-changed');
    const signed = await signers.signAtPortal(file);
    await assertRefused(session, signed.subarray(0, -300), 'document-unsigned');
  });

  test('is given back where anything else was added before it was signed, however harmless', async () => {
    const session = await signers.accepted();
    const file = await signers.toSign(session);
    for (const added of [
      withUpdate(file, { 901: '<< /Title (Outro) >>' }, '/Info 901 0 R'),
      withUpdate(file, { 902: `<< /Length 4 >>\nstream\nabcd\nendstream` }),
      withUpdate(file, { 903: `(${'x'.repeat(400_000)})` }),
    ])
      await assertRefused(session, await signers.signAtPortal(added), 'document-changed');
  });

  test('completes one session alone, though others are over the same document', async () => {
    const [session, beside] = [await signers.accepted(), await signers.accepted()];
    await service.database.query(
      `UPDATE tenants SET certificate_sources = '["GOV_BR"]' WHERE tenant_id <> 'tenant_local'`,
    );
    const other = await service.create(CERTIFICATE, await service.token('basic'));
    assert.equal((await service.accept(other)).status, 200);
    const toSign = await signers.toSign(session);
    assert.deepEqual(await signers.toSign(session), toSign, 'it stays the same');
    const signed = await signers.signAtPortal(toSign);
    assert.equal((await signers.handIn(session, signed)).body.status, 'COMPLETED');
    for (const each of [beside, await signers.accepted(), other])
      for (const prepares of [false, true]) {
        if (prepares) assert.notDeepEqual(await signers.toSign(each), toSign);
        await assertRefused(each, signed, 'other-document');
      }
  });

  test('is used once, even where two sessions had the same bytes to sign', async () => {
    const [session, beside] = [await signers.accepted(), await signers.accepted()];
    const signed = await signers.signAtPortal(await signers.toSign(session));
    assert.equal((await signers.handIn(session, signed)).body.status, 'COMPLETED');
    await service.database.query(
      `INSERT INTO portal_updates SELECT $2, appended FROM portal_updates WHERE session_id = $1`,
      [session.sessionId, beside.sessionId],
    );
    await assertRefused(beside, signed, 'signature-used');
    await service.database.query('DELETE FROM sessions WHERE session_id = $1', [session.sessionId]);
    await assertRefused(beside, signed, 'signature-used');
  });

  test('is over the document that was shown, whose hash the evidence names', async () => {
    const session = await signers.accepted();
    const [shown, toSign] = [await signers.shown(session), await signers.toSign(session)];
    assert.deepEqual(toSign.subarray(0, shown.length), shown);
    assert.deepEqual(await signaturesAdded(shown, toSign), [], 'its page sees that nothing is changed');
    await signers.handIn(session, await signers.signAtPortal(toSign));
    const path = `/v1/transactions/${session.transactionId}/evidence`;
    const { body } = await service.call(path, { as: await service.token() });
    assert.equal(body.document.hash, `sha256:${createHash('sha256').update(shown).digest('hex')}`);
  });

  test('can be a document whose cross references lead nowhere', async () => {
    const content = Buffer.from(readPdf('own/broken-startxref.pdf')).toString('base64');
    const session = await signers.accepted({ document: { content, filename: 'contrato.pdf' } });
    const { body } = await signers.handIn(session, await signers.signAtPortal(await signers.toSign(session)));
    assert.equal(body.status, 'COMPLETED', JSON.stringify(body));
  });

  test('is given back where it was signed for a time to come', async () => {
    const session = await signers.accepted();
    const file = await signers.toSign(session);
    service.clock.advance(3_600_000);
    const later = await signers.signAtPortal(file);
    service.clock.advance(-3_600_000);
    await assertRefused(session, later, 'other-document');
  });

  test('is looked at only so many times for one session', async () => {
    const session = await signers.accepted();
    const other = withUpdate(await signers.toSign(session), { 900: '<< >>' });
    const statuses = new Set<number>();
    for (let tries = 0; tries < 31; tries += 1) statuses.add((await signers.handIn(session, other)).status);
    assert.deepEqual([...statuses], [200, 429]);
  });

  test('is taken wherever its stamp is, and the evidence says where', async () => {
    const session = await signers.accepted();
    const signed = await signers.signAtPortal(await signers.toSign(session), { place: 'head' });
    const { body } = await signers.handIn(session, signed);
    assert.equal(body.status, 'COMPLETED');
    const everybody = await service.call(`/v1/verify/${body.evidenceId}`);
    const [mark, another] = everybody.body.steps.at(-1).result.digitalSignature.marks;
    assert.deepEqual([mark.page, mark.rect.length, another], [1, 4, undefined]);
    const json = { content: Buffer.from(await signers.signedPdf(session)).toString('base64') };
    const { body: verified } = await service.call('/v1/verify/document', { method: 'POST', json });
    assert.deepEqual(
      verified.signatures.map(({ indication, fileState }: Answer['body']) => [indication, fileState]),
      [['TOTAL-PASSED', 'same']],
    );
  });

  test('is given back where somebody else signed it', async () => {
    const session = await signers.accepted();
    const signed = await signers.signAtPortal(await signers.toSign(session), { cpf: JOAO });
    await assertRefused(session, signed, 'certificate-other-holder');
  });

  test('is given back where another authority’s certificate signed it', async () => {
    const session = await signers.accepted();
    const another = await openTestService();
    try {
      const signed = await new PortalSigners(another).signAtPortal(await signers.toSign(session));
      await assertRefused(session, signed, 'certificate-untrusted');
    } finally {
      await another.close();
    }
  });

  test('is not offered where the document was signed before: its stamp would mark that', async () => {
    const signed = await signers.signAtPortal(await signers.shown(await signers.accepted()));
    const content = Buffer.from(signed).toString('base64');
    const session = await signers.accepted({ document: { content, filename: 'contrato.pdf' } });
    const { certificateSources, govBr } = await service.view(session);
    assert.deepEqual([certificateSources.includes('GOV_BR'), govBr], [false, undefined]);
    assert.equal((await signers.handIn(session, await signers.signAtPortal(signed))).status, 409);
  });

  test('is not offered where the tenant does not allow it, nor for several signers or documents', async () => {
    await service.database.query(
      `UPDATE tenants SET certificate_sources = '["FILE", "CLOUD"]' WHERE tenant_id = 'tenant_local'`,
    );
    const session = await signers.accepted();
    const { certificateSources } = await service.view(session);
    assert.deepEqual(certificateSources, ['FILE', 'CLOUD']);
    assert.equal((await service.act(session, { action: 'prepare_portal_signing' })).status, 409);
    assert.equal((await signers.handIn(session, await signers.shown(session))).status, 409);
    await service.database.query(
      `UPDATE tenants SET certificate_sources = '["GOV_BR"]' WHERE tenant_id = 'tenant_local'`,
    );
    const only = await signers.accepted();
    assert.deepEqual((await service.view(only)).certificateSources, ['GOV_BR']);
    assert.equal((await service.view(only)).cloud, undefined);
    const prepared = await service.act(only, { action: 'prepare_signing', certificateChainPems: ['x'] });
    assert.equal(prepared.status, 409, 'no other source is taken');
    const cloud = await service.act(only, { action: 'authorize_cloud_signing', providerId: 'vidaas' });
    assert.equal(cloud.status, 409);
  });
});

/** The number of the first page's object. */
async function pageOf(file: Uint8Array): Promise<number> {
  const [, number = ''] =
    /(\d+) 0 obj\n<<[^>]*\/Type \/Page\b/.exec(Buffer.from(file).toString('latin1')) ?? [];
  return Number(number);
}
