import assert from 'node:assert/strict';
import { describe, it, before } from 'node:test';
import { locateSignatures } from '../../../verify/src/signatures/located-signatures.ts';
import type { SignatureReport } from '../../../verify/src/signatures/signature-report.ts';
import type { Trust } from '../../../verify/src/signatures/trust.ts';
import { verifySignatures } from '../../../verify/src/signatures/verify-signatures.ts';
import { onePagePdf } from '../../../../test/support/small-pdf.ts';
import {
  JOAO,
  MARIA,
  openHolderAuthority,
  type Holder,
  type HolderAuthority,
} from '../support/certificate-holders.ts';
import { signPdf } from '../support/signed-pdf.ts';
import { START } from '../support/test-service.ts';

const DAY_MS = 86_400_000;
const plain = onePagePdf('Contrato');

let authority: HolderAuthority;
let maria: Holder;
let signed: Uint8Array<ArrayBuffer>;

before(async () => {
  authority = await openHolderAuthority();
  maria = await authority.issue(MARIA);
  signed = await signPdf(plain, maria, { at: START });
});

interface Circumstances {
  readonly trust?: Trust;
  readonly now?: Date;
}

function verify(file: Uint8Array, { trust = authority.trust, now = START }: Circumstances = {}) {
  return verifySignatures(file, { trust, now, signal: AbortSignal.timeout(60_000) });
}

async function only(file: Uint8Array, circumstances?: Circumstances): Promise<SignatureReport> {
  const [report, another] = await verify(file, circumstances);
  assert.ok(report !== undefined && another === undefined, 'one signature');
  return report;
}

function verdict({ indication, subIndication }: SignatureReport) {
  return [indication, subIndication];
}

/** The file with one text replaced by another of the same length. */
function replaced(file: Uint8Array, text: string, other: string): Uint8Array<ArrayBuffer> {
  assert.equal(text.length, other.length);
  const copy = Buffer.from(file);
  const at = copy.indexOf(text, 0, 'latin1');
  assert.ok(at >= 0, text);
  copy.write(other, at, 'latin1');
  return new Uint8Array(copy);
}

describe('verifying the signatures of a PDF', () => {
  it('finds a good one good in every point', async () => {
    const report = await only(signed);
    assert.deepEqual(verdict(report), ['TOTAL-PASSED', undefined]);
    assert.deepEqual(report.coverage, { wholeFile: true, bytesAfter: 0 });
    assert.equal(report.digestMatches && report.signatureValid && report.chainTrusted, true);
    const { name, cpf, cnpj } = report.signer?.holder ?? {};
    assert.deepEqual([name, cpf, cnpj], ['MARIA DA SILVA TESTE', '52998224725', undefined]);
    assert.deepEqual(report.revocation, { status: 'good' });
    assert.equal(report.chain.length, 3);
    assert.equal(report.algorithm, 'SHA256 with RSA');
    assert.equal(report.subFilter, 'ETSI.CAdES.detached');
    assert.equal(report.claimedAt?.getTime(), Math.floor(START.getTime() / 1000) * 1000);
  });

  for (const [key, algorithm] of [
    ['P-256', 'ECDSA-P256'],
    ['P-384', 'ECDSA-P384'],
  ] as const) {
    it(`finds one with a key on ${key} good`, async () => {
      const holder = await authority.issue({ ...MARIA, key });
      const report = await only(await signPdf(plain, holder, { at: START, algorithm }));
      assert.deepEqual(verdict(report), ['TOTAL-PASSED', undefined]);
      assert.equal(report.algorithm, 'SHA256 with ECDSA');
    });
  }

  it('reports signatures oldest first, and what was added behind each', async () => {
    const joao = await authority.issue(JOAO);
    const both = await signPdf(signed, joao, { at: START });
    const reports = await verify(both);
    assert.deepEqual(
      reports.map(({ signer }) => signer?.holder.cpf),
      [MARIA.cpf, JOAO.cpf],
    );
    assert.deepEqual(
      reports.map(({ coverage }) => coverage),
      [
        { wholeFile: false, bytesAfter: both.length - signed.length },
        { wholeFile: true, bytesAfter: 0 },
      ],
    );
    assert.deepEqual(reports.map(verdict), [
      ['TOTAL-PASSED', undefined],
      ['TOTAL-PASSED', undefined],
    ]);
    assert.equal(new Set(reports.map(({ fieldName }) => fieldName)).size, 2);
  });

  it('finds nothing in a PDF that bears none', async () => {
    assert.deepEqual(await verify(plain), []);
  });

  it('notices a changed byte under the signature', async () => {
    const report = await only(replaced(signed, 'Contrato', 'Contrata'));
    assert.equal(report.digestMatches, false);
    assert.deepEqual(verdict(report), ['TOTAL-FAILED', 'HASH_FAILURE']);
  });

  it('refuses contents that are no signature', async () => {
    const text = Buffer.from(signed).toString('latin1');
    const [placeholder = ''] = /\/Contents <[0-9a-f]{40}/.exec(text) ?? [];
    const garbled = replaced(signed, placeholder, `/Contents <${'ab'.repeat(20)}`);
    assert.deepEqual(verdict(await only(garbled)), ['TOTAL-FAILED', 'FORMAT_FAILURE']);
  });

  it('trusts nobody who does not lead to a trusted root, and fetches nothing for them', async () => {
    const asked: string[] = [];
    const lists: Trust['lists'] = {
      find: async ({ address }) => {
        asked.push(address);
        return undefined;
      },
    };
    const report = await only(signed, { trust: { roots: async () => [], lists } });
    assert.deepEqual(verdict(report), ['INDETERMINATE', 'NO_CERTIFICATE_CHAIN_FOUND']);
    assert.equal(report.signatureValid && !report.chainTrusted, true);
    assert.deepEqual(asked, []);
  });

  it('finds the path whatever order the certificates come in, and not without the one between', async () => {
    const [leaf = '', issuer = '', root = ''] = maria.pems;
    const shuffled = await signPdf(plain, { ...maria, pems: [leaf, root, issuer] }, { at: START });
    assert.deepEqual(verdict(await only(shuffled)), ['TOTAL-PASSED', undefined]);
    const alone = await signPdf(plain, { ...maria, pems: [leaf] }, { at: START });
    assert.deepEqual(verdict(await only(alone)), ['INDETERMINATE', 'NO_CERTIFICATE_CHAIN_FOUND']);
  });

  it('notices an expired and a not yet valid certificate', async () => {
    const expired = await authority.issue({ ...MARIA, validity: [-30, -1] });
    assert.deepEqual(verdict(await only(await signPdf(plain, expired, { at: START }))), [
      'INDETERMINATE',
      'OUT_OF_BOUNDS_NO_POE',
    ]);
    const early = await authority.issue({ ...MARIA, validity: [1, 30] });
    assert.deepEqual(verdict(await only(await signPdf(plain, early, { at: START }))), [
      'TOTAL-FAILED',
      'NOT_YET_VALID',
    ]);
  });

  it('notices a revoked certificate, and says since when', async () => {
    const revoked = await authority.issue(MARIA);
    const file = await signPdf(plain, revoked, { at: START });
    assert.deepEqual(verdict(await only(file)), ['TOTAL-PASSED', undefined]);
    authority.revoke(revoked);
    const report = await only(file);
    assert.deepEqual(verdict(report), ['INDETERMINATE', 'REVOKED_NO_POE']);
    assert.equal(report.revocation.status, 'revoked');
    assert.ok(report.revocation.revokedAt !== undefined && report.revocation.revokedAt < START);
  });

  it('does not know without a list, with one that is out of date, and with somebody else’s', async () => {
    const missing = await only(signed, { trust: withoutLists() });
    assert.deepEqual(verdict(missing), ['INDETERMINATE', 'TRY_LATER']);
    const address = 'http://crl.example.com/holders.crl';
    assert.deepEqual(missing.revocation, {
      status: 'unknown',
      failures: [{ address, problem: 'unreachable' }],
    });
    const late = await only(signed, { now: new Date(START.getTime() + 30 * DAY_MS) });
    assert.deepEqual(verdict(late), ['INDETERMINATE', 'TRY_LATER']);
    const stranger = await openHolderAuthority();
    const foreign = { roots: authority.trust.roots, lists: stranger.trust.lists };
    assert.deepEqual(verdict(await only(signed, { trust: foreign })), ['INDETERMINATE', 'TRY_LATER']);
  });

  it('finds a key too weak that everything else speaks for', async () => {
    const weak = await authority.issue({ ...MARIA, key: 'RSA-1024' });
    const report = await only(await signPdf(plain, weak, { at: START }));
    assert.equal(report.signatureValid, true);
    assert.deepEqual(verdict(report), ['INDETERMINATE', 'CRYPTO_CONSTRAINTS_FAILURE']);
  });

  it('finds a certificate not for signing that is for servers only', async () => {
    const verdicts = [];
    for (const purpose of ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.8', '1.3.6.1.5.5.7.3.36']) {
      const holder = await authority.issue({ ...MARIA, purposes: [purpose] });
      verdicts.push((await only(await signPdf(plain, holder, { at: START }))).subIndication);
    }
    assert.deepEqual(verdicts, ['SIG_CONSTRAINTS_FAILURE', 'SIG_CONSTRAINTS_FAILURE', undefined]);
  });

  it('ends between two signatures when it is told to then', async () => {
    const located = (await locateSignatures(signed)).flatMap(signature => [signature, signature]);
    const controller = new AbortController();
    setImmediate(() => controller.abort(new Error('Enough.')));
    const trust: Trust = { roots: async () => [], lists: { find: async () => undefined } };
    const options = { trust, now: START, signal: controller.signal, located };
    await assert.rejects(verifySignatures(signed, options), /Enough/);
  });

  it('ends when it is told to', async () => {
    const signal = AbortSignal.abort(new Error('Enough.'));
    await assert.rejects(verifySignatures(signed, { trust: authority.trust, now: START, signal }), /Enough/);
  });
});

function withoutLists(): Trust {
  return { roots: authority.trust.roots, lists: { find: async () => undefined } };
}
