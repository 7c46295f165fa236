import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { FIRST_FREE, pagesPdf } from '../../../test/support/small-pdf.ts';
import { certificateDer, commonName } from '../../certificates/test/builders.ts';
import {
  MARIA,
  openHolderAuthority,
  type HolderAuthority,
  type KeyHolder,
} from '../../service/test/support/certificate-holders.ts';
import { START } from '../../service/test/support/test-service.ts';
import { locateSignatures } from '../src/signatures/located-signatures.ts';
import type { SignatureReport } from '../src/signatures/signature-report.ts';
import { verifySignatures } from '../src/signatures/verify-signatures.ts';
import { attribute, certificateReference, cmsOver, issuerAndNumber, type CmsOptions } from './attacks/cms.ts';
import { contractPdf } from './attacks/contract.ts';
import { NULL, sorted, tlv } from './attacks/der.ts';
import { signRaw } from './attacks/raw-signature.ts';

const MEGABYTE = 1_000_000;

/** Each takes at most 0.4 s on a machine at rest; what is not linear takes many seconds. */
const LIMIT_MS = 4000;

const COMMON_NAMES = [
  ['blanks between letters', `A${' '.repeat(MEGABYTE)}B`],
  ['digits and full stops', `A:${'5.'.repeat(MEGABYTE / 2)}`],
  ['accents above and below', `${'\u0301'.repeat(MEGABYTE / 4)}${'\u0323'.repeat(MEGABYTE / 4)}`],
] as const;

/** NULLs of 800 KB inside `depth` values of indefinite length. */
const nested = (depth: number): Uint8Array =>
  Array.from({ length: depth }).reduce<Uint8Array>(
    inner => Buffer.concat([Uint8Array.of(0x30, 0x80), inner, Uint8Array.of(0, 0)]),
    Buffer.concat(Array.from({ length: 400_000 }, () => NULL)),
  );

const listOf450 = (first: number): string =>
  Array.from({ length: 450 }, (_, index) => `${first + index} 0 R`).join(' ');

describe('the verifier takes no time for', () => {
  let authority: HolderAuthority;
  let maria: KeyHolder;
  before(async () => {
    authority = await openHolderAuthority();
    maria = await authority.issue({ ...MARIA, key: 'P-256' });
  });

  /**
   * The report on a file with a CMS, and ms of the processor for it without finding the signature in the file: the best
   * of three, as other processes are not to be measured.
   */
  async function verified(options: CmsOptions): Promise<[report: SignatureReport, ms: number]> {
    const cms = (signed: Uint8Array) => cmsOver(signed, maria, options);
    const digits = 2 * cms(new Uint8Array()).length + 100;
    const file = signRaw(contractPdf(), maria, { cms, digits });
    const located = await locateSignatures(file);
    const signal = AbortSignal.timeout(60_000);
    let [shortest, report] = [Infinity, undefined as SignatureReport | undefined];
    for (let round = 0; round < 3 && shortest > LIMIT_MS; round += 1) {
      const start = process.cpuUsage();
      [report] = await verifySignatures(file, { trust: authority.trust, now: START, signal, located });
      const { user, system } = process.cpuUsage(start);
      shortest = Math.min(shortest, (user + system) / 1000);
    }
    assert.ok(report !== undefined);
    return [report, shortest];
  }

  for (const [what, text] of COMMON_NAMES) {
    it(`a signer’s common name of a megabyte: ${what}`, async () => {
      const certificate = certificateDer({ subject: commonName(text) });
      const options = { certificates: [certificate], signerId: issuerAndNumber(certificate) };
      const [report, ms] = await verified(options);
      assert.equal(report.subIndication, 'NO_SIGNING_CERTIFICATE_FOUND');
      assert.ok(ms < LIMIT_MS, `${ms} ms`);
    });
  }

  it('60,000 unsigned attributes of one type', async () => {
    const attributes = Array.from({ length: 60_000 }, () => attribute('1.2.3.4', NULL));
    const [report, ms] = await verified({ unsigned: () => attributes });
    assert.equal(report.signatureValid, true);
    assert.ok(ms < LIMIT_MS, `${ms} ms`);
  });

  it('a key identifier of two megabytes, and forty certificates', async () => {
    const certificates = Array.from({ length: 40 }, (_, index) =>
      certificateDer({ subject: commonName(`${index}`) }),
    );
    const signerId = tlv(0x80, new Uint8Array(2 * MEGABYTE));
    const [report, ms] = await verified({ certificates, signerId });
    assert.equal(report.subIndication, 'NO_SIGNING_CERTIFICATE_FOUND');
    assert.ok(ms < LIMIT_MS, `${ms} ms`);
  });

  it('20,000 references to a certificate of a megabyte', async () => {
    const certificate = certificateDer({ subject: commonName('A'.repeat(MEGABYTE)) });
    const reference = certificateReference(certificate);
    const references = Array.from({ length: 20_000 }, () => reference);
    const attributes: CmsOptions['attributes'] = ({ contentType, messageDigest }) => [
      contentType,
      messageDigest,
      ...references,
    ];
    const certificates = [certificate];
    const signerId = issuerAndNumber(certificate);
    const [report, ms] = await verified({ attributes, certificates, signerId });
    assert.equal(report.signatureValid, false);
    assert.ok(ms < LIMIT_MS, `${ms} ms`);
  });

  it('450 fields that share 450 kids', async () => {
    const [list, firstKid, firstField] = [FIRST_FREE, FIRST_FREE + 1, FIRST_FREE + 451];
    const objects = [
      `[${listOf450(firstKid)}]`,
      ...Array.from({ length: 450 }, () => '<< /Subtype /Widget >>'),
      ...Array.from({ length: 450 }, () => `<< /FT /Sig /T (a) /Kids ${list} 0 R >>`),
    ];
    const file = pagesPdf([{}], { catalog: `/AcroForm << /Fields [${listOf450(firstField)}] >>`, objects });
    await assert.rejects(locateSignatures(file), { reason: 'limit' });
  });

  it('lengths that are indefinite, 32 inside each other', async () => {
    const [report, ms] = await verified({ unsigned: () => [attribute('1.2.3.4', nested(32))] });
    assert.equal(report.signatureValid, true);
    assert.ok(ms < LIMIT_MS, `${ms} ms`);
  });

  it('the same among what is signed', async () => {
    const hostile = attribute('1.2.3.4', nested(28));
    const attributes: CmsOptions['attributes'] = ({ contentType, messageDigest, reference }) =>
      sorted([contentType, messageDigest, reference, hostile]);
    const [report, ms] = await verified({ attributes });
    assert.equal(report.signatureValid, false);
    assert.ok(ms < LIMIT_MS, `${ms} ms`);
  });
});
