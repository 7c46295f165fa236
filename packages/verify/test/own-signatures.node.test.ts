import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  MARIA,
  openHolderAuthority,
  type HolderAuthority,
  type KeyHolder,
} from '../../service/test/support/certificate-holders.ts';
import { acceptAll, batchOf, documentsOf, untilEnded } from '../../service/test/support/batches.ts';
import {
  CERTIFICATE,
  CertificateSigners,
  completion,
} from '../../service/test/support/certificate-signers.ts';
import { CloudSigners } from '../../service/test/support/cloud-signers.ts';
import {
  openTestService,
  START,
  type CreatedSession,
  type TestService,
} from '../../service/test/support/test-service.ts';
import { contractPdf, look, signed } from './attacks/contract.ts';
import { signRaw } from './attacks/raw-signature.ts';
import { timestampToken, TSA } from './attacks/timestamp-attacks.ts';
import { assertExpected, verdictsOn } from './attacks/verification.ts';

const CPFS = ['52998224725', '11144477735', '12345678909', '98765432100', '39053344705', '71428793860'];

/** An envelope of signers who sign one after another, or side by side. */
async function envelope(
  of: TestService,
  document: Uint8Array,
  count: number,
  policy: Readonly<Record<string, unknown>>,
  signingMode = 'SEQUENTIAL',
): Promise<{ envelopeId: string; members: CreatedSession[] }> {
  const as = await of.token();
  const content = Buffer.from(document).toString('base64');
  const json = {
    signingMode,
    totalSigners: count,
    document: { content, filename: 'contrato.pdf' },
  };
  const { body } = await of.call('/v1/envelopes', { as, json });
  const members: CreatedSession[] = [];
  for (const [index, cpf] of CPFS.slice(0, count).entries()) {
    const signer = { name: `Signer ${index}`, cpf, userExternalId: cpf, email: `s${index}@example.com` };
    const added = await of.call(`/v1/envelopes/${body.envelopeId}/sessions`, {
      as,
      json: { signerIndex: index + 1, signer, ...policy },
    });
    assert.equal(added.status, 201, JSON.stringify(added.body));
    members.push(added.body);
  }
  return { envelopeId: body.envelopeId, members };
}

const passes = async (of: TestService, file: Uint8Array, count: number | 'any' = 'any') =>
  assertExpected(await verdictsOn(of, file), { expected: 'passed', count });
const BY_CLICK = { policy: { profile: 'CLICK_ONLY' } };
const TITLES = ['Contrato', 'Anexo I', 'Anexo II'];

const setLevel = (of: TestService, level: string) =>
  of.call('/_local/signature-level', { method: 'PUT', json: { level } });

async function passEach(of: TestService, session: CreatedSession): Promise<void> {
  assert.equal((await untilEnded(of, session)).status, 'COMPLETED');
  const documents = await documentsOf(of, session);
  assert.equal(documents.length, TITLES.length);
  for (const { downloadUrl } of documents)
    await passes(of, await new CertificateSigners(of).bytesAt(downloadUrl));
}

/** Every file that this service signs is TOTAL-PASSED, and for each of its signatures it is the same as it was signed. */
describe('what this service signs', () => {
  let authority: HolderAuthority;
  let maria: KeyHolder;
  let service: TestService;
  let stamping: TestService;
  before(async () => {
    authority = await openHolderAuthority();
    const [signer, tsa] = await Promise.all([authority.issue(MARIA), authority.issue(TSA)]);
    maria = signer;
    service = await openTestService();
    const timestamps = {
      stamp: async (stamped: Uint8Array) => timestampToken(stamped, tsa, { at: START }),
    };
    stamping = await openTestService({ trust: authority.trust, timestamps });
  });
  after(async () => {
    await service.close();
    await stamping.close();
  });

  it('sealed, after each of six signers, and all together', async () => {
    const { envelopeId, members } = await envelope(service, contractPdf(), 6, {
      policy: { profile: 'CLICK_ONLY' },
    });
    const files = new CertificateSigners(service);
    for (const member of members) {
      assert.equal((await service.accept(member)).status, 200);
      assertExpected(await verdictsOn(service, await files.signedPdf(member)), { expected: 'passed' });
    }
    const path = `/v1/envelopes/${envelopeId}/combined-stamp`;
    const { body } = await service.call(path, { as: await service.token(), method: 'POST' });
    assertExpected(await verdictsOn(service, await files.bytesAt(body.downloadUrl)), { expected: 'passed' });
  });

  for (const [what, count, document] of [
    ['a form, by one to six', 6, () => contractPdf()],
    ['a document that was signed before', 2, () => signed({ authority, maria, joao: maria })],
  ] as const) {
    it(`signed with certificates and timestamps: ${what}`, async () => {
      const base = document();
      const earlier = (await verdictsOn(stamping, base))?.length ?? 0;
      const { members } = await envelope(stamping, base, count, CERTIFICATE);
      const signers = new CertificateSigners(stamping);
      for (const [index, member] of members.entries()) {
        assert.equal((await stamping.accept(member)).status, 200);
        const holder = await authority.issue({
          name: `Signer ${index}`,
          cpf: CPFS[index] ?? '',
          key: 'P-256',
        });
        const { body } = await signers.sign(member, holder);
        assert.equal(body.status, 'COMPLETED', JSON.stringify(body));
        const found = await verdictsOn(stamping, await signers.signedPdf(member));
        assertExpected(found, { expected: 'passed', count: earlier + index + 1 });
        assert.ok(
          found?.slice(earlier).every(({ timestamp }) => timestamp?.valid === true && timestamp.trusted),
        );
      }
    });
  }

  it('sealed side by side, by five', async () => {
    const { envelopeId, members } = await envelope(service, contractPdf(), 5, BY_CLICK, 'PARALLEL');
    const files = new CertificateSigners(service);
    await Promise.all(members.map(member => service.accept(member)));
    for (const member of members) await passes(service, await files.signedPdf(member));
    const path = `/v1/envelopes/${envelopeId}/combined-stamp`;
    const { body } = await service.call(path, { as: await service.token(), method: 'POST' });
    await passes(service, await files.bytesAt(body.downloadUrl));
  });

  it('sealed after it was sealed before, or signed elsewhere with a look', async () => {
    const files = new CertificateSigners(service);
    const session = await service.create(BY_CLICK);
    await service.accept(session);
    const sealed = await files.signedPdf(session);
    const seen = signRaw(contractPdf(), maria, { rect: '[30 770 200 810]', look: look('Assinado') });
    for (const file of [sealed, seen]) {
      const content = Buffer.from(file).toString('base64');
      const again = await service.create({ ...BY_CLICK, document: { content, filename: 'contrato.pdf' } });
      assert.equal((await service.accept(again)).status, 200);
      const states = (await verdictsOn(service, await files.signedPdf(again)))?.map(
        ({ fileState }) => fileState,
      );
      assert.deepEqual(states, ['same', 'same']);
    }
  });

  it('in a batch, by click', async () => {
    const session = await service.create({ ...BY_CLICK, ...batchOf(TITLES) });
    assert.equal((await acceptAll(service, session)).status, 200);
    await passEach(service, session);
  });

  it('in a batch, by certificate', async () => {
    const session = await stamping.create({ ...CERTIFICATE, ...batchOf(TITLES) });
    await acceptAll(stamping, session);
    for (const { position: documentPosition } of await documentsOf(stamping, session)) {
      const certificateChainPems = maria.pems;
      const prepared = await stamping.act(session, {
        action: 'prepare_signing',
        certificateChainPems,
        documentPosition,
      });
      assert.equal(prepared.status, 200, JSON.stringify(prepared.body));
      const completed = await stamping.act(session, { ...completion(prepared, maria), documentPosition });
      assert.equal(completed.status, 200, JSON.stringify(completed.body));
    }
    await passEach(stamping, session);
  });

  it('in the cloud, one document and a batch', async () => {
    const signers = new CloudSigners(service);
    const single = await signers.accepted();
    await signers.authorized(single);
    await signers.completeCloud(single, await signers.prepareCloud(single));
    await passes(service, await signers.signedPdf(single), 1);
    const batch = await service.create({ ...CERTIFICATE, ...batchOf(TITLES) });
    await acceptAll(service, batch);
    await signers.authorized(batch);
    const prepared = [];
    for (const { position } of await documentsOf(service, batch))
      prepared.push([position, await signers.prepareCloud(batch, position)] as const);
    for (const [position, answer] of prepared) await signers.completeCloud(batch, answer, position);
    await passEach(service, batch);
  });

  it('by five certificates with data for long-term validation and a document timestamp', async () => {
    await setLevel(service, 'LTA');
    try {
      const { envelopeId, members } = await envelope(service, contractPdf(), 5, CERTIFICATE);
      const signers = new CloudSigners(service);
      for (const member of members) {
        assert.equal((await service.accept(member)).status, 200);
        await signers.authorized(member);
        const { body } = await signers.completeCloud(member, await signers.prepareCloud(member));
        assert.equal(body.status, 'COMPLETED', JSON.stringify(body));
      }
      const path = `/v1/envelopes/${envelopeId}/combined-stamp`;
      const { body } = await service.call(path, { as: await service.token(), method: 'POST' });
      await passes(service, await signers.bytesAt(body.downloadUrl), 6);
    } finally {
      await setLevel(service, 'B');
    }
  });
});
