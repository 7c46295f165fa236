import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { checkSignature, readCertificate } from '@sign-session/certificates';
import type { TokenCertificate } from '../src/keystore/keystore.ts';
import { TokenKeystore } from '../src/pkcs11/token-keystore.ts';
import { SoftToken, whyNoTokens } from './support/softhsm.ts';
import { Questions } from '../src/questions/questions.ts';
import { PageConnection, startTestBridge, TestDialogs } from './support/test-bridge.ts';

const MESSAGE = Buffer.from('What is signed');
const DIGEST = createHash('sha256').update(MESSAGE).digest();
const KINDS = [
  { name: 'rsa', options: ['rsa:2048'], id: 'a1', scheme: 'RSA' },
  { name: 'ec', options: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], id: 'a2', scheme: 'ECDSA' },
] as const;

const why = whyNoTokens();

describe('a token by PKCS#11', { skip: why ?? false }, () => {
  const { signal } = new AbortController();
  let token: SoftToken;
  let keystore: TokenKeystore;
  before(() => {
    token = new SoftToken();
    for (const { name, options, id } of KINDS) {
      token.workshop.selfSigned(name, options, '-addext', 'basicConstraints=critical,CA:FALSE');
      token.add(name, id);
    }
    token.workshop.selfSigned('authority', ['rsa:2048']);
    token.add('authority', 'a3');
    keystore = new TokenKeystore([token.module], token.env);
  });
  after(() => token?.remove());

  const named = async (name: string): Promise<TokenCertificate> => {
    const found = await keystore.certificates(signal);
    const certificate = found.find(({ der }) => readCertificate(der).subject.display === name);
    assert(certificate !== undefined);
    return certificate;
  };

  it('shows its certificates for signing, and no authority’s', async () => {
    const found = await keystore.certificates(signal);
    const names = found.map(({ der }) => readCertificate(der).subject.display);
    assert.deepEqual(names.toSorted(), ['ec', 'rsa']);
    assert.deepEqual(
      new Set(found.map(({ pin, tries, token: label }) => `${pin} ${tries} ${label}`)),
      new Set(['typed enough Test token']),
    );
  });

  it('shows a certificate once that two drivers know', async () => {
    const both = new TokenKeystore([token.module, token.module], token.env);
    assert.equal((await both.certificates(signal)).length, 2);
  });

  for (const { name, scheme } of KINDS) {
    it(`signs by ${name}, as our verifier and OpenSSL find`, async () => {
      const certificate = await named(name);
      const [signature = new Uint8Array()] = await keystore.sign(certificate, [DIGEST], token.pin, signal);
      const { publicKey } = readCertificate(certificate.der);
      const check = { scheme, hash: 'SHA-256' } as const;
      const value = new Uint8Array(signature);
      assert.equal(await checkSignature(publicKey, check, new Uint8Array(MESSAGE), value), 'valid');
      token.workshop.write('message', MESSAGE);
      token.workshop.write('signature', signature);
      token.workshop.run('openssl', 'x509', '-in', `${name}.pem`, '-pubkey', '-noout', '-out', 'public.pem');
      token.workshop.run(
        'openssl',
        'dgst',
        '-sha256',
        '-verify',
        'public.pem',
        '-signature',
        'signature',
        'message',
      );
    });
  }

  it('says that a PIN is wrong', async () => {
    const certificate = await named('rsa');
    await assert.rejects(keystore.sign(certificate, [DIGEST], '9999', signal), { problem: 'pin-wrong' });
    await assert.rejects(keystore.sign(certificate, [DIGEST], 'x', signal), { problem: 'pin-wrong' });
  });

  it('is missed when it was taken out', async () => {
    const certificate = await named('rsa');
    const empty = new SoftToken('Another');
    try {
      const without = new TokenKeystore([token.module], empty.env);
      await assert.rejects(without.sign(certificate, [DIGEST], token.pin, signal), { problem: 'no-token' });
      await assert.rejects(without.certificates(signal), { problem: 'no-certificate' });
    } finally {
      empty.remove();
    }
  });

  it('is not there without a driver, and with one that can’t be loaded', async () => {
    await assert.rejects(new TokenKeystore([]).certificates(signal), { problem: 'no-module' });
    const unusable = new TokenKeystore([token.workshop.path('rsa.pem')], token.env);
    await assert.rejects(unusable.certificates(signal), { problem: 'module-unusable' });
  });

  it('is left at once when the page goes', async () => {
    const certificate = await named('rsa');
    const gone = new AbortController();
    const signing = keystore.sign(certificate, [DIGEST], token.pin, gone.signal);
    gone.abort();
    await assert.rejects(signing, { problem: 'failed' });
  });

  it('signs 500 documents for a page, each by its own hash, after a wrong PIN', async () => {
    const dialogs = new TestDialogs();
    const questions = new Questions(dialogs, 'en');
    const bridge = await startTestBridge({ keystore, questions });
    const page = new PageConnection(bridge.port);
    try {
      await page.opened();
      await page.ask('pair');
      const names = (await keystore.certificates(signal)).map(
        ({ der }) => readCertificate(der).subject.display,
      );
      dialogs.answers = [names.indexOf('ec'), true, 'wrong', token.pin];
      const { result } = await page.ask('getSigningCertificate');
      const messages = Array.from({ length: 500 }, (_, index) => Buffer.from(`Document ${index}`));
      const documents = messages.map((message, index) => ({
        id: `d${index}`,
        hash: createHash('sha256').update(message).digest('base64'),
        label: `Document ${index}`,
      }));
      const certificate = String(result?.['certificate']);
      const signed = await page.ask('signBatch', { certificate, hashFunction: 'SHA-256', documents });
      const { publicKey } = readCertificate(new Uint8Array(Buffer.from(certificate, 'base64')));
      const { signatures = [] }: { signatures?: { id: string; signature: string }[] } = signed.result ?? {};
      const verdicts = await Promise.all(
        signatures.map(({ signature }, index) =>
          checkSignature(
            publicKey,
            { scheme: publicKey.type === 'EC' ? 'ECDSA' : 'RSA', hash: 'SHA-256' },
            new Uint8Array(messages[index] ?? []),
            new Uint8Array(Buffer.from(signature, 'base64')),
          ),
        ),
      );
      assert.equal(verdicts.length, 500);
      assert.deepEqual([...new Set(verdicts)], ['valid']);
    } finally {
      page.socket.terminate();
      await bridge.close();
    }
  });
});
