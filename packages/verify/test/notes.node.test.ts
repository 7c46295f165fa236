import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { withChanged, withUpdate } from '../../service/test/support/appended-update.ts';
import {
  JOAO,
  MARIA,
  openHolderAuthority,
  type KeyHolder,
} from '../../service/test/support/certificate-holders.ts';
import {
  openTestService,
  START,
  type Answer,
  type TestService,
} from '../../service/test/support/test-service.ts';
import { contractPdf, look, PRICE, PRICE_LOOK } from './attacks/contract.ts';
import { sorted } from './attacks/der.ts';
import { attribute, certificateReference, cmsOver, hashed, OID, type CmsOptions } from './attacks/cms.ts';
import { signRaw } from './attacks/raw-signature.ts';
import { timestampToken, TSA } from './attacks/timestamp-attacks.ts';
import { derOf } from '../../service/test/support/signed-pdf.ts';
import { loadPdfjs } from '../../service/src/pdf/second-reader.ts';
import { addDays } from '../../service/src/pki/issue-certificate.ts';

const SHA3 = { oid: OID.sha3_256, name: 'sha3-256' };
const CONTENT_TIMESTAMP = '1.2.840.113549.1.9.16.2.20';

const enclosing = (hash: Uint8Array, holder: KeyHolder): Uint8Array =>
  cmsOver(hash, holder, { content: hash });

describe('what a verdict says besides its subindication', () => {
  let service: TestService;
  let maria: KeyHolder;
  let joao: KeyHolder;
  let revoked: KeyHolder;
  let authority: KeyHolder;
  before(async () => {
    const holders = await openHolderAuthority();
    [maria, joao, revoked, authority] = await Promise.all([
      holders.issue(MARIA),
      holders.issue(JOAO),
      holders.issue(MARIA),
      holders.issue(TSA),
    ]);
    holders.revoke(revoked);
    service = await openTestService({ trust: holders.trust });
  });
  after(() => service.close());

  async function signatures(file: Uint8Array): Promise<Answer['body'][]> {
    const json = { content: Buffer.from(file).toString('base64') };
    const { body } = await service.call('/v1/verify/document', { as: await service.token(), json });
    return body.signatures;
  }

  it('is that a later signature can be seen, on which page, where, and whose it is', async () => {
    const rect = '[30 770 200 810]';
    const file = signRaw(signRaw(contractPdf(), maria), joao, { rect, look: look('Outro'), name: 'Segunda' });
    const [first, second] = await signatures(file);
    assert.deepEqual(first.notes, [
      {
        code: 'marked-later',
        text: 'Valid for the document as it was signed. A later signature put a visible mark on page 1: compare.',
      },
    ]);
    assert.deepEqual(first.laterChanges, {
      level: 'signatures',
      permitted: true,
      marks: [
        {
          page: 1,
          rect: [30, 770, 200, 810],
          fieldName: 'Segunda',
          displayName: second.signer.displayName,
        },
      ],
    });
    assert.deepEqual([first.indication, first.subIndication], ['INDETERMINATE', 'SIG_CONSTRAINTS_FAILURE']);
    assert.deepEqual(
      [first.validAsSigned, first.fileState, first.itiResult],
      [true, 'marked', 'indeterminado'],
    );
    assert.deepEqual([second.indication, second.fileState], ['TOTAL-PASSED', 'same']);
  });

  it('is the same where the first signature fails by itself, which is not called valid then', async () => {
    const file = signRaw(signRaw(contractPdf(), revoked), joao, { rect: '[30 770 200 810]' });
    const [first] = await signatures(file);
    assert.deepEqual(first.notes, [
      { code: 'marked-later', text: 'A later signature put a visible mark on page 1: compare.' },
    ]);
    assert.deepEqual(
      [first.subIndication, first.validAsSigned, first.fileState],
      ['REVOKED_NO_POE', false, 'marked'],
    );
  });

  it('is that something else was changed as well', async () => {
    const signed = signRaw(contractPdf(), maria);
    const moved = withChanged(signed, PRICE, field => field.replace('[40 600 240 630]', '[40 500 240 530]'));
    const [first] = await signatures(signRaw(moved, joao, { rect: '[30 770 200 810]', look: look('Outro') }));
    assert.deepEqual(
      [first.fileState, first.notes.map(({ code }: { code: string }) => code)],
      ['changed', ['changed-after-signing']],
    );
    assert.equal(first.laterChanges.marks.length, 1);
  });

  it('is which fields were filled in, with both values, and then the signature does not pass', async () => {
    const signed = signRaw(contractPdf(), maria);
    const filled = withChanged(signed, PRICE, field => field.replace('/V (100)', '/V (250)'), {
      [PRICE_LOOK]: look('250'),
    });
    const [only] = await signatures(filled);
    assert.deepEqual(only.laterChanges.filled, [{ field: 'Preco', before: '100', after: '250' }]);
    assert.deepEqual([only.indication, only.confidenceLevel], ['INDETERMINATE', 'medium']);
    assert.equal(only.notes[0].text, 'After signing, the field “Preco” was changed from “100” to “250”.');
    assert.equal(only.notes[1].code, 'bytes-after-last-signature');
  });

  it('is the same of a field that was filled in with pdf.js, as in Firefox', async () => {
    const pdfjs = await loadPdfjs();
    const task = pdfjs.getDocument({ data: signRaw(contractPdf(), maria), verbosity: 0, useWasm: false });
    const pdf = await task.promise;
    pdf.annotationStorage.setValue(`${PRICE}R`, { value: 'Três mil – ação' });
    const [only] = await signatures(await pdf.saveDocument());
    await task.destroy();
    assert.deepEqual(only.laterChanges, {
      level: 'form',
      permitted: true,
      filled: [{ field: 'Preco', before: '100', after: 'Três mil – ação' }],
    });
  });

  it('is that something stands behind the signature in its own place', async () => {
    const followed = signRaw(contractPdf(), maria, {
      cms: signed => Buffer.concat([cmsOver(signed, maria), Buffer.from('R$ 900.000')]),
    });
    const [only] = await signatures(followed);
    assert.equal(only.indication, 'TOTAL-PASSED');
    assert.deepEqual(
      only.notes.map(({ code }: { code: string }) => code),
      ['bytes-behind-contents'],
    );
  });

  it('is how many bytes nobody signed', async () => {
    const signed = signRaw(contractPdf(), maria);
    const [only] = await signatures(withUpdate(signed, { 40: '<< /Producer (Outro) >>' }, '/Info 40 0 R'));
    assert.equal(only.indication, 'TOTAL-PASSED');
    assert.match(only.notes[0].text, /^\d+ bytes at the end of the file are covered by no signature\.$/);
    const [first, second] = await signatures(signRaw(signed, joao));
    assert.deepEqual([first.notes, second.notes], [undefined, undefined]);
  });

  it('is that the document was changed, where what came later only claims to be a signature', async () => {
    const file = signRaw(signRaw(contractPdf(), maria), joao, { cms: () => new Uint8Array([0x30, 0]) });
    const [first, second] = await signatures(file);
    assert.equal(second.subIndication, 'FORMAT_FAILURE');
    assert.deepEqual([first.indication, first.laterChanges.permitted], ['INDETERMINATE', false]);
    assert.equal(first.notes[0].code, 'changed-after-signing');
  });

  it('is that the file goes on unchecked, where what came later is a signature that can’t be computed', async () => {
    const signed = signRaw(contractPdf(), maria);
    for (const later of [
      { subFilter: 'adbe.pkcs7.sha1', cms: (bytes: Uint8Array) => enclosing(hashed('sha1', bytes), joao) },
      { cms: (bytes: Uint8Array) => cmsOver(bytes, joao, { digest: SHA3 }) },
      { subFilter: 'adbe.pkcs7.sha1', cms: () => new Uint8Array([0x30, 0]), look: look('Outro') },
    ]) {
      const [first, second] = await signatures(signRaw(signed, joao, later));
      assert.equal(second.subIndication, 'GENERIC');
      assert.deepEqual(
        [first.indication, first.subIndication, first.validAsSigned, first.fileState],
        ['INDETERMINATE', 'SIG_CONSTRAINTS_FAILURE', true, 'unknown'],
      );
      assert.deepEqual([first.laterChanges.level, first.laterChanges.permitted], ['unknown', false]);
      assert.deepEqual(
        first.notes.map(({ code }: { code: string }) => code),
        ['continued-unchecked'],
      );
    }
  });

  it('is that the document was changed, whatever signature that can’t be computed came with it', async () => {
    const signed = signRaw(contractPdf(), maria);
    const moved = withChanged(signed, PRICE, field => field.replace('[40 600 240 630]', '[40 500 240 530]'));
    const later = { subFilter: 'adbe.pkcs7.sha1', cms: () => new Uint8Array([0x30, 0]) };
    const [first] = await signatures(signRaw(moved, joao, later));
    assert.equal(first.fileState, 'changed');
    const forged = signRaw(signRaw(signed, joao, later), joao, { cms: () => new Uint8Array([0x30, 0]) });
    const [oldest] = await signatures(forged);
    assert.equal(oldest.fileState, 'changed');
  });

  for (const [when, days, expected] of [
    ['after', -1, ['TOTAL-FAILED', 'REVOKED']],
    ['before', -5, ['INDETERMINATE', 'REVOKED_NO_POE']],
  ] as const) {
    it(`counts a timestamp of the content ${when} the revocation for what it proves`, async () => {
      const file = signRaw(contractPdf(), revoked, {
        cms: signed => cmsOver(signed, revoked, withContentTimestamp(signed, days)),
      });
      const [only] = await signatures(file);
      assert.deepEqual([only.indication, only.subIndication], expected);
    });
  }

  function withContentTimestamp(signed: Uint8Array, days: number): CmsOptions {
    const token = timestampToken(signed, authority, { at: addDays(START, days) });
    const reference = certificateReference(derOf(revoked.pems[0] ?? ''));
    return {
      attributes: ({ contentType, messageDigest }) =>
        sorted([contentType, messageDigest, reference, attribute(CONTENT_TIMESTAMP, token)]),
    };
  }
});
