import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readCertificate } from '@sign-session/certificates';
import { chainsIn } from '../../../src/certificate/a1/file-provider.ts';
import { KeyStore } from '../../../src/certificate/a1/key-store.ts';
import { signatureHolds } from '../../../src/certificate/signing/prepared-signature.ts';
import { certificateFile, CertificateWorkshop, PASSWORD } from '../../support/certificate-files.ts';
import { withoutTools } from '../../../packages/service/test/support/tools.ts';

const MESSAGE = new TextEncoder().encode('Contrato');

/** Opens a file, signs with its first key, and has the certificate say whether that holds. */
async function signsWell(file: Uint8Array<ArrayBuffer>, password = PASSWORD): Promise<boolean> {
  const store = new KeyStore();
  const [chain] = chainsIn(await store.open(file, password));
  const [leaf] = chain ?? [];
  assert.ok(leaf);
  return signatureHolds(readCertificate(leaf), MESSAGE, await store.sign(0, MESSAGE));
}

describe('the keys of a file', () => {
  for (const name of ['legacy-rc2_40-3des-sha1.p12', 'modern-default.p12', 'modern-ec.p12', 'nomac.p12']) {
    it(`sign with ${name}`, async () => {
      assert.equal(await signsWell(certificateFile(name)), true);
    });
  }

  it('come with the chain, the holder’s certificate first', async () => {
    const file = await new KeyStore().open(certificateFile('modern-default.p12'), PASSWORD);
    const [chain = []] = chainsIn(file);
    assert.deepEqual(
      chain.map(der => readCertificate(der).subject.display),
      [
        'MARIA DA SILVA TESTE:52998224725',
        'AC SANDBOX RFB TESTE G1',
        'Autoridade Certificadora Raiz TESTE v1',
      ],
    );
  });

  it('leave zeros behind in the file’s bytes, also when it does not open', async () => {
    for (const password of [PASSWORD, 'wrong']) {
      const file = certificateFile('modern-default.p12');
      await new KeyStore().open(file, password).catch(() => undefined);
      assert.ok(file.every(byte => byte === 0));
    }
  });

  it('are gone after clear', async () => {
    const store = new KeyStore();
    await store.open(certificateFile('modern-default.p12'), PASSWORD);
    store.clear();
    await assert.rejects(store.sign(0, MESSAGE), { code: 'DEVICE_ABSENT' });
  });
});

describe('keys made by OpenSSL', { skip: withoutTools('openssl') }, () => {
  const workshop = new CertificateWorkshop();
  before(() => {
    for (const bits of ['2048', '3072', '4096']) workshop.selfSigned(`rsa-${bits}`, [`rsa:${bits}`]);
    for (const curve of ['P-256', 'P-384', 'P-521']) {
      workshop.selfSigned(`ec-${curve}`, ['ec', '-pkeyopt', `ec_paramgen_curve:${curve}`]);
    }
  });
  after(() => workshop.remove());

  for (const name of ['rsa-2048', 'rsa-3072', 'rsa-4096', 'ec-P-256', 'ec-P-384']) {
    it(`sign with ${name}`, async () => {
      assert.equal(await signsWell(workshop.pkcs12(name, PASSWORD)), true);
    });
  }

  it('of a kind that browsers don’t sign with are refused by name', async () => {
    const file = workshop.pkcs12('ec-P-521', PASSWORD);
    await assert.rejects(new KeyStore().open(file, PASSWORD), { code: 'UNSUPPORTED', reason: 'key' });
  });

  it('are joined to the newest of the certificates for them', async () => {
    workshop.selfSigned('renewed', ['rsa:2048']);
    const again = ['-key', 'renewed.key', '-out', 'newer.pem', '-subj', '/CN=newer', '-days', '90'];
    workshop.run('openssl', 'req', '-x509', ...again);
    const file = workshop.pkcs12('renewed', PASSWORD, '-certfile', 'newer.pem');
    const [[leaf] = []] = chainsIn(await new KeyStore().open(file, PASSWORD));
    assert.ok(leaf);
    assert.equal(readCertificate(leaf).subject.display, 'newer');
  });
});

describe('keys made by Java’s keytool', { skip: withoutTools('keytool') }, () => {
  const workshop = new CertificateWorkshop();
  after(() => workshop.remove());

  const make = (alias: string, ...algorithm: readonly string[]): void => {
    const store = ['-keystore', 'java.p12', '-storetype', 'PKCS12', '-storepass', PASSWORD];
    workshop.run('keytool', '-genkeypair', '-alias', alias, '-dname', `CN=${alias}`, ...algorithm, ...store);
  };

  it('sign, two in one file, the EC key without its point', async () => {
    make('rsa', '-keyalg', 'RSA', '-keysize', '2048');
    make('ec', '-keyalg', 'EC', '-groupname', 'secp256r1');
    const store = new KeyStore();
    const chains = chainsIn(await store.open(workshop.read('java.p12'), PASSWORD));
    const leaves = chains.map(([leaf]) => leaf && readCertificate(leaf));
    assert.deepEqual(leaves.map(leaf => leaf?.subject.display).toSorted(), ['ec', 'rsa']);
    for (const [index, leaf] of leaves.entries()) {
      assert.ok(leaf);
      assert.equal(await signatureHolds(leaf, MESSAGE, await store.sign(index, MESSAGE)), true);
    }
  });
});
