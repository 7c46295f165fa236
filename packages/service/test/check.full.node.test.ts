import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { CertificateWorkshop } from '../../../test/support/certificate-files.ts';
import { newDataFolder } from '../../../test/support/ready-service.ts';
import { repositoryRoot } from '../../../test/support/repository.ts';
import { readSetting } from '../src/storage/settings.ts';
import { openDatabaseServer } from '../src/storage/postgres.ts';
import { startFakeS3, type FakeS3 } from './support/fake-s3.ts';
import { openMailServer } from './support/message-takers.ts';
import { OpensslTimestamps } from './support/openssl-timestamps.ts';
import { makeSealingCertificate } from './support/sealing-certificates.ts';
import { commandFor, runService, type ServiceRun } from './support/service-run.ts';
import { createServerDatabase, type ServerDatabase } from './support/test-database.ts';

interface Checked {
  readonly code: number | null;
  readonly output: string;
  /** The line about a part. */
  readonly line: (part: string) => string;
}

/** `sign-session-service --check` as a process, with these settings alone. */
async function check(env: Record<string, string>, args: readonly string[] = []): Promise<Checked> {
  const script = commandFor('packages/service/src/bin.ts');
  const child = spawn(process.execPath, [...script, '--check', ...args], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', ...env },
  });
  const exited = once(child, 'exit');
  const [out, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await exited;
  return {
    code: child.exitCode,
    output: out + complaints,
    line: part => out.split('\n').find(line => line.includes(` ${part}: `)) ?? '',
  };
}

/** A port on which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has one
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const SECRET = 'a-secret-of-the-operator';
const REACHED = { PUBLIC_URL: 'https://sign.invalid', LOCAL_CLIENT_SECRET: SECRET };

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-check-'));
});
after(() => rm(folder, { recursive: true, force: true }));

describe('the check of an installation', () => {
  test('finds nothing wrong with a first start on this machine, and makes nothing', async () => {
    const { code, output, line } = await check({ DATA_DIR: path.join(folder, 'new') });
    assert.equal(code, 0, output);
    assert.match(line('Settings'), /^ok {7}Settings: local mode/);
    assert.match(line('Data folder'), /^ok .*made at the first start/);
    assert.match(line('Public address'), /^ok .*this machine alone/);
    assert.deepEqual(await readdir(folder), []);
  });

  test('says in one line each what production lacks, and fails for what is dangerous', async () => {
    const { code, output, line } = await check({ ...REACHED, DATA_DIR: folder, PUBLICURL: 'x' });
    assert.equal(code, 1, output);
    assert.match(line('Sealing'), /^danger .*test certificate.*SEALING_CERTIFICATE/);
    assert.match(line('E-mail'), /^missing .*SMTP_URL/);
    assert.match(line('Trusted roots'), /^missing .*TRUSTED_ROOTS/);
    assert.match(line('Timestamps'), /^missing .*TSA_URL/);
    assert.match(line('Public address'), /^danger .*sign\.invalid .*name/);
    assert.match(output, /^danger +Settings: PUBLICURL .*Is PUBLIC_URL meant\?$/m);
    for (const each of output.trim().split('\n')) assert.match(each, /^(?:ok|missing|danger) +\S/);
  });

  test('says why settings cannot be used, and looks no further', async () => {
    const { code, output } = await check({ PUBLIC_URL: 'https://sign.example' });
    assert.equal(code, 1);
    assert.match(output, /^danger +Settings: Production needs a client .*\n$/);
  });

  test('is refused beside an unknown option', async () => {
    const { code, output } = await check({}, ['--chek']);
    assert.equal(code, 2);
    assert.match(output, /Unknown option '--chek'.*--check/);
  });

  test('reads the files that the settings name', async () => {
    const { pem, rootPem, keyPem } = await makeSealingCertificate('Operator', 4000);
    const write = async (name: string, contents: string) => {
      const file = path.join(folder, name);
      await writeFile(file, contents, { mode: 0o600 });
      return file;
    };
    const files = {
      SEALING_CERTIFICATE: await write('seal.pem', `${pem}\n${rootPem}`),
      SEALING_KEY: await write('seal.key', keyPem),
      TRUSTED_ROOTS: await write('roots.pem', rootPem),
      TENANTS_FILE: await write('tenants.json', '{"tenants": [{"tenantId": 1}]}'),
      CLOUD_PROVIDERS_FILE: await write('providers.json', '{'),
    };
    const first = await check({ DATA_DIR: folder, ...files });
    assert.match(first.line('Sealing'), /^ok .*Operator.* \d+ days/);
    assert.match(first.line('Trusted roots'), /^ok .*1 certificate/);
    assert.match(first.line('Tenants'), /^danger .*tenants\.json/);
    assert.match(first.line('Cloud providers'), /^danger .*providers\.json is not JSON/);
    assert.equal(first.code, 1);
    await chmod(files.SEALING_KEY, 0o644);
    await write('seal.pem', rootPem);
    const second = await check({ DATA_DIR: folder, ...files });
    assert.match(second.line('Sealing'), /^danger .*SEALING_/);
    assert.doesNotMatch(second.output, /BEGIN|MII/);
  });

  test('connects to what the settings name, and sends nothing to anybody', async () => {
    const mail = await openMailServer();
    const tsa = new OpensslTimestamps();
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      const query = Buffer.concat(await request.toArray());
      response.writeHead(200, { 'Content-Type': 'application/timestamp-reply' }).end(tsa.answer(query));
    };
    const authority = createServer((request, response) => void answer(request, response)).listen(
      0,
      '127.0.0.1',
    );
    await once(authority, 'listening');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has one
    const { port } = authority.address() as AddressInfo;
    const reached = {
      DATA_DIR: folder,
      SMTP_URL: mail.url,
      MAIL_FROM: 'a@b.example',
      TSA_URL: `http://127.0.0.1:${port}/?key=hidden-key`,
      SMS_GATEWAY_URL: `http://127.0.0.1:${port}/sms`,
    };
    const there = await check(reached);
    assert.match(there.line('E-mail'), /^ok /);
    assert.match(there.line('SMS'), /^ok /);
    assert.match(there.line('Timestamps'), /^ok /);
    assert.equal(there.code, 0, there.output);
    assert.deepEqual(mail.mails, []);
    authority.closeAllConnections();
    authority.close();
    await mail.close();
    tsa.remove();
    const away = await check(reached);
    for (const part of ['E-mail', 'SMS', 'Timestamps']) assert.match(away.line(part), /^danger /, part);
    assert.doesNotMatch(there.output + away.output, /hidden-key/);
    assert.equal(away.code, 1);
  });

  test('looks at the certificate of the public address, and at who answers there', async () => {
    const workshop = new CertificateWorkshop();
    workshop.selfSigned('site', ['rsa:2048'], '-addext', 'subjectAltName=DNS:localhost');
    let health: unknown = 'Welcome to nginx';
    const options = {
      key: Buffer.from(workshop.read('site.key')),
      cert: Buffer.from(workshop.read('site.pem')),
    };
    let status = 200;
    const site = createHttpsServer(
      options,
      (_, response) => void response.writeHead(status).end(JSON.stringify(health)),
    );
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has one
    const { port } = site.address() as AddressInfo;
    const roots = path.join(folder, 'site.pem');
    await writeFile(roots, workshop.read('site.pem'));
    const env = { ...REACHED, LOCAL_MODE: 'off', PUBLIC_URL: `https://localhost:${port}`, DATA_DIR: folder };
    const line = async (more: Record<string, string> = {}) =>
      (await check({ ...env, ...more })).line('Public address');
    assert.match(await line(), /^danger .*self-signed certificate.*Look at the proxy’s certificate/);
    const trusting = { NODE_EXTRA_CA_CERTS: roots };
    assert.match(await line(trusting), /^danger .*is not this service/);
    status = 503;
    assert.match(await line(trusting), /^missing .*a proxy answers .*503.*start the service/i);
    const parts = { database: { status: 'healthy' }, documents: { status: 'unhealthy' } };
    health = { status: 'unhealthy', version: '1.0.0', services: parts };
    assert.match(await line(trusting), /^danger .*is unhealthy: documents unhealthy/);
    health = { status: 'healthy', version: '1.0.0', services: { database: parts.database } };
    assert.match(await line(trusting), /^ok .*version 1\.0\.0, healthy/);
    site.closeAllConnections();
    site.close();
    await once(site, 'close');
    assert.match(await line(), /^missing .*Nobody answers .*ECONNREFUSED/);
    workshop.remove();
  });

  test('ends in time where something takes connections and says nothing', { timeout: 60_000 }, async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has one
    const { port } = silent.address() as AddressInfo;
    const began = performance.now();
    const { code, output, line } = await check({
      DATABASE_URL: `postgres://me:hidden-word@127.0.0.1:${port}/any`,
      LOCAL_MODE: 'on',
      TSA_URL: `http://127.0.0.1:${port}/`,
    });
    assert.ok(performance.now() - began < 30_000, output);
    assert.match(line('Database'), /^danger /);
    assert.match(line('Timestamps'), /^danger /);
    assert.doesNotMatch(output, /hidden-word/);
    assert.equal(code, 1);
    silent.closeAllConnections();
    silent.close();
  });
});

describe('the check beside a running service', () => {
  let data: string;
  let run: ServiceRun;
  before(async () => {
    data = await newDataFolder();
    run = await runService(data);
  });
  after(async () => {
    await run.end('SIGTERM');
    await rm(data, { recursive: true, force: true });
  });

  test('knows it by its address, and a folder that another process holds', async () => {
    const port = new URL(run.url).port;
    const same = await check({ DATA_DIR: data, PORT: port });
    assert.match(same.line('Data folder'), /^ok .*in use by the service at/);
    assert.equal(same.code, 0, same.output);
    const other = await check({ DATA_DIR: data, PORT: String(await closedPort()) });
    assert.match(other.line('Data folder'), /^danger .*in use by process \d+/);
    assert.equal(other.code, 1);
  });
});

const { TEST_DATABASE_URL: server = '', TEST_DATABASE_TEMPLATE: template = '' } = process.env;

describe('the check of a database server and a bucket', { skip: server === '' }, () => {
  let database: ServerDatabase;
  let store: FakeS3;
  const settings = () => ({
    LOCAL_MODE: 'on',
    DATABASE_URL: database.url,
    S3_BUCKET_URL: store.settings.bucketUrl,
    S3_ACCESS_KEY_ID: 'test',
    S3_SECRET_ACCESS_KEY: 'hidden-secret',
  });
  before(async () => {
    database = await createServerDatabase(server);
    store = await startFakeS3();
  });
  after(async () => {
    await store.close();
    await database.drop();
  });

  async function tables(): Promise<number> {
    const own = openDatabaseServer(database.url);
    const [row] = await own.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM pg_tables WHERE schemaname = 'public'",
    );
    await own.close();
    return row?.count ?? 0;
  }

  test('takes an empty pair, and leaves it empty', async () => {
    const { code, output, line } = await check(settings());
    assert.match(line('Database'), /^ok .*PostgreSQL \d+.*empty/);
    assert.match(line('Bucket'), /^ok .*nobody/);
    assert.equal(code, 0, output);
    assert.equal(await tables(), 0);
    assert.equal(store.objects.size, 0);
    assert.doesNotMatch(output, /hidden-secret/);
  });

  test('tells a bucket of another database, one that is away, and one that takes nothing', async () => {
    store.objects.set('owner.txt', { bytes: Buffer.from('db_other\n'), headers: {}, writtenAt: new Date() });
    const other = await check(settings());
    assert.match(other.line('Bucket'), /^danger .*another database.*S3_ADOPT/);
    assert.equal(other.code, 1);
    assert.deepEqual([...store.objects.keys()], ['owner.txt']);
    store.always = { kind: 'status', status: 403 };
    assert.match((await check(settings())).line('Bucket'), /^danger .*403/);
    store.always = undefined;
    store.objects.clear();
  });

  test(
    'knows the installation at the public address from another one',
    { skip: template === '' },
    async () => {
      const own = await createServerDatabase(server, template);
      const stranger = await createServerDatabase(server, template);
      const run = await runService(folder, { ...settings(), DATABASE_URL: own.url, DATA_DIR: '' });
      try {
        const at = { PUBLIC_URL: run.url, PORT: new URL(run.url).port };
        const mine = await check({ ...settings(), ...at, DATABASE_URL: own.url });
        assert.match(mine.line('Public address'), /^ok .*this installation/);
        assert.match(mine.line('Bucket'), /^ok .*this database’s/);
        assert.equal(mine.code, 0, mine.output);
        store.objects.set('count.txt', { bytes: Buffer.from('900\n'), headers: {}, writtenAt: new Date() });
        const restored = await check({ ...settings(), ...at, DATABASE_URL: own.url });
        assert.match(restored.line('Bucket'), /^danger .*later state of the database.*S3_ADOPT/);
        const theirs = await check({ ...settings(), ...at, DATABASE_URL: stranger.url });
        assert.match(theirs.line('Public address'), /^danger .*Another installation/);
        assert.match(theirs.line('Bucket'), /^danger .*another database/);
      } finally {
        await run.end('SIGTERM');
      }
      const left = openDatabaseServer(stranger.url);
      assert.equal(await readSetting(left, 'database-id'), undefined, 'nothing was written');
      await left.close();
      await own.drop();
      await stranger.drop();
      store.objects.clear();
    },
  );

  test('tells a database that takes no changes, and one of a newer version', async () => {
    const own = openDatabaseServer(database.url);
    await own.query('CREATE TABLE schema_steps (step integer PRIMARY KEY)');
    await own.query('INSERT INTO schema_steps SELECT generate_series(1, 9999)');
    assert.match((await check(settings())).line('Database'), /^danger .*newer version/);
    await own.query('DELETE FROM schema_steps WHERE step > 3');
    assert.match((await check(settings())).line('Database'), /^ok .*steps .*UPGRADING|^ok .*next start/);
    const standby = `${database.url}?options=-c%20default_transaction_read_only%3Don`;
    assert.match(
      (await check({ ...settings(), DATABASE_URL: standby })).line('Database'),
      /^danger .*no changes/,
    );
    await own.query('DROP TABLE schema_steps');
    await own.close();
  });
});
