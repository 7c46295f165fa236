import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { readCertificateFacts, type CertificateFacts } from '@sign-session/certificates';
import { certificationPath, checkPathRevocation, type RevocationLists } from '@sign-session/verify';
import { testAssets } from '../../../test/support/repository.ts';
import { START } from '../../service/test/support/test-service.ts';

/** NIST's Public Key Interoperability Test Suite: see `test/assets/README.md`. */
const FOLDER = path.join(testAssets, 'pkits');
const ANCHOR = 'TrustAnchorRootCertificate';

const filesIn = (folder: string, ending: string): ReadonlyMap<string, Uint8Array<ArrayBuffer>> =>
  new Map(
    readdirSync(path.join(FOLDER, folder)).map(file => [
      path.basename(file, ending),
      new Uint8Array(readFileSync(path.join(FOLDER, folder, file))),
    ]),
  );

const certificates = filesIn('certs', '.crt');
const lists = filesIn('crls', '.crl');
const isTest = (name: string): boolean => name.endsWith('EE');
const authorities = new Map<string, CertificateFacts>();
for (const [name, der] of certificates) if (!isTest(name)) authorities.set(name, readCertificateFacts(der));

/**
 * Sections 4.4.19 to 4.4.21, 4.5.2, 4.5.5 to 4.5.8, 4.14 and 4.15: lists by another key than the issuer's, partial ones,
 * indirect ones, and those of differences. ICP-Brasil has none of them, and such lists are not used.
 */
const BY_OTHER_LISTS =
  /SeparateCertificateandCRLKeys|CRLSigningKey|NewWithOldTest5|OldWithNewTest2|indirectCRL|cRLIssuer|deltaCRL|[dD]istributionPointTest|onlyContains|onlySomeReasons/;

/** Those that an authority's list decides; all others are asked about the path alone. */
const BY_LIST =
  /MissingCRL|Revoked(CA|EE)|BadCRL|WrongCRL|TwoCRLs|UnknownCRL|CRLnextUpdate|SerialNumber|cRLSignFalse|CertificatePathTest1/;

/** Names that don't begin with their result, which the suite gives for any policy and no further demands. */
const REFUSED = [4, 5, 7, 8, 9, 12].map(number => `DifferentPoliciesTest${number}EE`);

/** What the suite says of a test: its name, or for policies its section 4.8. */
function isValid(name: string): boolean {
  return !name.startsWith('Invalid') && !REFUSED.includes(name);
}

/** A certificate that can't be read is not trusted. */
async function pathOf(
  name: string,
): Promise<{ readonly trusted: boolean; readonly chain: readonly CertificateFacts[] }> {
  const der = certificates.get(name);
  const anchor = authorities.get(ANCHOR);
  assert.ok(der !== undefined && anchor !== undefined, name);
  const leaf = readCertificateFacts(der);
  const { chain, failure } = await certificationPath(leaf, [...authorities.values()], {
    roots: [anchor],
    at: START,
  });
  return { trusted: failure === undefined && leaf.notBefore <= START && START <= leaf.notAfter, chain };
}

/** The suite's certificates name no address: each is given those of its issuer's lists, by their files' names. */
function withAddresses(chain: readonly CertificateFacts[]): CertificateFacts[] {
  return chain.map((certificate, index) => {
    const issuer = [...authorities].find(([, facts]) => facts === chain[index + 1])?.[0] ?? '';
    const prefix = issuer.replace(/Cert(ificate)?$/, '');
    const own = [...lists.keys()].filter(list => list.startsWith(prefix));
    const names = own.length > 0 ? own : ['None'];
    return {
      ...certificate,
      namesRevocationSource: true,
      listAddresses: names.map(list => `http://pkits.example/${list}`),
    };
  });
}

const published: RevocationLists = {
  find: async ({ address }) => lists.get(path.posix.basename(address)),
};

/** What is found of a test's certificate; `good` where lists are not asked. */
async function statusOf(name: string): Promise<'good' | 'revoked' | 'unknown' | 'untrusted'> {
  const { trusted, chain } = await pathOf(name);
  if (!trusted) return 'untrusted';
  if (!BY_LIST.test(name) && !BY_OTHER_LISTS.test(name)) return 'good';
  const signal = AbortSignal.timeout(60_000);
  const found = await checkPathRevocation(
    { chain: withAddresses(chain), failure: undefined },
    { lists: published, now: START, signal },
  );
  const statuses = [found.own.status, found.authorities];
  return (['revoked', 'unknown'] as const).find(status => statuses.includes(status)) ?? 'good';
}

describe('path validation by PKITS', () => {
  const all = [...certificates.keys()].filter(isTest);
  const tests = all.filter(name => !BY_OTHER_LISTS.test(name));
  it('has all tests of what is supported', () => assert.equal(tests.length, 167));
  for (const name of tests) {
    it(`${isValid(name) ? 'accepts' : 'refuses'} ${name.replace(/EE$/, '')}`, async () => {
      assert.equal((await statusOf(name)) === 'good', isValid(name));
    });
  }
  it('accepts nothing invalid by lists that are not supported, and little that is valid', async () => {
    const others = all.filter(name => BY_OTHER_LISTS.test(name));
    assert.equal(others.length, 53);
    const good: string[] = [];
    for (const name of others) {
      const status = await statusOf(name);
      if (status === 'good') good.push(name);
      else if (isValid(name)) assert.equal(status, 'unknown', name);
    }
    assert.deepEqual(good, [
      'ValidNoissuingDistributionPointTest10EE',
      'ValiddistributionPointTest1EE',
      'ValidonlyContainsCACertsTest13EE',
    ]);
  });
});
