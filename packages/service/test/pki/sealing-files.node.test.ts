import assert from 'node:assert/strict';
import { generateKeyPairSync, createPrivateKey } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openSealingFiles } from '../../src/pki/sealing-files.ts';
import { NOW } from '../support/sealing.ts';
import { makeSealingCertificate, type SealingCertificate } from '../support/sealing-certificates.ts';

const DAY_MS = 86_400_000;

describe('the files of the operator’s sealing certificate', () => {
  let folder: string;
  let made: SealingCertificate;
  let other: SealingCertificate;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-seal-'));
    [made, other] = await Promise.all([makeSealingCertificate('UM', 30), makeSealingCertificate('DOIS')]);
  });
  after(() => rm(folder, { recursive: true }));

  async function open(certificate: string, key: string, now = NOW) {
    const files = { certificate: path.join(folder, 'seal.pem'), key: path.join(folder, 'key.pem') };
    await writeFile(files.certificate, certificate);
    await writeFile(files.key, key);
    return openSealingFiles(files, now);
  }

  test('open with the whole chain, and a key in either usual form', async () => {
    const chain = made.pem + made.rootPem;
    assert.equal((await open(chain, made.keyPem)).chain.length, 2);
    const pkcs1 = createPrivateKey(made.keyPem).export({ type: 'pkcs1', format: 'pem' }).toString();
    assert.equal((await open(chain, pkcs1)).chain.length, 2);
  });

  test('are refused with the reason, which holds nothing of the key', async () => {
    const chain = made.pem + made.rootPem;
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const ecPem = ec.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const mistakes = [
      [chain, other.keyPem, NOW, /is not the key of SEALING_CERTIFICATE/],
      [made.pem, made.keyPem, NOW, /must end with the root/],
      [made.pem + other.rootPem, made.keyPem, NOW, /certificate 2 did not issue certificate 1/],
      [made.rootPem + made.pem, made.keyPem, NOW, /may not sign|must end with the root/],
      ['', made.keyPem, NOW, /holds no certificate/],
      [chain, ecPem, NOW, /no RSA key/],
      [chain, 'nonsense', NOW, /no private key in PEM/],
      [chain, made.keyPem, new Date(NOW.getTime() + 31 * DAY_MS), /expired at/],
      [chain, made.keyPem, new Date(NOW.getTime() - 400 * DAY_MS), /is valid from/],
    ] as const;
    for (const [certificate, key, now, complaint] of mistakes) {
      await assert.rejects(open(certificate, key, now), (error: Error) => {
        assert.equal(error.name, 'SettingsError');
        assert.match(error.message, complaint);
        assert.doesNotMatch(error.message, /BEGIN|MII/);
        return true;
      });
    }
    await assert.rejects(openSealingFiles({ certificate: '/none', key: '/none' }, NOW), /cannot be read/);
  });
});
