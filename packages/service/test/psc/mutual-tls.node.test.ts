import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { byMutualTls, readProvidersFile } from '../../src/cloud-certificates/providers.ts';
import { SettingsError } from '../../src/support/settings-error.ts';
import { repositoryRoot } from '../../../../test/support/repository.ts';
import { runTool, withoutTools } from '../support/tools.ts';

let folder: string;
let server: Server;
let address: string;
const skip = withoutTools('openssl');

const inFolder = (name: string) => path.join(folder, name);
const pem = (name: string) => readFileSync(inFolder(name), 'latin1');

const run = promisify(execFile);

const ASKING = `
  import { readFileSync } from 'node:fs';
  import { byMutualTls } from './packages/service/src/cloud-certificates/providers.ts';
  const { FOLDER, ADDRESS } = process.env;
  const read = name => readFileSync(FOLDER + '/' + name, 'latin1');
  const send = byMutualTls({ certificate: read('acme.pem'), key: read('acme.key') });
  const found = [];
  for (const [path, init] of [['/', { method: 'POST', body: '{}' }], ['/redirect', {}]]) {
    const answer = await send(ADDRESS + path, init);
    found.push({ status: answer.status, ...(await answer.json()) });
  }
  found.push(await send(ADDRESS + '/odd', {}).catch(error => error.message));
  console.log(JSON.stringify(found));
`;

function selfSigned(name: string, host: string): void {
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${host}`];
  const files = ['-keyout', inFolder(`${name}.key`), '-out', inFolder(`${name}.pem`)];
  runTool('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files]);
}

describe('a provider that wants mutual TLS', { skip }, () => {
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-test-'));
    selfSigned('acme', 'DNS:acme.example');
    selfSigned('psc', 'IP:127.0.0.1');
    const identity = { cert: pem('psc.pem'), key: pem('psc.key') };
    server = createServer({ ...identity, ca: pem('acme.pem'), requestCert: true }, (request, response) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server has no other connections
      const { CN } = (request.socket as TLSSocket).getPeerCertificate().subject;
      if (request.url === '/odd') response.writeHead(999);
      if (request.url === '/redirect') response.writeHead(302, { Location: '/' });
      response.end(JSON.stringify({ client: CN, method: request.method }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    address = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });

  test('is told by its certificate who asks, and no redirect is followed', async () => {
    const { stdout } = await run(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', ASKING], {
      // Only a process of its own can be told to trust the provider's authority.
      env: { ...process.env, NODE_EXTRA_CA_CERTS: inFolder('psc.pem'), FOLDER: folder, ADDRESS: address },
      cwd: repositoryRoot,
    });
    assert.deepEqual(JSON.parse(stdout), [
      { status: 200, client: 'acme', method: 'POST' },
      { status: 302, client: 'acme', method: 'GET' },
      'The provider answers 999.',
    ]);
  });

  test('is not spoken to where its own certificate is not trusted', async () => {
    const send = byMutualTls({ certificate: pem('acme.pem'), key: pem('acme.key') });
    await assert.rejects(send(address, { method: 'POST', body: '{}' }), /self-signed certificate/);
  });

  test('is configured by files beside the providers’', async () => {
    const provider = {
      id: 'psc',
      name: 'PSC',
      variant: 'vidaas',
      address,
      clientId: 'acme',
      secret: 'secret',
      clientCertificate: { certificate: 'acme.pem', key: 'acme.key' },
    };
    await writeFile(inFolder('providers.json'), JSON.stringify({ providers: [provider] }));
    const [found] = await readProvidersFile(inFolder('providers.json'), {});
    assert.ok(found?.protocol === 'psc');
    assert.equal(found.clientCertificate?.key, pem('acme.key'));
    const mixed = { ...provider, clientCertificate: { certificate: 'acme.pem', key: 'psc.key' } };
    await writeFile(inFolder('mixed.json'), JSON.stringify({ providers: [mixed] }));
    await assert.rejects(readProvidersFile(inFolder('mixed.json'), {}), (error: Error) => {
      assert.ok(error instanceof SettingsError);
      return /not a certificate and its key/.test(error.message);
    });
  });
});
