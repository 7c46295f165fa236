import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openPkcs12 } from '../../../../src/certificate/pkcs12/open-pkcs12.ts';
import { CertificateWorkshop, PASSWORD } from '../../../../test/support/certificate-files.ts';
import { openTestService, START, type Answer, type TestService } from '../support/test-service.ts';
import { runTool, withoutTools } from '../support/tools.ts';

const DAY_MS = 86_400_000;
const LIST = '/pki/test-signers.crl';

let service: TestService;
let workshop: CertificateWorkshop;
before(async () => {
  service = await openTestService();
  workshop = new CertificateWorkshop();
});
after(async () => {
  workshop.remove();
  await service.close();
});

async function certificates(): Promise<Answer['body']> {
  return (await service.call('/_local/certificates')).body;
}

async function bytesAt(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await service.fetch(new Request(new URL(address, 'http://127.0.0.1:4010')));
  assert.equal(response.status, 200, address);
  return new Uint8Array(await response.arrayBuffer());
}

async function fileNamed(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return bytesAt(`/_local/certificates/${name}.p12`);
}

/** The output of `openssl pkcs12` for a file, with its certificates. */
async function shown(name: string): Promise<string> {
  workshop.write(`${name}.p12`, await fileNamed(name));
  const args = ['pkcs12', '-in', workshop.path(`${name}.p12`), '-passin', `pass:${PASSWORD}`];
  const { status, stdout, stderr } = runTool('openssl', [...args, '-nodes', '-legacy', '-info']);
  assert.equal(status, 0, stderr);
  return stdout.toString() + stderr;
}

/** The output of `openssl verify` for a file's certificate, with the authority's list. */
async function verified(name: string, at = START): Promise<string> {
  const pems = (await shown(name)).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const [leaf = '', issuer = '', root = ''] = pems;
  const list = Buffer.from(await bytesAt(LIST)).toString('base64');
  const parts = { leaf, issuer, root, list: `-----BEGIN X509 CRL-----\n${list}\n-----END X509 CRL-----\n` };
  for (const [part, pem] of Object.entries(parts)) {
    writeFileSync(path.join(workshop.folder, `${part}.pem`), `${pem.replaceAll(/(.{64})(?=.)/g, '$1\n')}\n`);
  }
  const [leafFile = '', issuerFile = '', rootFile = '', listFile = ''] = Object.keys(parts).map(part =>
    workshop.path(`${part}.pem`),
  );
  const seconds = String(Math.floor(at.getTime() / 1000));
  const trust = ['-CAfile', rootFile, '-untrusted', issuerFile, '-CRLfile', listFile, '-crl_check'];
  const { stdout, stderr } = runTool('openssl', [
    'verify',
    '-x509_strict',
    '-attime',
    seconds,
    ...trust,
    leafFile,
  ]);
  return stdout.toString() + stderr;
}

describe('the test certificates', () => {
  it('are made when somebody asks, and then stay', async () => {
    assert.equal((await service.call(LIST)).status, 404, 'there is no authority yet');
    const [first, second] = await Promise.all([fileNamed('good'), fileNamed('good')]);
    assert.deepEqual(first, second, 'two at once get the same');
    assert.equal((await service.call('/_local/reset', { method: 'POST' })).status, 200);
    assert.deepEqual(await fileNamed('good'), first, 'a reset keeps them');
    const restarted = await service.restart();
    const again = await restarted.fetch(new Request('http://127.0.0.1:4010/_local/certificates/good.p12'));
    assert.deepEqual(new Uint8Array(await again.arrayBuffer()), first, 'and so does a restart');
  });

  it('are listed with what opens them, the one that works first', async () => {
    const list = await certificates();
    assert.deepEqual(list[0], {
      name: 'good',
      password: PASSWORD,
      cpf: '52998224725',
      downloadUrl: 'http://127.0.0.1:4010/_local/certificates/good.p12',
    });
    assert.deepEqual(
      list.map(({ name }: { name: string }) => name),
      ['good', 'legacy', 'ec', 'ecnpj', 'other-cpf', 'expired', 'not-yet-valid', 'revoked', 'weak'],
    );
    assert.equal(list.find(({ name }: { name: string }) => name === 'ecnpj').cnpj, '11222333000181');
    assert.equal(list.find(({ name }: { name: string }) => name === 'other-cpf').cpf, '11144477735');
  });

  it('come as files to save, from this machine only', async () => {
    const response = await service.fetch(new Request('http://127.0.0.1:4010/_local/certificates/ec.p12'));
    assert.equal(response.headers.get('Content-Type'), 'application/x-pkcs12');
    assert.equal(response.headers.get('Content-Disposition'), 'attachment; filename="ec.p12"');
    const connection = { remoteAddress: '203.0.113.7' };
    assert.equal((await service.call('/_local/certificates', { connection })).status, 403);
    assert.equal((await service.call('/_local/certificates/good.p12', { connection })).status, 403);
    assert.equal((await service.call('/_local/certificates/none.p12')).status, 404);
  });

  it('open on the page that signs, each with its key and its chain', async () => {
    for (const { name } of await certificates()) {
      const opened = await openPkcs12(await fileNamed(name), PASSWORD);
      assert.equal(opened.keys.length, 1, name);
      assert.equal(opened.certificates.length, 3, name);
    }
  });
});

describe('the test certificates beside OpenSSL', { skip: withoutTools('openssl') }, () => {
  it('are in the encryption that they say', async () => {
    assert.match(await shown('legacy'), /pbeWithSHA1And40BitRC2-CBC/);
    assert.match(await shown('legacy'), /Shrouded Keybag: pbeWithSHA1And3-KeyTripleDES-CBC/);
    assert.match(await shown('legacy'), /MAC: sha1/);
    assert.match(await shown('good'), /Shrouded Keybag: PBES2, PBKDF2, AES-256-CBC/);
    assert.match(await shown('good'), /MAC: sha256/);
  });

  it('are valid where they should be, and not where not', async () => {
    for (const name of ['good', 'legacy', 'ec', 'ecnpj', 'other-cpf'])
      assert.match(await verified(name), /: OK/, name);
    assert.match(await verified('expired'), /certificate has expired/);
    assert.match(await verified('not-yet-valid'), /certificate is not yet valid/);
    assert.match(await verified('revoked'), /certificate revoked/);
  });

  it('stay so wherever the clock is moved to', async () => {
    for (const days of [-299, 4 * 365 - 1]) {
      const at = new Date(START.getTime() + days * DAY_MS);
      assert.equal((await service.call('/_local/clock', { json: { at: at.toISOString() } })).status, 200);
      assert.match(await verified('good', at), /: OK/);
      assert.match(await verified('expired', at), /certificate has expired/);
      assert.match(await verified('not-yet-valid', at), /certificate is not yet valid/);
      assert.match(await verified('revoked', at), /certificate revoked/);
    }
  });

  it('timestamps over HTTP, as OpenSSL verifies', { skip: withoutTools('openssl') }, async () => {
    const pems =
      (await shown('good')).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    workshop.write('root.pem', pems.at(-1) ?? '');
    workshop.write('stamped', 'Contrato');
    workshop.run('openssl', 'ts', '-query', '-data', 'stamped', '-sha256', '-cert', '-out', 'query');
    const response = await service.fetch(
      new Request('http://127.0.0.1:4010/pki/test-signers/tsa', {
        method: 'POST',
        headers: { 'Content-Type': 'application/timestamp-query' },
        body: workshop.read('query'),
      }),
    );
    assert.equal(response.headers.get('Content-Type'), 'application/timestamp-reply');
    workshop.write('reply', new Uint8Array(await response.arrayBuffer()));
    const at = String(Math.floor(START.getTime() / 1000));
    const verify = ['ts', '-verify', '-queryfile', 'query', '-in', 'reply', '-CAfile', 'root.pem'];
    assert.match(workshop.output('openssl', ...verify, '-attime', at), /Verification: OK/);
  });
});
