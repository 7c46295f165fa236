import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../../../test/support/free-port.ts';
import { AwsSignature } from '../../src/documents/aws-signature.ts';
import type { S3Settings } from '../../src/documents/s3-store.ts';
import { sha256 } from '../../src/domain/sha256.ts';

/** What has to be installed. */
export const SWIFT_PROGRAMS = ['swift-ring-builder', 'swift-proxy-server', 'swift-object-server'];

const KINDS = ['account', 'container', 'object'] as const;
const READY_WITHIN_MS = 60_000;

/** An OpenStack Swift for tests alone, with its S3 API, on this machine. */
export interface SwiftServer {
  readonly settings: S3Settings;
  /** Ends the server that answers, whose data stays, until it is resumed. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Ends all of it and removes its data. */
  stop(): Promise<void>;
}

const common = (folder: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${os.userInfo().username}
swift_dir = ${folder}
devices = ${path.join(folder, 'devices')}
mount_check = false
log_address = /nonexistent
`;

const storageServer = (kind: string): string => `[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;

const filter = (name: string, more = ''): string => `[filter:${name}]
use = egg:swift#${name}
${more}
`;

const proxyServer = (): string =>
  [
    '[pipeline:main]',
    'pipeline = catch_errors cache listing_formats s3api tempauth slo dlo keymaster encryption proxy-server',
    '[app:proxy-server]',
    'use = egg:swift#proxy',
    'account_autocreate = true',
    ...['catch_errors', 'listing_formats', 'slo', 'dlo', 'encryption'].map(name => filter(name)),
    filter('s3api', 'location = us-east-1'),
    filter('tempauth', 'user_test_tester = testing .admin'),
    filter('keymaster', `encryption_root_secret = ${randomBytes(32).toString('base64')}`),
    // No memcached: nothing is kept.
    '[filter:cache]',
    'use = egg:swift#memcache',
    'memcache_servers = 127.0.0.1:1',
  ].join('\n');

async function configure(folder: string, proxyPort: number): Promise<void> {
  const run = promisify(execFile);
  await mkdir(path.join(folder, 'devices', 'one'), { recursive: true });
  for (const kind of KINDS) {
    const port = await freePort();
    const ring = path.join(folder, `${kind}.builder`);
    await run('swift-ring-builder', [ring, 'create', '4', '1', '0']);
    await run('swift-ring-builder', [ring, 'add', `r1z1-127.0.0.1:${port}/one`, '1']);
    await run('swift-ring-builder', [ring, 'rebalance']);
    await writeFile(path.join(folder, `${kind}.conf`), common(folder, port) + storageServer(kind));
  }
  await writeFile(path.join(folder, 'proxy.conf'), common(folder, proxyPort) + proxyServer());
}

function startOne(folder: string, kind: string): ChildProcess {
  return spawn(`swift-${kind}-server`, [path.join(folder, `${kind}.conf`)], { stdio: 'ignore' });
}

async function endOne(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** 409 says that the bucket is there already. */
const MADE = [200, 409];

/** Makes the bucket, which succeeds once all servers answer. */
async function makeBucket({ bucketUrl, region, accessKeyId, secretAccessKey }: S3Settings): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  const signature = new AwsSignature({ region, accessKeyId, secretAccessKey });
  const bodyHash = sha256('').toString('hex');
  const request = { method: 'PUT', url: new URL(bucketUrl), headers: {}, bodyHash };
  const put = () => fetch(bucketUrl, { method: 'PUT', headers: signature.headers(request) });
  while (!MADE.includes((await put().catch(() => undefined))?.status ?? 0)) {
    if (Date.now() > deadline) throw new Error('Swift did not answer in time.');
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

/** Starts Debian's Swift: one server of each kind, one device, and an empty bucket. */
export async function startSwift(): Promise<SwiftServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-swift-'));
  const port = await freePort();
  await configure(folder, port);
  const servers = KINDS.map(kind => startOne(folder, kind));
  let proxy = startOne(folder, 'proxy');
  const settings: S3Settings = {
    bucketUrl: `http://127.0.0.1:${port}/documents`,
    prefix: '',
    region: 'us-east-1',
    accessKeyId: 'test:tester',
    secretAccessKey: 'testing',
    encryption: { kind: 'AES256' },
    directDownloads: true,
    adopts: false,
  };
  const stop = async () => {
    await Promise.all([proxy, ...servers].map(endOne));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await makeBucket(settings);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    settings,
    pause: () => endOne(proxy),
    async resume() {
      proxy = startOne(folder, 'proxy');
      await makeBucket(settings);
    },
    stop,
  };
}
