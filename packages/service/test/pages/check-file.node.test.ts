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
import { signedWith } from './sandbox-signature.ts';

const noList = async () => undefined;

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

  it('says what is neither a PDF nor a pack, with its hash', async () => {
    const text = new TextEncoder().encode('Contrato');
    assert.deepEqual(await check(text), { kind: 'foreign', hash: hashOf(text), sizeBytes: 8 });
    assert.equal((await check(new Uint8Array())).kind, 'foreign');
  });
});
