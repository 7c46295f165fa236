import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { JOAO, MARIA, openHolderAuthority, type HolderAuthority } from './support/certificate-holders.ts';
import { CERTIFICATE, CertificateSigners } from './support/certificate-signers.ts';
import { craftPdf, PLAIN_OBJECTS } from './support/crafted-pdf.ts';
import { qpdfStatus, signaturesIn } from './support/pdf-checks.ts';
import {
  openTestService,
  sessionRequest,
  type CreatedSession,
  type TestService,
} from './support/test-service.ts';

let authority: HolderAuthority;
let service: TestService;
let signers: CertificateSigners;
before(async () => {
  authority = await openHolderAuthority();
  service = await openTestService({ trust: authority.trust });
  signers = new CertificateSigners(service);
});
after(() => service.close());

const SIGNERS = [MARIA, JOAO, { name: 'ANA TESTE', cpf: '12345678909' }] as const;

async function envelope(
  signingMode: string,
  document: object = Object(sessionRequest()['document']),
): Promise<{ envelopeId: string; members: CreatedSession[] }> {
  const as = await service.token();
  const { body } = await service.call('/v1/envelopes', {
    as,
    json: { signingMode, totalSigners: 3, document },
  });
  const members: CreatedSession[] = [];
  for (const [index, { name, cpf }] of SIGNERS.entries()) {
    const json = {
      signerIndex: index + 1,
      signer: { name, cpf, userExternalId: cpf },
      ...CERTIFICATE,
    };
    const added = await service.call(`/v1/envelopes/${body.envelopeId}/sessions`, { as, json });
    assert.equal(added.status, 201, JSON.stringify(added.body));
    members.push(added.body);
  }
  return { envelopeId: body.envelopeId, members };
}

test('a document that can be read in two ways is refused without blaming the certificate', async () => {
  const orphan = craftPdf({ objects: PLAIN_OBJECTS, unlisted: '9 0 obj\n<< >>\nendobj\n' });
  const { members } = await envelope('PARALLEL', { content: Buffer.from(orphan).toString('base64') });
  const [holder] = await holders();
  const [member] = members;
  assert.ok(holder && member);
  await service.accept(member);
  await signers.complete(member, await signers.prepare(member, holder), holder);
  const { steps } = await service.view(member);
  assert.equal(steps.at(-1).error, 'signature-invalid');
});

const holders = () => Promise.all(SIGNERS.map(signer => authority.issue({ ...signer, key: 'P-256' })));

async function assertAllSigned(envelopeId: string): Promise<void> {
  const as = await service.token();
  const { body } = await service.call(`/v1/envelopes/${envelopeId}/combined-stamp`, { as, method: 'POST' });
  assert.equal(body.signerCount, 3);
  const pdf = await signers.bytesAt(body.downloadUrl);
  assert.deepEqual(
    signaturesIn(pdf).map(({ validation, wholeDocument }) => [validation, wholeDocument]),
    [
      ['Signature is Valid.', false],
      ['Signature is Valid.', false],
      ['Signature is Valid.', true],
    ],
  );
  assert.equal(qpdfStatus(pdf), 0);
}

describe('an envelope of certificates', () => {
  test('is signed in turns, each signature over the one before', async () => {
    const { envelopeId, members } = await envelope('SEQUENTIAL');
    const keys = await holders();
    let earlier: Uint8Array = new Uint8Array();
    for (const [index, member] of members.entries()) {
      const next = members[index + 1];
      await service.accept(member);
      const holder = keys[index];
      assert.ok(holder !== undefined);
      if (next !== undefined) assert.equal((await service.accept(next)).body.type, 'not-your-turn');
      assert.equal((await signers.sign(member, holder)).body.status, 'COMPLETED');
      const pdf = await signers.signedPdf(member);
      assert.deepEqual(pdf.slice(0, earlier.length), earlier);
      earlier = pdf;
    }
    await assertAllSigned(envelopeId);
  });

  test('can be signed by all at once without losing a signature', async () => {
    const { envelopeId, members } = await envelope('PARALLEL');
    const keys = await holders();
    await Promise.all(members.map(member => service.accept(member)));
    await Promise.all(
      members.map(async (member, index) => {
        const holder = keys[index];
        assert.ok(holder !== undefined);
        await signers.signAmongOthers(member, holder);
      }),
    );
    await assertAllSigned(envelopeId);
  });

  test('makes a signer prepare again if the signature comes too late', async () => {
    const { members } = await envelope('PARALLEL');
    const [first, second] = members;
    const [one, other] = await holders();
    assert.ok(first && second && one && other);
    await Promise.all([service.accept(first), service.accept(second)]);
    const early = await signers.prepare(first, one);
    // As if the first signer needed longer for the token's PIN than the lease lasts.
    await service.database.query(`UPDATE envelopes SET signing_until = '-infinity'`);
    assert.equal((await signers.sign(second, other)).body.status, 'COMPLETED');
    const late = await signers.complete(first, early, one);
    assert.deepEqual([late.status, late.body.type], [409, 'conflict']);
    assert.equal((await service.view(first)).steps.at(-1).attempts, 0);
    assert.equal((await signers.sign(first, one)).body.status, 'COMPLETED');
  });

  test('lets the next signer sign though the one before prepares again and again', async () => {
    const { members, envelopeId } = await envelope('PARALLEL');
    const [first, second] = members;
    const [one, other] = await holders();
    assert.ok(first && second && one && other);
    await Promise.all([service.accept(first), service.accept(second)]);
    await signers.prepare(first, one);
    // As if most of the first signer's time were over.
    await service.database.query(
      `UPDATE envelopes SET signing_until = clock_timestamp() + interval '1 s' WHERE envelope_id = $1`,
      [envelopeId],
    );
    const next = new AbortController();
    const again = async () => {
      let tries = 0;
      for (; !next.signal.aborted; tries += 1) await signers.prepare(first, one);
      return tries;
    };
    const repeated = again();
    const signed = await signers.sign(second, other).finally(() => next.abort());
    assert.equal(signed.body.status, 'COMPLETED', JSON.stringify(signed.body));
    assert.ok((await repeated) > 1);
    assert.equal((await signers.sign(first, one)).body.status, 'COMPLETED');
  });

  test('lets nobody wait for a signer whose authority is slow', async ({ mock }) => {
    const { members } = await envelope('PARALLEL');
    const [first, second] = members;
    const [one, other] = await holders();
    assert.ok(first && second && one && other);
    await Promise.all([service.accept(first), service.accept(second)]);
    const find = authority.trust.lists.find.bind(authority.trust.lists);
    const [asked, released] = [new AbortController(), new AbortController()];
    mock.method(
      authority.trust.lists,
      'find',
      async (...question: Parameters<typeof find>) => {
        asked.abort();
        if (!released.signal.aborted) await once(released.signal, 'abort');
        return find(...question);
      },
      { times: 1 },
    );
    const slow = signers.prepare(first, one);
    if (!asked.signal.aborted) await once(asked.signal, 'abort');
    assert.equal((await signers.sign(second, other)).body.status, 'COMPLETED');
    released.abort();
    const prepared = await slow;
    assert.equal((await signers.complete(first, prepared, one)).body.status, 'COMPLETED');
  });

  test('refuses a custom flow that ends with a certificate', async () => {
    const as = await service.token();
    const { document } = sessionRequest();
    const { body } = await service.call('/v1/envelopes', {
      as,
      json: { signingMode: 'PARALLEL', totalSigners: 2, document },
    });
    const json = {
      signerIndex: 1,
      signer: { ...MARIA, userExternalId: 'maria' },
      policy: { profile: 'CUSTOM', customSteps: ['CLICK_ACCEPT', 'DIGITAL_SIGN_A1'] },
    };
    const refused = await service.call(`/v1/envelopes/${body.envelopeId}/sessions`, { as, json });
    assert.equal(refused.status, 400);
  });
});
