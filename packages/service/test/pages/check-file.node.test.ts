import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ListRequest, RevocationLists } from '@sign-session/verify';
import { checkFile } from '../../pages/verifier/check/check-file.ts';
import type { FileCheck } from '../../pages/verifier/check/file-check.ts';
import { hashOf } from '../../src/domain/sha256.ts';
import {
  openTestService,
  PUBLIC_URL,
  START,
  type Answer,
  type TestService,
} from '../support/test-service.ts';
import { attribute, cmsOver, OID, type CmsOptions } from '../../../verify/test/attacks/cms.ts';
import { contractPdf, stream } from '../../../verify/test/attacks/contract.ts';
import { context, indefinite, octets, oid, sequence } from '../../../verify/test/attacks/der.ts';
import { signRaw } from '../../../verify/test/attacks/raw-signature.ts';
import {
  MARIA,
  openHolderAuthority,
  type HolderAuthority,
  type KeyHolder,
} from '../support/certificate-holders.ts';
import { derOf } from '../support/signed-pdf.ts';
import { signedWith } from './sandbox-signature.ts';

const noList = async () => undefined;

/** The same CMS as programs write it that sign while they read: without lengths, the content in pieces (BER). */
function inPieces(cms: Uint8Array, content: Uint8Array): Uint8Array {
  const end = Buffer.from([0, 0]);
  const pieces = Array.from({ length: Math.ceil(content.length / 1000) }, (_, index) =>
    octets(content.subarray(index * 1000, (index + 1) * 1000)),
  );
  const begun = [Buffer.from([0x30, 0x80]), oid(OID.data), Buffer.from([0xa0, 0x80, 0x24, 0x80])];
  const whole = Buffer.from(indefinite(cms, 3));
  const enclosed = Buffer.from(sequence(oid(OID.data), context(0, octets(content))));
  const at = whole.indexOf(enclosed);
  const rest = whole.subarray(at + enclosed.length);
  return Buffer.concat([whole.subarray(0, at), ...begun, ...pieces, end, end, end, rest]);
}

describe('the check of a file on the reader’s device', () => {
  let service: TestService;
  let record: Answer['body'];
  let files: { readonly original: Uint8Array; readonly signed: Uint8Array; readonly pack: Uint8Array };
  let roots: string[];

  const bytesAt = async (url: string): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(await (await service.fetch(new Request(url))).arrayBuffer());

  before(async () => {
    service = await openTestService();
    const session = await service.create();
    const { body } = await service.accept(session);
    record = (await service.call(`/v1/verify/${body.evidenceId}`)).body;
    const as = await service.token();
    const { downloads } = (await service.call(`/v1/verify/${body.evidenceId}/downloads`, { as })).body;
    const [original, signed, pack] = await Promise.all(
      [downloads.originalDocument, downloads.finalPdf, downloads.evidencePack].map(({ url }) => bytesAt(url)),
    );
    assert.ok(original && signed && pack);
    files = { original, signed, pack };
    roots = (await service.call('/v1/verify/trust-anchors')).body.certificates;
  });
  after(() => service.close());

  function check(
    bytes: Uint8Array,
    trusted: readonly string[] = roots,
    lists: RevocationLists = { find: noList },
  ): Promise<FileCheck> {
    const basis = { roots: trusted, lists, now: START, signal: AbortSignal.timeout(30_000) };
    return checkFile(new Uint8Array(bytes), basis);
  }

  const signedBy = async (name: string) =>
    signedWith(await bytesAt(`${PUBLIC_URL}/_local/certificates/${name}.p12`));
  const held = async ({ address }: ListRequest) =>
    bytesAt(`${PUBLIC_URL}/v1/verify/revocation-list?address=${encodeURIComponent(address)}`);

  it('finds the signed document’s hash, seal and evidence', async () => {
    const found = await check(files.signed);
    assert.ok(found.kind === 'pdf');
    assert.deepEqual([found.hash, found.evidenceId], [record.signedHash, record.evidenceId]);
    const [seal, ...more] = found.signatures;
    assert.deepEqual([seal?.indication, seal?.chainTrusted, more.length], ['TOTAL-PASSED', true, 0]);
    assert.deepEqual(seal?.holder, { cpf: undefined, isTest: true, ...record.sealedBy });
  });

  it('finds that a byte was changed, and that a root is not trusted', async () => {
    const changed = Uint8Array.from(files.signed);
    changed[200] = (changed[200] ?? 0) ^ 1;
    const found = await check(changed);
    assert.ok(found.kind === 'pdf');
    assert.equal(found.signatures[0]?.subIndication, 'HASH_FAILURE');
    const untrusted = await check(files.signed, []);
    assert.ok(untrusted.kind === 'pdf');
    assert.equal(untrusted.signatures[0]?.subIndication, 'NO_CERTIFICATE_CHAIN_FOUND');
  });

  it('finds no signature in the original', async () => {
    const found = await check(files.original);
    assert.ok(found.kind === 'pdf');
    assert.deepEqual([found.hash, found.signatures, found.evidenceId], [record.documentHash, [], undefined]);
  });

  it('asks the service’s lists whether a certificate was revoked, and says where it could not', async () => {
    const [good, revoked] = [await signedBy('good'), await signedBy('revoked')];
    const { body } = await service.call('/v1/verify/trust-anchors');
    const answer = async (file: Uint8Array, find: RevocationLists['find']) => {
      const found = await check(file, body.certificates, { find });
      assert.ok(found.kind === 'pdf');
      const [signature] = found.signatures;
      return [signature?.revocation, signature?.indication, signature?.subIndication];
    };
    assert.deepEqual(await answer(good, held), ['good', 'TOTAL-PASSED', undefined]);
    assert.deepEqual(await answer(revoked, held), ['revoked', 'INDETERMINATE', 'REVOKED_NO_POE']);
    assert.deepEqual(await answer(good, noList), ['unknown', 'INDETERMINATE', 'TRY_LATER']);
  });

  it('finds an evidence pack’s content and its seal', async () => {
    const found = await check(files.pack);
    assert.ok(found.kind === 'pack');
    assert.deepEqual([found.contentHash, found.evidenceId], [record.evidenceHash, record.evidenceId]);
    assert.equal(found.signatures[0]?.indication, 'TOTAL-PASSED');
  });

  it('finds that an evidence pack was changed', async () => {
    const forged = Buffer.from(files.pack);
    const at = forged.indexOf('CLICK_ACCEPT');
    forged.write('CLICK_REJECT', at);
    const found = await check(forged);
    assert.ok(found.kind === 'pack');
    assert.equal(found.signatures[0]?.subIndication, 'HASH_FAILURE');
  });

  describe('of a CMS with a PDF inside', () => {
    let holders: HolderAuthority;
    let maria: KeyHolder;
    const pdf = contractPdf();
    before(async () => {
      holders = await openHolderAuthority();
      maria = await holders.issue(MARIA);
    });

    const around = (content: Uint8Array, options: CmsOptions = {}) =>
      cmsOver(content, maria, { content, ...options });
    const found = (file: Uint8Array) => {
      const root = Buffer.from(derOf(holders.rootPem)).toString('base64');
      return check(file, [root], holders.trust.lists);
    };

    it('is of the CMS, whether the PDF is signed itself or not, and in one piece or not', async () => {
      for (const [content, write] of [
        [pdf, around],
        [signRaw(pdf, maria), around],
        [pdf, (inside: Uint8Array) => inPieces(around(inside), inside)],
      ] as const) {
        const pack = await found(write(content));
        assert.ok(pack.kind === 'pack');
        assert.equal(pack.contentHash, hashOf(content));
        assert.deepEqual(
          pack.signatures.map(({ indication }) => indication),
          ['TOTAL-PASSED'],
        );
      }
    });

    it('is none if it is larger than what is read, and does not speak of a PDF without signatures', async () => {
      const large = contractPdf({ objects: [stream('', 'x'.repeat(9_000_000))] });
      assert.equal((await found(around(large))).kind, 'foreign');
    });

    it('finds that the PDF was changed', async () => {
      const forged = await found(around(pdf, { content: Buffer.from(pdf).fill('x', 200, 210) }));
      assert.ok(forged.kind === 'pack');
      assert.equal(forged.signatures[0]?.subIndication, 'HASH_FAILURE');
    });

    it('takes what is not signed and looks like a PDF for one, as programs for PDFs do', async () => {
      const text = Buffer.from('Contrato');
      const unread = [octets(pdf), ...maria.pems.map(derOf)];
      const page = Buffer.from('5 0 obj << /Length 0 >>');
      for (const file of [
        around(text, { certificates: unread }),
        around(pdf, { unsigned: () => [attribute(OID.messageDigest, octets(page))] }),
        Buffer.concat([around(pdf), page]),
      ])
        assert.notEqual((await found(file)).kind, 'pack');
    });
  });

  it('says what is neither a PDF nor a pack, with its hash', async () => {
    const text = new TextEncoder().encode('Contrato');
    assert.deepEqual(await check(text), { kind: 'foreign', hash: hashOf(text), sizeBytes: 8 });
    assert.equal((await check(new Uint8Array())).kind, 'foreign');
  });
});
