import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { context, readWhole, TAG } from '../../../src/certificate/asn1/ber.ts';
import { der } from '../../../src/certificate/asn1/der.ts';
import { readCertificate, type Certificate } from '../../../src/certificate/x509/certificate.ts';
import { readHolder, readPolicy } from '../../../src/certificate/x509/icp-brasil.ts';
import { certificateDer, CertificateWorkshop } from '../../support/certificate-files.ts';
import { withoutTools } from '../../service/support/tools.ts';

/** Birth date, CPF, NIS, RG, issuer. */
const PERSON = '17031985529982247250000000000000000123456789SSPSP';

const read = (name: string) => readCertificate(certificateDer(name));

describe('reading an ICP-Brasil certificate', () => {
  it('finds a person and their CPF', () => {
    assert.deepEqual(readHolder(read('ecpf.pem')), {
      name: 'MARIA DA SILVA TESTE',
      kind: 'person',
      cpf: '52998224725',
      cnpj: undefined,
      responsible: undefined,
      numberFrom: 'alternativeName',
    });
  });

  it('finds a company, its CNPJ and who answers for it', () => {
    const holder = readHolder(read('ecnpj.pem'));
    assert.equal(holder.kind, 'company');
    assert.equal(holder.name, 'SANDBOX SERVICOS LTDA');
    assert.equal(holder.cnpj, '11222333000181');
    assert.equal(holder.responsible?.cpf, '52998224725');
  });

  it('finds issuer, validity, policy, key and its use', () => {
    const certificate = read('ecpf.pem');
    assert.equal(certificate.issuerName, 'AC SANDBOX RFB TESTE G1');
    assert.equal(new Date(certificate.notAfter).toISOString(), '2027-11-20T18:10:03.000Z');
    assert.deepEqual(readPolicy(certificate), { oid: '2.16.76.1.2.1.9999', type: 'A1' });
    assert.deepEqual([certificate.publicKey.type, certificate.isAuthority], ['RSA', false]);
    assert.deepEqual([...(certificate.keyUsage ?? [])], ['digitalSignature', 'nonRepudiation']);
    assert.equal(read('inter.pem').isAuthority, true);
  });
});

describe('reading names that are not as they should be', () => {
  const oid = der(TAG.oid, Uint8Array.of(0x60, 0x4c, 1, 3, 1));
  const broken = {
    'an empty value': der(0xa0, oid, der(context(0))),
    'no value': der(0xa0, oid),
    'no type': der(0xa0, der(context(0), der(TAG.utf8String, new TextEncoder().encode(PERSON)))),
    nothing: der(0xa0),
  };
  for (const [what, name] of Object.entries(broken)) {
    it(`does without one with ${what}`, () => {
      const certificate = read('ecpf.pem');
      const whole = { ...certificate, alternativeNames: [readWhole(name), ...certificate.alternativeNames] };
      assert.equal(readHolder(whole).cpf, '52998224725');
    });
  }
});

describe('reading names of all string types', { skip: withoutTools('openssl') }, () => {
  const workshop = new CertificateWorkshop();
  after(() => workshop.remove());

  /** A certificate with one ICP-Brasil otherName, its value of an ASN.1 type as OpenSSL's generator names it. */
  const withOtherName = (oid: string, type: string, value: string): Certificate => {
    workshop.write(
      'request.cnf',
      `[req]\ndistinguished_name=dn\n[dn]\n[ext]\nsubjectAltName=otherName:${oid};${type}:${value}\n`,
    );
    workshop.selfSigned('holder', ['rsa:2048'], '-config', 'request.cnf', '-extensions', 'ext');
    workshop.run('openssl', 'x509', '-in', 'holder.pem', '-outform', 'DER', '-out', 'holder.der');
    return readCertificate(workshop.read('holder.der'));
  };

  for (const type of ['OCTETSTRING', 'PRINTABLESTRING', 'UTF8', 'IA5STRING', 'BMP', 'T61']) {
    it(`finds the CPF in a ${type}`, () => {
      assert.equal(readHolder(withOtherName('2.16.76.1.3.1', type, PERSON)).cpf, '52998224725');
    });
  }

  it('finds a CNPJ with letters', () => {
    const holder = readHolder(withOtherName('2.16.76.1.3.3', 'PRINTABLESTRING', '12ABC34501DE35'));
    assert.deepEqual([holder.kind, holder.cnpj], ['company', '12ABC34501DE35']);
  });

  it('takes a number of zeros for none, and a name without number for what it is', () => {
    const zeros = '17031985000000000000000000000000000000000000000';
    const holder = readHolder(withOtherName('2.16.76.1.3.1', 'PRINTABLESTRING', zeros));
    assert.deepEqual([holder.kind, holder.cpf, holder.name], ['unknown', undefined, 'holder']);
  });
});
