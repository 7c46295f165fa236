/**
 * `npm run bench:webhooks`: how long a healthy webhook waits for its events, told one a second, beside six of the same
 * tenant that hang. Its 95th percentile must stay under a second. The receivers are real; so is the time, since what hangs
 * is waited for in true time.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openFileStore } from '../../packages/service/src/documents/file-store.ts';
import { createLocalMode } from '../../packages/local/src/index.ts';
import { createService } from '../../packages/service/src/main/service.ts';
import { openEmbeddedDatabase } from '../../packages/service/src/storage/pglite.ts';
import { openReceiver } from '../../packages/service/test/support/webhook-receiver.ts';

const BASE = 'http://127.0.0.1:4010';
const HANGING = 6;
const EVENTS = 60;
const EVERY_MS = 1000;
const MOST_P95_MS = 1000;

const folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-bench-'));
const database = await openEmbeddedDatabase(path.join(folder, 'database'));
const documents = await openFileStore(path.join(folder, 'documents'));
const service = await createService({
  local: createLocalMode(),
  database,
  documents,
  publicUrl: BASE,
  allowLocalWebhooks: true,
});
const [healthy, hanging] = [await openReceiver(), await openReceiver()];

async function post(address: string, init: RequestInit): Promise<Record<string, unknown>> {
  const answer = await service.fetch(new Request(BASE + address, { method: 'POST', ...init }));
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}: ${await answer.text()}`);
  return Object(await answer.json());
}

const client = { grant_type: 'client_credentials', client_id: 'local', client_secret: 'local-secret' };
const { access_token: token } = await post('/oauth2/token', { body: new URLSearchParams(client) });
const headers = { Authorization: `Bearer ${String(token)}`, 'Content-Type': 'application/json' };
const send = (address: string, json: unknown) => post(address, { headers, body: JSON.stringify(json) });

const events = ['SIGNING_SESSION.CREATED'];
hanging.answer(() => undefined);
for (let made = 0; made < HANGING; made += 1) await send('/v1/webhooks', { url: hanging.url, events });
await send('/v1/webhooks', { url: healthy.url, events });

const told = new Map<string, number>();
const latencies: number[] = [];
healthy.answer((_request, response) => {
  const { transactionId = '' } = healthy.bodies().at(-1) ?? {};
  latencies.push(performance.now() - (told.get(transactionId) ?? Number.NaN));
  response.writeHead(200).end();
});

for (let made = 0; made < EVENTS; made += 1) {
  const next = performance.now() + EVERY_MS;
  const session = await send('/v1/signing-sessions', {
    purpose: 'ACTION_AUTHENTICATION',
    policy: { profile: 'CLICK_ONLY' },
    signer: { name: 'Maria da Silva', cpf: '52998224725' },
    action: { type: 'bench', description: 'To be measured' },
  });
  told.set(String(session['transactionId']), performance.now());
  await delay(Math.max(0, next - performance.now()));
}
await delay(EVERY_MS);

const sorted = latencies.toSorted((one, other) => one - other);
const at = (part: number): string =>
  `${Math.round(sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN)} ms`;
const p95 = sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Infinity;
const arrived = `${sorted.length} of ${EVENTS} events arrived`;
console.log(
  `${arrived}; p50 ${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)}. Tries at the others: ${hanging.received.length}.`,
);
process.exitCode = sorted.length === EVENTS && p95 < MOST_P95_MS ? 0 : 1;

await service.close();
await database.close();
await Promise.all([healthy.close(), hanging.close()]);
await rm(folder, { recursive: true });
