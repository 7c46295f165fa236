import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { X509Certificate } from 'node:crypto';
import { AuthorityMaterialError, createSealAuthority, openAuthority } from '../../src/pki/test-seal.ts';
import type { AuthorityMaterial } from '../../src/pki/test-seal.ts';
import { NOW } from '../support/sealing.ts';
import { runTool, withoutTools } from '../support/tools.ts';

const DAY_MS = 86_400_000;

/** Runs `openssl` with the options of a command line, plus arguments that may contain spaces. */
function openssl(options: string, ...more: string[]): string {
  const { status, stdout, stderr } = runTool('openssl', [...options.split(' '), ...more]);
  assert.equal(status, 0, stderr);
  return stdout.toString();
}

describe('the local authority', () => {
  let material: AuthorityMaterial;
  let folder: string;

  before(async () => {
    material = await createSealAuthority({ now: NOW });
    folder = mkdtempSync(path.join(tmpdir(), 'sign-session-authority-'));
    writeFileSync(path.join(folder, 'root.pem'), material.rootPem);
    writeFileSync(path.join(folder, 'intermediate.pem'), material.intermediatePem);
    writeFileSync(path.join(folder, 'leaf.pem'), material.certificatePem);
  });

  after(() => rmSync(folder, { recursive: true }));

  it('makes a chain that OpenSSL verifies strictly', { skip: withoutTools('openssl') }, () => {
    const at = Math.floor(NOW.getTime() / 1000);
    const answer = openssl(
      `verify -x509_strict -purpose smimesign -attime ${at} -CAfile`,
      path.join(folder, 'root.pem'),
      '-untrusted',
      path.join(folder, 'intermediate.pem'),
      path.join(folder, 'leaf.pem'),
    );
    assert.match(answer, /leaf\.pem: OK/);
  });

  it('is shaped like an ICP-Brasil e-CNPJ A1', { skip: withoutTools('openssl') }, () => {
    const leaf = path.join(folder, 'leaf.pem');
    const text = openssl('x509 -noout -text -in', leaf);
    assert.match(text, /Public-Key: \(2048 bit\)/);
    assert.match(text, /Policy: 2\.16\.76\.1\.2\.1\.\d+/);
    assert.match(text, /Digital Signature, Non Repudiation/);
    assert.match(text, /Subject:.*CN = SIGN SESSION LOCAL TEST LTDA:11222333000181/);
    const names = openssl('asn1parse -in', leaf);
    const alternatives = /X509v3 Subject Alternative Name[^\n]*\n[^\n]*HEX DUMP\]:([0-9A-F]+)/.exec(
      names,
    )?.[1];
    const values = Buffer.from(alternatives ?? '', 'hex').toString('latin1');
    assert.match(values, /PESSOA DE TESTE/, 'responsible person’s name (.2)');
    assert.match(values, /11222333000181/, 'CNPJ (.3)');
    assert.match(values, /01011990111444777350{11}0{15}/, 'birth date, CPF, NIS and RG (.4)');
    assert.match(values, /SIGN SESSION LOCAL TEST LTDA/, 'business name (.8)');
  });

  it('says in every name that it is a local test', () => {
    for (const pem of [material.rootPem, material.intermediatePem, material.certificatePem]) {
      const { subject, issuer } = new X509Certificate(pem);
      assert.match(subject, /LOCAL TEST/);
      assert.match(issuer, /LOCAL TEST/);
      assert.doesNotMatch(subject, /O=ICP-Brasil/);
    }
  });

  it('holds when the service’s clock is moved, years ahead or a year back', () => {
    const leaf = new X509Certificate(material.certificatePem);
    assert.ok(new Date(leaf.validFrom).getTime() <= NOW.getTime() - 365 * DAY_MS);
    assert.ok(new Date(leaf.validTo).getTime() >= NOW.getTime() + 4.9 * 365 * DAY_MS);
  });

  it('opens with the leaf first and a key that stays inside', async () => {
    const identity = await openAuthority(material);
    const subjects = identity.chain.map(der => new X509Certificate(der).subject.split('\n').at(-1));
    assert.deepEqual(subjects, [
      'CN=SIGN SESSION LOCAL TEST LTDA:11222333000181',
      'CN=Sign Session LOCAL TEST Intermediate CA',
      'CN=Sign Session LOCAL TEST Root CA',
    ]);
    assert.equal(identity.privateKey.extractable, false);
    await assert.rejects(crypto.subtle.exportKey('pkcs8', identity.privateKey));
  });

  it('refuses a key that is not the certificate’s, and damaged material', async () => {
    const other = await createSealAuthority({ now: NOW });
    const swapped = { ...material, privateKeyPem: other.privateKeyPem };
    await assert.rejects(openAuthority(swapped), AuthorityMaterialError);
    await assert.rejects(openAuthority({ ...material, certificatePem: 'nothing' }), (error: unknown) => {
      assert.ok(error instanceof AuthorityMaterialError);
      assert.ok(error.cause instanceof Error);
      assert.doesNotMatch(error.cause.message, /PRIVATE KEY/);
      return true;
    });
  });
});
