import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { matchesMask, suitabilityOf } from '../../src/certificate/suitability.ts';
import { readCertificate, type Certificate } from '../../src/certificate/x509/certificate.ts';
import { certificateDer, CertificateWorkshop } from '../support/certificate-files.ts';
import { withoutTools } from '../service/support/tools.ts';

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
    assert.deepEqual(suitabilityOf(chain('ecpf.pem'), MARIA, NOW), { problems: [], cautions: [] });
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
    const at = (time: number) => suitabilityOf(chain('ecpf.pem'), MARIA, time);
    assert.deepEqual(at(certificate.notAfter + 1).problems, ['expired']);
    assert.deepEqual(at(certificate.notAfter).problems, []);
    assert.deepEqual(at(certificate.notAfter).cautions, ['expiresSoon']);
    assert.deepEqual(at(certificate.notBefore - 1).problems, ['notYetValid']);
  });

  it('warns where the certificates above it are missing', () => {
    assert.deepEqual(suitabilityOf([read('ecpf.pem')], MARIA, NOW).cautions, ['incompleteChain']);
  });
});

describe('whether a certificate made by OpenSSL suits', { skip: withoutTools('openssl') }, () => {
  const workshop = new CertificateWorkshop();
  const now = Date.now();
  const suitability = (name: string, key: readonly string[], ...options: readonly string[]) => {
    workshop.selfSigned(name, key, ...options);
    workshop.run('openssl', 'x509', '-in', `${name}.pem`, '-outform', 'DER', '-out', 'made.der');
    return suitabilityOf([readCertificate(workshop.read('made.der'))], MARIA, now + 3_600_000);
  };
  const leaf = ['-addext', 'basicConstraints=critical,CA:FALSE'];
  after(() => workshop.remove());

  it('takes the CPF from the common name where there is no other, and says so', () => {
    const { problems, cautions } = suitability('MARIA:52998224725', ['rsa:2048'], ...leaf);
    assert.deepEqual(problems, []);
    assert.deepEqual(cautions, ['notIcpBrasil', 'expiresSoon', 'numberFromName']);
  });

  it('refuses one without a number where the session has one', () => {
    assert.deepEqual(suitability('MARIA', ['rsa:2048'], ...leaf).problems, ['noNumber']);
  });

  it('refuses weak and unknown keys', () => {
    const name = 'MARIA:52998224725';
    assert.deepEqual(suitability(name, ['rsa:1024'], ...leaf).problems, ['weakKey']);
    assert.deepEqual(suitability(name, ['ed25519'], ...leaf).problems, ['unsupportedKey']);
    const p521 = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-521'];
    assert.deepEqual(suitability(name, p521, ...leaf).problems, ['unsupportedKey']);
  });

  it('refuses an authority’s, and one whose key may not sign', () => {
    const name = 'MARIA:52998224725';
    assert.deepEqual(suitability(name, ['rsa:2048']).problems, ['notForSigning']);
    const encipherment = ['-addext', 'keyUsage=keyEncipherment'];
    assert.deepEqual(suitability(name, ['rsa:2048'], ...leaf, ...encipherment).problems, ['notForSigning']);
    const older = ['-addext', 'keyUsage=nonRepudiation'];
    assert.deepEqual(suitability(name, ['rsa:2048'], ...leaf, ...older).problems, []);
  });
});
