/**
 * `npm run bench:examination`: how long a small document waits to be taken while the service examines others: six
 * uploads of 19,000 pages, of another tenant and of the same; thirty small ones at once; a file that is made to cost all
 * the processor time that there is, the first time and the second, and five such files together, which only shows what
 * a new process takes to start beside them. Times are of this machine, and of the clock.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openFileStore } from '../../packages/service/src/documents/file-store.ts';
import { createLocalMode } from '../../packages/local/src/index.ts';
import { createService } from '../../packages/service/src/main/service.ts';
import { openEmbeddedDatabase } from '../../packages/service/src/storage/pglite.ts';
import { onePagePdf, pagesPdf } from '../support/small-pdf.ts';

const BASE = 'http://127.0.0.1:4010';
const LARGE_PAGES = 19_000;
const LARGE_AT_ONCE = 6;
const SMALL_AT_ONCE = 30;
const HOSTILE_BYTES = 6_600_000;
/** Until the others have begun. */
const AHEAD_MS = 500;
const MOST_BEHIND_OTHERS_MS = 5000;

const small = onePagePdf('Contrato');
const hostileFile = (name: string) =>
  Buffer.from(`%PDF-1.7\n%${name}\n${'1 0 obj << '.repeat(HOSTILE_BYTES / 11)}`);
const hostile = hostileFile('hostile');

const folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-bench-'));
const database = await openEmbeddedDatabase(path.join(folder, 'database'));
const documents = await openFileStore(path.join(folder, 'documents'));
const service = await createService({ local: createLocalMode(), database, documents, publicUrl: BASE });

interface Created {
  readonly status: number;
  readonly milliseconds: number;
}

function post(address: string, init: RequestInit): Promise<Response> {
  return service.fetch(new Request(BASE + address, { method: 'POST', ...init }));
}

async function tokenOf(id: string): Promise<string> {
  const client = { grant_type: 'client_credentials', client_id: id, client_secret: `${id}-secret` };
  const answer = await post('/oauth2/token', { body: new URLSearchParams(client) });
  return (await answer.json()).access_token;
}

async function create(token: string, file: Uint8Array): Promise<Created> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({
    policy: { profile: 'CLICK_ONLY' },
    signer: { name: 'Maria da Silva', cpf: '52998224725' },
    document: { content: Buffer.from(file).toString('base64') },
  });
  const start = performance.now();
  const { status } = await post('/v1/signing-sessions', { headers, body });
  return { status, milliseconds: performance.now() - start };
}

/** By somebody without a token. */
async function verify(file: Uint8Array): Promise<Created> {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ content: Buffer.from(file).toString('base64') });
  const start = performance.now();
  const { status } = await post('/v1/verify/document', { headers, body });
  return { status, milliseconds: performance.now() - start };
}

function describe(created: readonly Created[]): string {
  const statuses = new Map<number, number>();
  for (const { status } of created) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const counts = [...statuses].map(([status, count]) => `${count} × ${status}`);
  return `${counts.join(', ')}, ${seconds(Math.max(...created.map(({ milliseconds }) => milliseconds)))} for the last`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

/** A small document, sent while others are examined. */
async function behind(label: string, others: () => Promise<Created>[], token: string): Promise<number> {
  const pending = others();
  await delay(AHEAD_MS);
  const created = await create(token, small);
  console.log(`small, behind ${label}: ${created.status} after ${seconds(created.milliseconds)}`);
  console.log(`  the others: ${describe(await Promise.all(pending))}`);
  return created.status === 201 ? created.milliseconds : Infinity;
}

const [one, other] = [await tokenOf('local'), await tokenOf('basic')];
await create(one, small);
await Promise.all([create(one, small), create(other, small)]);
console.log(`small, alone: ${describe([await create(one, small)])}`);
const large = pagesPdf(Array.from({ length: LARGE_PAGES }, (_, page) => ({ text: `Page ${page + 1}` })));
console.log(`large: ${(large.length / 1e6).toFixed(1)} MB, alone: ${describe([await create(one, large)])}`);

const sixLarge = () => Array.from({ length: LARGE_AT_ONCE }, () => create(other, large));
const waits = [await behind(`${LARGE_AT_ONCE} large ones of another tenant`, sixLarge, one)];
await behind(`${LARGE_AT_ONCE} large ones of the same tenant`, sixLarge, other);
const many = await Promise.all(Array.from({ length: SMALL_AT_ONCE }, () => create(one, small)));
console.log(`${SMALL_AT_ONCE} small ones at once: ${describe(many)}`);
for (const time of ['first', 'second']) {
  const label = `a hostile one of another tenant, the ${time} time`;
  waits.push(await behind(label, () => [create(other, hostile)], one));
}
const several = () => [
  ...['a', 'b', 'c'].map(name => create(other, hostileFile(name))),
  ...['d', 'e'].map(name => verify(hostileFile(name))),
];
await behind('five other hostile ones, of another tenant and without a token', several, one);

const held = Math.max(...waits) < MOST_BEHIND_OTHERS_MS && many.every(({ status }) => status === 201);
console.log(held ? 'held' : 'MISSED');
process.exitCode = held ? 0 : 1;

await service.close();
await database.close();
await rm(folder, { recursive: true });
