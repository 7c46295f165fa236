import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { verifySignatures, type SignatureReport } from '@sign-session/verify';
import type { components } from '../../interface.d.ts';
import { contractPdf } from '../../../verify/test/attacks/contract.ts';
import { attribute, cmsOver, OID } from '../../../verify/test/attacks/cms.ts';
import { signRaw } from '../../../verify/test/attacks/raw-signature.ts';
import { timestampToken, TSA } from '../../../verify/test/attacks/timestamp-attacks.ts';
import { findingOf, type FileCheck, type SignatureFinding } from '../../pages/verifier/check/file-check.ts';
import { answeredCheck, isSendable } from '../../pages/verifier/check/full-check.ts';
import { MAX_DOCUMENT_TEXT } from '../../src/documents/document-content.ts';
import { addDays } from '../../src/pki/issue-certificate.ts';
import { describeSignatures } from '../../src/verification/document-answer.ts';
import { pageNumber } from '../../../../test/support/small-pdf.ts';
import { withUpdate } from '../support/appended-update.ts';
import {
  JOAO,
  MARIA,
  openHolderAuthority,
  type HolderAuthority,
  type KeyHolder,
} from '../support/certificate-holders.ts';
import { START } from '../support/test-service.ts';

describe('the full check by the service', () => {
  let authority: HolderAuthority;
  let maria: KeyHolder;
  let joao: KeyHolder;
  before(async () => {
    authority = await openHolderAuthority();
    [maria, joao] = await Promise.all([authority.issue(MARIA), authority.issue(JOAO)]);
  });

  const signed = () => signRaw(contractPdf(), maria);
  const signedTwice = (rect: string) => signRaw(signed(), joao, { rect });

  const verified = (file: Uint8Array) =>
    verifySignatures(file, {
      trust: authority.trust,
      now: START,
      signal: AbortSignal.timeout(60_000),
    });

  const page = '<< /Length 45 >>\nstream\nBT /F1 24 Tf 40 782 Td (Outro contrato) Tj ET\nendstream';
  const FILES: readonly (readonly [string, () => Uint8Array])[] = [
    ['an untouched document', signed],
    ['a second signature that can be seen', () => signedTwice('[300 100 500 150]')],
    ["a second signature that can't", () => signedTwice('[0 0 0 0]')],
    ['a changed document', () => withUpdate(signed(), { [pageNumber(0) + 1]: page })],
    [
      'a file that goes on in an unusual way',
      () => new Uint8Array([...signed(), ...Buffer.from('\n1 0 obj')]),
    ],
  ];
  async function stampedAndOver(days: number): Promise<Uint8Array> {
    const [over, tsa] = await Promise.all([
      authority.issue({ ...MARIA, validity: [-400, -10] }),
      authority.issue({ ...TSA, validity: [-800, 800] }),
    ]);
    const token = (value: Uint8Array) => timestampToken(value, tsa, { at: addDays(START, days) });
    return signRaw(contractPdf(), over, {
      cms: bytes =>
        cmsOver(bytes, over, { unsigned: value => [attribute(OID.timestampToken, token(value))] }),
    });
  }

  it('says, as the device, whether an expired certificate lacks a proof of time or one of revocation', async () => {
    for (const [days, isExpected] of [
      [-100, true],
      [-5, false],
    ] as const) {
      const reports = await verified(await stampedAndOver(days));
      const byDevice = reports.map(findingOf);
      assert.deepEqual(
        byDevice.map(({ subIndication, lacksRevocation }) => [subIndication, lacksRevocation]),
        [['OUT_OF_BOUNDS_NO_POE', isExpected]],
      );
      const found = signaturesOf(answeredCheck(checkOf(byDevice), answerOf(reports)));
      assert.deepEqual(
        found?.map(({ lacksRevocation }) => lacksRevocation),
        [isExpected],
      );
    }
  });

  for (const [name, build] of FILES) {
    it(`is shown as the service made it, not the device: ${name}`, async () => {
      const reports = await verified(build());
      // A device that finds something else in every respect.
      const byDevice = reports.map((report): SignatureFinding => ({
        ...findingOf(report),
        laterChanges: { fileState: 'marked', level: 'form', permitted: false, filled: [], marks: [] },
        validAsSigned: false,
        lacksRevocation: true,
        coverage: { wholeFile: false, bytesAfter: 99 },
        indication: 'TOTAL-FAILED',
        subIndication: 'HASH_FAILURE',
        digestMatches: false,
        signatureValid: false,
        chainTrusted: false,
        revocation: 'revoked',
        claimedAt: new Date(0),
        timestamp: { time: new Date(0), valid: false, trusted: false, authority: undefined },
      }));
      const found = signaturesOf(answeredCheck(checkOf(byDevice), answerOf(reports)));
      assert.deepEqual(found, reports.map(told));
    });
  }

  it('is for files that the service takes', () => {
    const largest = (MAX_DOCUMENT_TEXT / 4) * 3;
    assert.equal(isSendable({ ...checkOf([]), sizeBytes: largest }), true);
    assert.equal(isSendable({ ...checkOf([]), sizeBytes: largest + 1 }), false);
  });

  it('is no answer if it is about other signatures', async () => {
    const reports = await verified(signed());
    const others = await verified(signRaw(contractPdf(), joao));
    const check = checkOf(reports.map(findingOf));
    assert.ok(answeredCheck(check, answerOf(reports)));
    assert.equal(answeredCheck(check, answerOf(others)), undefined);
    assert.equal(answeredCheck(check, []), undefined);
  });
});

/** The answer as it comes over the network. */
function answerOf(reports: readonly SignatureReport[]) {
  const text = JSON.stringify(describeSignatures(reports, START).signatures);
  const signatures: components['schemas']['DocumentVerification']['signatures'] = JSON.parse(text);
  return signatures;
}

function checkOf(signatures: readonly SignatureFinding[]) {
  return { kind: 'pdf', hash: 'sha256:x', sizeBytes: 1, signatures, evidenceId: undefined } as const;
}

function signaturesOf(check: FileCheck | undefined) {
  return check !== undefined && 'signatures' in check ? check.signatures : undefined;
}

/** What the service finds, as the page has it. */
function told(report: SignatureReport): SignatureFinding {
  const { laterChanges, ...finding } = findingOf(report);
  const { problem, ...changes } = laterChanges;
  return { ...finding, laterChanges: { ...changes, ...(problem && { problem }) } };
}
