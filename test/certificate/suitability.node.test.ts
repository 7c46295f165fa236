import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  der,
  EXTENSION,
  OTHER_NAME,
  readCertificate,
  TAG,
  type Certificate,
} from '@sign-session/certificates';
import { matchesMask, suitabilityOf } from '../../src/certificate/suitability.ts';
import {
  authorityDer,
  certificateDer as madeDer,
  commonName,
  ecKeyDer,
  extensionDer,
  keyUsageDer,
  otherNameDer,
  purposesDer,
  rsaKeyDer,
  sequence,
  stringDer,
  type CertificateParts,
} from '../../packages/certificates/test/builders.ts';
import { CPF, personData } from '../../packages/certificates/test/cases.ts';
import { certificateDer } from '../support/certificate-files.ts';

const NOW = Date.parse('2026-12-01T12:00:00Z');
const MARIA = { cpf: '***.982.247-**', cnpj: undefined };

const read = (name: string) => readCertificate(certificateDer(name));
const chain = (name: string): [Certificate, ...Certificate[]] => [
  read(name),
  read('inter.pem'),
  read('root.pem'),
];

describe('whether a certificate suits', () => {
  it('finds nothing against the signer’s own, within its time', () => {
    const { problems, cautions } = suitabilityOf(chain('ecpf.pem'), MARIA, NOW);
    assert.deepEqual([problems, cautions], [[], []]);
  });

  it('compares a company’s CNPJ, letters included', () => {
    const company = { cpf: undefined, cnpj: '**.222.333/****-**' };
    assert.deepEqual(suitabilityOf(chain('ecnpj.pem'), company, NOW).problems, []);
    assert.equal(matchesMask('12ABC34501DE35', '**.ABC.345/****-**'), true);
    assert.equal(matchesMask('12ABD34501DE35', '**.ABC.345/****-**'), false);
  });

  it('refuses another person’s, and a company’s for a person', () => {
    const other = { cpf: '***.456.789-**', cnpj: undefined };
    assert.deepEqual(suitabilityOf(chain('ecpf.pem'), other, NOW).problems, ['otherHolder']);
    assert.deepEqual(suitabilityOf(chain('ecnpj.pem'), MARIA, NOW).problems, ['otherHolder']);
    assert.equal(matchesMask('529982247250', '***.982.247-**'), false);
  });

  it('does not compare where the session tells no number', () => {
    const nobody = { cpf: undefined, cnpj: undefined };
    assert.deepEqual(suitabilityOf(chain('ecpf.pem'), nobody, NOW).problems, []);
  });

  it('knows one out of its time, to the second', () => {
    const [certificate] = chain('ecpf.pem');
    const [from, to] = [certificate.notBefore.getTime(), certificate.notAfter.getTime()];
    const at = (time: number) => suitabilityOf(chain('ecpf.pem'), MARIA, time);
    assert.deepEqual(at(to + 1).problems, ['expired']);
    assert.deepEqual(at(to).problems, []);
    assert.deepEqual(at(to).cautions, ['expiresSoon']);
    assert.deepEqual(at(from - 1).problems, ['notYetValid']);
  });

  it('warns where the certificates above it are missing', () => {
    assert.deepEqual(suitabilityOf([read('ecpf.pem')], MARIA, NOW).cautions, ['incompleteChain']);
  });
});

const names = (...all: readonly Uint8Array[]) => extensionDer(EXTENSION.alternativeNames, sequence(...all));

const suitability = (changes: CertificateParts) =>
  suitabilityOf(
    [readCertificate(madeDer({ subject: commonName('MARIA:52998224725'), ...changes }))],
    MARIA,
    NOW,
  );

describe('what the signer is told of a certificate', () => {
  const person = otherNameDer(OTHER_NAME.personData, stringDer('octet', personData(CPF)));

  const PROBLEMS: Readonly<Record<string, readonly [CertificateParts, ...problems: string[]]>> = {
    'the CPF only in the common name': [{}],
    'no number': [{ subject: commonName('MARIA') }, 'noNumber'],
    'a CPF with a wrong check digit': [{ subject: commonName('MARIA:52998224726') }, 'noNumber'],
    'a CPF twice': [{ extensions: [names(person, person)] }, 'holderTwice'],
    'names that can’t be read': [{ extensions: [names(person.subarray(0, 9))] }, 'holderUnreadable'],
    'an authority’s constraints': [{ extensions: [authorityDer()] }, 'notForSigning'],
    'no use for signing': [{ extensions: [keyUsageDer(2)] }, 'notForSigning'],
    'nonRepudiation alone': [{ extensions: [keyUsageDer(1)] }],
    'another purpose': [{ extensions: [purposesDer('1.3.6.1.5.5.7.3.1')] }, 'notForSigning'],
    'a purpose among others': [{ extensions: [purposesDer('1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.4')] }],
    'an unknown critical extension': [
      { extensions: [extensionDer('1.2.3.4', der(TAG.null), true)] },
      'notForSigning',
    ],
    'several faults of one kind': [
      { extensions: [authorityDer(), extensionDer('1.2.3.4', der(TAG.null), true)] },
      'notForSigning',
    ],
    'a key of 1024 bits': [{ key: rsaKeyDer(1024) }, 'weakKey'],
    'a key of 8192 bits': [{ key: rsaKeyDer(8192) }],
    'a key of 16384 bits': [{ key: rsaKeyDer(16384) }, 'unsupportedKey'],
    'a key on P-521': [{ key: ecKeyDer('1.3.132.0.35') }, 'unsupportedKey'],
    'a time that is over': [{ validity: ['250101000000Z', '260101000000Z'] }, 'expired'],
  };
  for (const [what, [changes, ...problems]] of Object.entries(PROBLEMS)) {
    it(`with ${what} is ${problems.join(', ') || 'no problem'}`, () => {
      assert.deepEqual(suitability(changes).problems, problems);
    });
  }

  it('names what is there twice', () => {
    const { holder } = suitability({ extensions: [names(person, person)] });
    assert.equal(holder.fault?.oid, OTHER_NAME.personData);
  });

  it('has cautions: whose it is by its name only, not ICP-Brasil’s, also by policies that can’t be read', () => {
    const cautions = ['notIcpBrasil', 'expiresSoon', 'numberFromName', 'incompleteChain'];
    const validity: CertificateParts['validity'] = ['260101000000Z', '261210000000Z'];
    assert.deepEqual(suitability({ validity }).cautions, cautions);
    const extensions = [extensionDer(EXTENSION.policies, der(TAG.null))];
    assert.deepEqual(suitability({ validity, extensions }).cautions, cautions);
  });
});
