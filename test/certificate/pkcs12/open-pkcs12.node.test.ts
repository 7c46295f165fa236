import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { context, der, TAG } from '@sign-session/certificates';
import { openPkcs12 } from '../../../src/certificate/pkcs12/open-pkcs12.ts';
import { certificateFile, CertificateWorkshop, PASSWORD } from '../../support/certificate-files.ts';
import { withIndefiniteLengths } from '../../support/indefinite-lengths.ts';
import { withoutTools } from '../../../packages/service/test/support/tools.ts';

const FILES: Readonly<Record<string, string>> = {
  '3des-3des-sha1.p12': PASSWORD,
  'legacy-rc2_40-3des-sha1.p12': PASSWORD,
  'rc2_40-rc2_40-sha1.p12': PASSWORD,
  'aes128-sha1mac.p12': PASSWORD,
  'modern-default.p12': PASSWORD,
  'modern-100k.p12': PASSWORD,
  'modern-ec.p12': PASSWORD,
  'modern-utf8.p12': 'çãõ-Sénha€',
  'legacy-emptypw.p12': '',
  'nomac.p12': PASSWORD,
  'ecnpj-modern.p12': PASSWORD,
  'rfc9579/rfc9579-a1.p12': '1234',
  'rfc9579/rfc9579-a2.p12': '1234',
  'rfc9579/rfc9579-a3.p12': '1234',
};

/** OpenSSL's options for schemes of which there is no ready file. */
const SCHEMES: Readonly<Record<string, readonly string[]>> = {
  'RC2-128': ['-legacy', '-certpbe', 'PBE-SHA1-RC2-128', '-keypbe', 'PBE-SHA1-RC2-128'],
  'two-key triple DES': ['-legacy', '-certpbe', 'PBE-SHA1-2DES', '-keypbe', 'PBE-SHA1-2DES'],
  'AES-128 with a SHA-1 MAC': ['-certpbe', 'AES-128-CBC', '-keypbe', 'AES-128-CBC', '-macalg', 'sha1'],
  'AES-256 with a SHA-256 MAC': ['-macalg', 'sha256'],
  'AES-256 with a SHA-384 MAC': ['-macalg', 'sha384'],
  'AES-256 with a SHA-512 MAC': ['-macalg', 'sha512'],
  'PBES2 with triple DES': ['-certpbe', 'DES-EDE3-CBC', '-keypbe', 'DES-EDE3-CBC'],
  'certificates in the clear': ['-certpbe', 'NONE'],
  'nothing encrypted': ['-certpbe', 'NONE', '-keypbe', 'NONE'],
};

async function problem(file: Uint8Array<ArrayBuffer>, password = PASSWORD): Promise<string> {
  return openPkcs12(file, password).then(
    () => 'opened',
    (error: unknown) => (error instanceof Error ? error.message : 'no error'),
  );
}

describe('opening PKCS#12 files', () => {
  for (const [name, password] of Object.entries(FILES)) {
    it(`opens ${name}`, async () => {
      const { keys, certificates } = await openPkcs12(certificateFile(name), password);
      assert.equal(keys.length, 1);
      assert.ok(certificates.length > 0);
    });

    it(`knows a wrong password for ${name}`, async () => {
      assert.equal(await problem(certificateFile(name), `${password}x`), 'WRONG_PASSWORD');
    });

    it(`opens ${name} written with indefinite lengths`, async () => {
      const { keys } = await openPkcs12(withIndefiniteLengths(certificateFile(name)), password);
      assert.equal(keys.length, 1);
    });
  }

  it('refuses the MACs of RFC 9579 that must be refused', async () => {
    for (const name of ['a4', 'a5', 'a6']) {
      assert.equal(
        await problem(certificateFile(`rfc9579/rfc9579-${name}.p12`), '1234'),
        'MALFORMED (damaged)',
      );
    }
  });

  it('tells damage from a wrong password', async () => {
    for (const name of ['modern-default.p12', 'legacy-rc2_40-3des-sha1.p12', 'nomac.p12']) {
      const file = certificateFile(name);
      assert.equal(await problem(file.slice(0, -40)), 'MALFORMED (damaged)', `${name}, cut off`);
    }
    const altered = certificateFile('modern-default.p12');
    const middle = Math.floor(altered.length / 2);
    altered[middle] = (altered[middle] ?? 0) ^ 1;
    assert.equal(await problem(altered), 'MALFORMED (damaged)');
  });

  it('tells files of other kinds', async () => {
    const others = ['', '%PDF-1.7', '-----BEGIN CERTIFICATE-----', '0', '0\u0003'];
    for (const text of others) {
      assert.equal(await problem(new TextEncoder().encode(text)), 'MALFORMED (not-pkcs12)', text);
    }
    assert.equal(await problem(certificateFile('ecpf.pem')), 'MALFORMED (not-pkcs12)');
  });

  it('opens a file in base64 or PEM', async () => {
    const file = Buffer.from(certificateFile('modern-default.p12'));
    const lines = (file.toString('base64').match(/.{1,64}/g) ?? []).join('\r\n');
    const texts = [
      lines,
      file.toString('base64'),
      `-----BEGIN PKCS12-----\n${lines}\n-----END PKCS12-----\n`,
      // As `certutil -encode` calls everything.
      `\ufeff-----BEGIN CERTIFICATE-----\r\n${lines}\r\n-----END CERTIFICATE-----\r\n`,
    ];
    for (const text of texts) {
      for (const encoding of ['utf8', 'utf16le'] as const) {
        const { keys } = await openPkcs12(new Uint8Array(Buffer.from(text, encoding)), PASSWORD);
        assert.equal(keys.length, 1);
        assert.equal(await problem(new Uint8Array(Buffer.from(text, encoding)), 'x'), 'WRONG_PASSWORD');
      }
    }
    assert.equal(await problem(new Uint8Array(Buffer.from(lines.slice(0, 2000)))), 'MALFORMED (damaged)');
  });

  it('does not begin what would take minutes', async () => {
    assert.equal(await problem(withIterations(10_000_001)), 'UNSUPPORTED (too-many-iterations)');
    assert.equal(await problem(withIterations(2)), 'WRONG_PASSWORD');
  });
});

describe('opening what OpenSSL writes', { skip: withoutTools('openssl') }, () => {
  const workshop = new CertificateWorkshop();
  before(() => {
    workshop.selfSigned('rsa', ['rsa:2048']);
    workshop.selfSigned('ec', ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384']);
  });
  after(() => workshop.remove());

  for (const [scheme, options] of Object.entries(SCHEMES)) {
    it(`opens ${scheme}, and knows a wrong password`, async () => {
      for (const name of ['rsa', 'ec']) {
        for (const password of [PASSWORD, 'çãõ-Sénha€', '', 'ž💡']) {
          const file = workshop.pkcs12(name, password, ...options);
          const { keys } = await openPkcs12(file, password);
          assert.equal(keys.length, 1);
          assert.equal(await problem(file, 'another'), 'WRONG_PASSWORD');
        }
      }
    });
  }

  it('opens what OpenSSL 1.0 writes, with each byte of the password as a character', async () => {
    for (const password of ['Senhação#123', 'ž💡']) {
      const misspelt = Buffer.from(password).toString('latin1');
      const file = workshop.pkcs12('rsa', misspelt, ...(SCHEMES['two-key triple DES'] ?? []));
      assert.equal((await openPkcs12(file, password)).keys.length, 1);
      assert.equal((await openPkcs12(file, ` ${password.normalize('NFD')}`)).keys.length, 1);
      assert.equal(await problem(file, `${password}x`), 'WRONG_PASSWORD');
    }
  });

  it('opens a password in composed and in decomposed letters, whichever is typed', async () => {
    const [composed, decomposed] = ['Senhação', 'Senhac\u0327a\u0303o'];
    for (const made of [composed, decomposed]) {
      for (const options of [[], ['-legacy']]) {
        const file = workshop.pkcs12('rsa', made, ...options);
        for (const typed of [composed, decomposed, `${composed}\n`])
          assert.equal((await openPkcs12(file, typed)).keys.length, 1);
        assert.equal(await problem(file, 'Senhacao'), 'WRONG_PASSWORD');
      }
    }
  });

  it('opens with a password that was pasted with blanks, and with one that has them', async () => {
    for (const typed of [`${PASSWORD} `, ` ${PASSWORD}\r\n`, `\u00a0${PASSWORD}\t`])
      assert.equal((await openPkcs12(workshop.pkcs12('rsa', PASSWORD), typed)).keys.length, 1);
    const own = workshop.pkcs12('rsa', ' a b ');
    assert.equal((await openPkcs12(own, ' a b ')).keys.length, 1);
    assert.equal(await problem(own, 'a b'), 'WRONG_PASSWORD');
    assert.equal(await problem(own, ' ab '), 'WRONG_PASSWORD');
    assert.equal((await openPkcs12(workshop.pkcs12('rsa', ''), ' ')).keys.length, 1);
  });

  it('says that a file without a key has none', async () => {
    const file = workshop.pkcs12('rsa', PASSWORD, '-nokeys');
    assert.equal(await problem(file), 'MALFORMED (no-key)');
  });
});

const sequence = (...parts: Uint8Array[]) => der(TAG.sequence, ...parts);
const octets = (length: number) => der(TAG.octetString, new Uint8Array(length));

/** An empty PKCS#12 with a MAC (of zeros) that takes so many iterations. */
function withIterations(count: number): Uint8Array<ArrayBuffer> {
  const number = Uint8Array.of(count >> 24, count >> 16, count >> 8, count);
  const data = der(TAG.oid, Buffer.from('2a864886f70d010701', 'hex'));
  const sha1 = sequence(der(TAG.oid, Buffer.from('2b0e03021a', 'hex')));
  const content = sequence(data, der(context(0), der(TAG.octetString, sequence())));
  const mac = sequence(sequence(sha1, octets(20)), octets(8), der(TAG.integer, number));
  return sequence(der(TAG.integer, Uint8Array.of(3)), content, mac);
}
