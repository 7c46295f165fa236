/**
 * `npm run bench:memory`: what the service keeps of the machine's memory (VmRSS) twenty seconds after it is ready, and
 * after a thousand documents were signed, which is an hour of use: `npm start` with an empty data folder and again with
 * the same one, and the service on PostgreSQL as its image starts it. Needs /proc. Ends with code 1 above the bars.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceRun } from '../../packages/service/test/support/service-run.ts';
import { sessionRequest } from '../../packages/service/test/support/test-service.ts';
import { hasTool } from '../support/browsers.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { residentMegabytes, startAsImageDoes, startAsNpmDoes } from './service-starts.ts';

/** MB. */
const MOST = { embedded: 450, server: 250 } as const;
const SETTLED_AFTER_MS = 20_000;
const SIGNATURES = 1000;

async function post(address: string, init: RequestInit): Promise<Record<string, unknown>> {
  const answer = await fetch(address, { method: 'POST', ...init });
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}: ${await answer.text()}`);
  return Object(await answer.json());
}

/** From the upload of a PDF to its seal. */
async function signDocuments(url: string, count: number): Promise<void> {
  const client = { grant_type: 'client_credentials', client_id: 'local', client_secret: 'local-secret' };
  const { access_token: token } = await post(`${url}/oauth2/token`, { body: new URLSearchParams(client) });
  const send = (place: string, as: unknown, json: unknown) => {
    const headers = { Authorization: `Bearer ${String(as)}`, 'Content-Type': 'application/json' };
    return post(`${url}/v1/signing-sessions${place}`, { headers, body: JSON.stringify(json) });
  };
  for (let signed = 0; signed < count; signed += 1) {
    const { sessionId, clientSecret } = await send('', token, sessionRequest());
    await send(`/${String(sessionId)}/advance`, clientSecret, { action: 'accept' });
  }
}

let missed = false;

function report(label: string, megabytes: number, most: number): void {
  missed ||= megabytes > most;
  const verdict = megabytes > most ? 'MISSED' : 'held';
  console.log(`${label}: ${megabytes.toFixed(0)} MB, at most ${most} MB ${verdict}`);
}

async function measure(label: string, run: ServiceRun, most: number): Promise<void> {
  try {
    await delay(SETTLED_AFTER_MS);
    report(label, await residentMegabytes(run), most);
    await signDocuments(run.url, SIGNATURES);
    report(`  after ${SIGNATURES} signatures`, await residentMegabytes(run), most);
  } finally {
    await run.end('SIGTERM');
  }
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-bench-'));
try {
  await measure('npm start, empty folder', await startAsNpmDoes(folder), MOST.embedded);
  await measure('npm start, the same folder', await startAsNpmDoes(folder), MOST.embedded);
} finally {
  await rm(folder, { recursive: true });
}
if (hasTool('pg_ctlcluster')) {
  const server = await startPostgres();
  try {
    const run = await startAsImageDoes(folder, server.url);
    await measure('the service on PostgreSQL', run, MOST.server);
  } finally {
    await server.stop();
  }
} else console.log('PostgreSQL is not installed.');
process.exitCode = missed ? 1 : 0;
