import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  MARIA,
  openHolderAuthority,
  type HolderAuthority,
  type KeyHolder,
} from '../../service/test/support/certificate-holders.ts';
import { CERTIFICATE, CertificateSigners } from '../../service/test/support/certificate-signers.ts';
import {
  openTestService,
  START,
  type CreatedSession,
  type TestService,
} from '../../service/test/support/test-service.ts';
import { contractPdf, signed } from './attacks/contract.ts';
import { timestampToken, TSA } from './attacks/timestamp-attacks.ts';
import { assertExpected, verdictsOn } from './attacks/verification.ts';

const CPFS = ['52998224725', '11144477735', '12345678909', '98765432100', '39053344705', '71428793860'];

/** An envelope of signers who sign one after another. */
async function envelope(
  of: TestService,
  document: Uint8Array,
  count: number,
  policy: Readonly<Record<string, unknown>>,
): Promise<{ envelopeId: string; members: CreatedSession[] }> {
  const as = await of.token();
  const content = Buffer.from(document).toString('base64');
  const json = {
    signingMode: 'SEQUENTIAL',
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

/** Every file that this service signs, with one to six signers, is TOTAL-PASSED. */
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
});
