import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  authorityDer,
  certificateDer,
  type CertificateParts,
  ecKeyDer,
  keyUsageDer,
  purposesDer,
  rsaKeyDer,
} from '../../certificates/test/builders.ts';
import {
  alternativeNamesExtension,
  CNPJ,
  CPF,
  HOLDER_CASES,
  OTHER_CPF,
  subjectDer,
  type HolderCase,
} from '../../certificates/test/cases.ts';
import { Problem, type ValidationDetail } from '../src/domain/problem.ts';
import { openHolderAuthority } from './support/certificate-holders.ts';
import { isSigners, readChain } from '../src/signing/certificate-check.ts';
import { CertificateSigners } from './support/certificate-signers.ts';
import { openTestService, type Answer, type TestService } from './support/test-service.ts';

const pemOf = (parts: CertificateParts): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(certificateDer(parts)).toString('base64')}\n-----END CERTIFICATE-----\n`;

const pemOfCase = (holderCase: HolderCase): string =>
  pemOf({ subject: subjectDer(holderCase), extensions: alternativeNamesExtension(holderCase) });

/** What the request is told of a certificate that is not taken. */
function errorsOf(pem: string): readonly ValidationDetail[] {
  try {
    readChain([pem]);
  } catch (error) {
    assert.ok(error instanceof Problem);
    assert.equal(error.kind, 'validation-error');
    return error.extras.errors ?? [];
  }
  return [];
}

const SIGNER = { name: 'Maria', cpf: '71428793860', cnpj: undefined, userExternalId: undefined };

it('an issuer that can’t be read is left out of the chain, as in the widget', async () => {
  const { issuer, issuerPem, rootPem } = await openHolderAuthority();
  const der = Buffer.from(issuer.certificate.rawData);
  // The boolean of basicConstraints gets a type that doesn't belong there.
  const at = der.indexOf(Buffer.from('551d13', 'hex'));
  const damaged = Buffer.from(der);
  damaged.writeUInt8(0x7f, der.indexOf(0x30, at + 4));
  const pem = `-----BEGIN CERTIFICATE-----\n${damaged.toString('base64')}\n-----END CERTIFICATE-----`;
  const { certificates } = readChain([issuerPem, pem, rootPem]);
  assert.equal(certificates.length, 2);
});

describe('a certificate in the certificate step is the signer’s', () => {
  for (const holderCase of HOLDER_CASES) {
    const { expected, name } = holderCase;
    it(`as its names say: ${name}`, () => {
      const pem = pemOfCase(holderCase);
      if ('refused' in expected) {
        const [error] = errorsOf(pem);
        assert.equal(error?.pointer, '/certificateChainPems/0');
        assert.ok(error.detail.includes(expected.oid), error.detail);
        return;
      }
      const { certificates } = readChain([pem]);
      const isOf = (numbers: Partial<Record<'cpf' | 'cnpj', string>>) =>
        isSigners(certificates[0], { ...SIGNER, ...numbers });
      assert.equal(isOf({}), false);
      if ('cpf' in expected) assert.ok(isOf({ cpf: expected.cpf }));
      else if ('cnpj' in expected) assert.ok(isOf({ cnpj: expected.cnpj }));
      else for (const cpf of [CPF, OTHER_CPF]) assert.equal(isOf({ cpf, cnpj: CNPJ }), false);
    });
  }
});

describe('the key of a certificate in the certificate step', () => {
  it('is RSA up to 8192 bits, or EC on P-256 or P-384', () => {
    for (const bits of [2048, 4096, 8192]) {
      assert.equal(readChain([pemOf({ key: rsaKeyDer(bits) })]).algorithm, 'RSASSA-PKCS1-v1_5');
    }
    const pem = pemOf({ key: ecKeyDer('1.3.132.0.34') });
    assert.equal(readChain([pem]).algorithm, 'ECDSA-P384');
  });

  it('is no larger, on no other curve, and not for RSASSA-PSS alone', () => {
    for (const key of [rsaKeyDer(8200), ecKeyDer('1.3.132.0.35'), rsaKeyDer(2048, '1.2.840.113549.1.1.10')]) {
      assert.deepEqual(
        errorsOf(pemOf({ key })).map(({ detail }) => detail),
        ['Must have a key of RSA up to 8192 bits, or EC on P-256 or P-384.'],
      );
    }
  });
});

const caseNamed = (name: string): string => {
  const found = HOLDER_CASES.find(holderCase => holderCase.name === name);
  assert.ok(found !== undefined, name);
  return pemOfCase(found);
};

describe('a certificate that is sent to the certificate step', () => {
  let service: TestService;
  let signers: CertificateSigners;
  before(async () => {
    const { trust } = await openHolderAuthority();
    service = await openTestService({ trust });
    signers = new CertificateSigners(service);
  });
  after(() => service.close());

  async function prepared(pem: string): Promise<{ answer: Answer; step: Answer['body'] }> {
    const session = await signers.accepted();
    const answer = await signers.prepare(session, { pems: [pem], sign: () => '' });
    const { steps } = await service.view(session);
    return { answer, step: steps.at(-1) };
  }

  it('names its holder twice: it is refused with the name, and costs no attempt', async () => {
    const { answer, step } = await prepared(caseNamed('two persons'));
    assert.deepEqual([answer.status, answer.body.type], [400, 'validation-error']);
    assert.deepEqual(answer.body.errors, [
      {
        pointer: '/certificateChainPems/0',
        detail: 'Must name its holder once: the otherName 2.16.76.1.3.1 occurs twice.',
      },
    ]);
    assert.equal(step.attempts, 0);
  });

  // Nobody signed these certificates. That is asked only after whose they are.
  for (const [name, error] of [
    ['a name with a blank before its number', 'certificate-untrusted'],
    ['a CPF in bmp', 'certificate-untrusted'],
    ['a birth date of blanks', 'certificate-untrusted'],
    ['a CPF with a wrong second check digit', 'certificate-other-holder'],
    ['a company and a person', 'certificate-other-holder'],
  ] as const) {
    it(`has ${name}: ${error}`, async () => {
      const { answer, step } = await prepared(caseNamed(name));
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.deepEqual([step.error, step.attempts], [error, 1]);
    });
  }

  const [signerCase] = HOLDER_CASES;
  for (const [what, extensions] of [
    ['an authority’s, without the right to sign certificates', [authorityDer(), keyUsageDer(0)]],
    ['for servers', [purposesDer('1.3.6.1.5.5.7.3.1')]],
  ] as const) {
    it(`is ${what}: certificate-not-for-signing`, async () => {
      assert.ok(signerCase !== undefined);
      const names = alternativeNamesExtension(signerCase);
      const { step } = await prepared(pemOf({ extensions: [...names, ...extensions] }));
      assert.deepEqual([step.error, step.attempts], ['certificate-not-for-signing', 1]);
    });
  }
});
