/**
 * `npm run bench:batch -- --documents 500 --pages 10`: one session about many documents, accepted by a click, on two
 * processors or what there is: how long its creation and its sealing take, what of it is processor time, and how much
 * memory the service and its processes hold. With PostgreSQL and object storage (OpenStack Swift; without it a fake).
 * `--certificate file` and `--certificate cloud` sign with one, as the widget does; `--local` takes the embedded database and files instead. `--before COMMIT` measures the service of that commit in the same run, `--rounds 2` in
 * turns. Needs /proc.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { openEarlierService } from '../../packages/service/test/support/older-service.ts';
import type { ServiceRun } from '../../packages/service/test/support/service-run.ts';
import { freePort } from '../support/free-port.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { processorTime, residentMemories } from './outages/processor-time.ts';
import { openStore, s3Environment } from './outages/store.ts';
import { type CertificateKind, signWith } from './batch/certificate-signing.ts';
import { environmentOfImage, startAsImageDoes, startWithEmbeddedDatabase } from './service-starts.ts';

const { values: given } = parseArgs({
  options: {
    documents: { type: 'string', default: '500' },
    pages: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '1' },
    before: { type: 'string' },
    certificate: { type: 'string' },
    local: { type: 'boolean', default: false },
  },
});
const DOCUMENTS = Number(given.documents);
const PAGES = Number(given.pages);
const CERTIFICATE = certificateKind(given.certificate);
/** Each begins with a small batch, after which V8 has compiled what a seal needs. */
const WARM_UP = 20;
const LOOK_MS = 250;

const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0);

function certificateKind(name: string | undefined): CertificateKind | undefined {
  if (name === undefined || name === 'file' || name === 'cloud') return name;
  throw new TypeError('--certificate is file or cloud.');
}

async function contract(number: number): Promise<string> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= PAGES; page += 1) {
    const sheet = pdf.addPage([595, 842]);
    for (let line = 0; line < 40; line += 1)
      sheet.drawText(`Contract ${number}, page ${page}, clause ${line + 1}`, {
        x: 56,
        y: 780 - line * 18,
        size: 10,
        font,
      });
  }
  return Buffer.from(await pdf.save()).toString('base64');
}

class Integrator {
  readonly #url: string;
  #token = '';

  constructor(url: string) {
    this.#url = url;
  }

  async open(): Promise<void> {
    const form = { grant_type: 'client_credentials', client_id: 'local', client_secret: 'local-secret' };
    const answer = await fetch(`${this.#url}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    this.#token = String(Object(await answer.json()).access_token);
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- a bench reads what it expects and fails where it is not there
  async ask(place: string, { as = this.#token, json }: { as?: string; json?: unknown } = {}): Promise<any> {
    const headers = { Authorization: `Bearer ${as}`, 'Content-Type': 'application/json' };
    const sent = json === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(json) };
    const answer = await fetch(this.#url + place, sent);
    if (!answer.ok)
      throw new Error(`${place.split('/', 3).join('/')}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
}

interface Batch {
  /** Seconds. */
  readonly created: number;
  readonly sealed: number;
  /** Milliseconds of processor time for each document. */
  readonly creating: number;
  readonly sealing: number;
  /** What each process held when all together held most, in MB. */
  readonly memory: readonly number[];
}

async function signBatch(run: ServiceRun, contents: readonly string[]): Promise<Batch> {
  const client = new Integrator(run.url);
  await client.open();
  const taken = () => processorTime([run.pid]);
  let memory: number[] = [];
  const done = new AbortController();
  const watch = async () => {
    while (!done.signal.aborted) {
      const held = await residentMemories([run.pid]);
      if (sum(held) > sum(memory)) memory = held;
      await delay(LOOK_MS);
    }
  };
  const watching = watch();
  const marks = [{ at: performance.now(), cpu: await taken() }];
  const mark = async () => void marks.push({ at: performance.now(), cpu: await taken() });
  try {
    const session = await client.ask('/v1/signing-sessions', {
      json: {
        purpose: 'DOCUMENT_SIGNATURE',
        policy: { profile: CERTIFICATE === undefined ? 'CLICK_ONLY' : 'DIGITAL_CERTIFICATE' },
        signer: { name: 'Maria da Silva', cpf: '52998224725' },
        documents: contents.map((content, index) => ({ content, filename: `contract-${index + 1}.pdf` })),
      },
    });
    await mark();
    const place = `/v1/signing-sessions/${session.sessionId}`;
    const as = session.clientSecret;
    const { documents } = await client.ask(`${place}/documents`, { as });
    const acceptedDocuments = documents.map(({ hash }: { readonly hash: string }) => ({
      documentHash: hash,
    }));
    const act = (json: unknown) => client.ask(`${place}/advance`, { as, json });
    await act({ action: 'accept', acceptedDocuments });
    if (CERTIFICATE !== undefined) await signWith(CERTIFICATE, run.url, { act, total: contents.length });
    for (;;) {
      const { status } = await client.ask(`${place}/status`, { as });
      if (status === 'COMPLETED') break;
      if (status !== 'ACTIVE') throw new Error(`The batch is ${status}.`);
      await delay(LOOK_MS);
    }
    await mark();
  } finally {
    done.abort();
    await watching;
  }
  const part = (index: number, key: 'at' | 'cpu') =>
    (marks[index + 1]?.[key] ?? 0) - (marks[index]?.[key] ?? 0);
  return {
    created: part(0, 'at') / 1000,
    sealed: part(1, 'at') / 1000,
    creating: part(0, 'cpu') / contents.length,
    sealing: part(1, 'cpu') / contents.length,
    memory,
  };
}

/** What is undone at the end, the last first. */
const closings: (() => Promise<unknown>)[] = [];

/** A database and a store of its own. */
async function serversEnvironment(): Promise<Record<string, string>> {
  const server = await startPostgres({ durable: true });
  closings.unshift(() => server.stop());
  const store = await openStore();
  closings.unshift(() => store.stop());
  return { ...environmentOfImage(server.url), ...s3Environment(store.settings) };
}

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-batch-'));
  closings.unshift(() => rm(folder, { recursive: true, force: true }));
  const starts = new Map([
    ['this', (env: Record<string, string>) => startAsImageDoes(folder, env['DATABASE_URL'] ?? '', env)],
  ]);
  if (given.before !== undefined) {
    const earlier = await openEarlierService(given.before);
    closings.unshift(() => earlier.remove());
    starts.set(given.before, env => earlier.start(env));
  }
  const runs = new Map<string, ServiceRun>();
  for (const [name, start] of starts) {
    const port = await freePort();
    const env = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
    const run = await (given.local
      ? startWithEmbeddedDatabase(path.join(folder, 'data'), env)
      : start({ ...env, ...(await serversEnvironment()) }));
    closings.unshift(() => run.end('SIGTERM'));
    runs.set(name, run);
  }
  const contents = await Promise.all(Array.from({ length: DOCUMENTS }, (_, index) => contract(index + 1)));
  console.log(
    `${DOCUMENTS} documents of ${PAGES} pages, ${os.cpus().length} processors (${os.cpus()[0]?.model}).`,
  );
  console.log('| Service | Created s | Sealed s | Created, CPU ms each | Sealed, CPU ms each | Memory MB |');
  console.log('| ------- | --------- | -------- | -------------------- | ------------------- | --------- |');
  for (const run of runs.values()) await signBatch(run, contents.slice(0, WARM_UP));
  for (let round = 0; round < Number(given.rounds); round += 1) {
    for (const [name, run] of runs) {
      const { created, sealed, creating, sealing, memory } = await signBatch(run, contents);
      const cells = [name, created.toFixed(1), sealed.toFixed(1), creating.toFixed(0), sealing.toFixed(0)];
      console.log(
        `| ${cells.join(' | ')} | ${sum(memory).toFixed(0)} = ${memory.map(each => each.toFixed(0)).join(' + ')} |`,
      );
    }
  }
  console.log(`Load ${os.loadavg()[0]}.`);
}

try {
  await main();
} finally {
  for (const close of closings) await close();
}
