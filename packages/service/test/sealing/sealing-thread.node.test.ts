import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { UnsealableDocumentError } from '../../src/pdf/unsealable-document-error.ts';
import { InterruptedError } from '../../src/support/errors.ts';
import { SealingThread } from '../../src/sealing/sealing-thread.ts';
import type { SealingTask } from '../../src/sealing/sealing-task.ts';
import type { SealingIdentity } from '../../src/cms/signed-data.ts';
import { onePagePdf } from '../../../../test/support/small-pdf.ts';
import { assertSealed, lastPageText } from '../support/pdf-checks.ts';
import { evidence, NOW, readPdf, testIdentity } from '../support/sealing.ts';
import { withoutTools } from '../support/tools.ts';

/** A thread that does what the pack's text says, and else gives the pack back. */
const SCRIPTED = `const { parentPort } = require('node:worker_threads');
const held = [];
parentPort.on('message', ({ id, task }) => {
  const text = new TextDecoder().decode(task.content);
  const answer = () => parentPort.postMessage({ id, outcome: 'sealed', made: { sealed: task.content } });
  if (text === 'die') process.exit(1);
  else if (text === 'throw') setImmediate(() => { throw new RangeError('unforeseen'); });
  else if (text === 'hold') held.push(answer);
  else {
    held.splice(0).forEach(release => release());
    answer();
  }
});`;

let identity: SealingIdentity;
before(async () => {
  identity = { chain: [], privateKey: await anyKey() };
});

async function anyKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

function pack(text: string): SealingTask {
  return { kind: 'pack', content: new TextEncoder().encode(text), signingTime: NOW };
}

/** Resolves when it has ended. Nothing else may keep the process alive for it: idle threads don't. */
function ended(worker: Worker | undefined): Promise<unknown> {
  assert.ok(worker);
  worker.ref();
  return once(worker, 'exit');
}

function scriptedThread(idleMs?: number) {
  const workers: Worker[] = [];
  const startWorker = (options: WorkerOptions) => {
    const worker = new Worker(SCRIPTED, { ...options, eval: true });
    workers.push(worker);
    return worker;
  };
  const thread = new SealingThread(identity, { startWorker, ...(idleMs === undefined ? {} : { idleMs }) });
  const run = async (text: string) => new TextDecoder().decode((await thread.run(pack(text))).sealed);
  return { thread, workers, run };
}

function refuseToStart(): never {
  throw new Error('No more threads.');
}

describe('a sealing thread', () => {
  it('starts with the first sealing and goes on with the next ones', async () => {
    const { thread, workers, run } = scriptedThread();
    assert.equal(workers.length, 0);
    assert.deepEqual(await Promise.all([run('a'), run('b')]), ['a', 'b']);
    assert.equal(workers.length, 1);
    await thread.close();
  });

  for (const death of ['die', 'throw']) {
    it(`that dies (${death}) interrupts what it was sealing, and the next sealing starts another`, async () => {
      const { thread, workers, run } = scriptedThread();
      const held = run('hold');
      const dying = run(death);
      await assert.rejects(held, InterruptedError);
      await assert.rejects(dying, InterruptedError);
      assert.equal(await run('again'), 'again');
      assert.equal(workers.length, 2);
      await thread.close();
    });
  }

  it('that does not answer is ended, and the next sealing starts another', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { thread, workers, run } = scriptedThread();
    const held = run('hold');
    t.mock.timers.tick(120_000);
    await assert.rejects(held, InterruptedError);
    assert.equal(await run('again'), 'again');
    assert.equal(workers.length, 2);
    await thread.close();
  });

  it('that cannot be started interrupts the sealing', async () => {
    const thread = new SealingThread(identity, { startWorker: refuseToStart });
    await assert.rejects(thread.run(pack('a')), InterruptedError);
    await thread.close();
  });

  it('that died is alive as soon as another has answered, which needs no sealing', async () => {
    const { thread, workers, run } = scriptedThread();
    assert.ok(thread.isAlive());
    await assert.rejects(run('die'), InterruptedError);
    assert.ok(thread.isAlive(), 'one document may do that, and another thread is there for the next one');
    assert.equal(workers.length, 2);
    await thread.close();
  });

  it('is not alive while it cannot be started, and is again when it can', async () => {
    let isShort = true;
    const start = (options: WorkerOptions) =>
      isShort ? refuseToStart() : new Worker(SCRIPTED, { ...options, eval: true });
    const thread = new SealingThread(identity, { startWorker: start });
    await assert.rejects(thread.run(pack('a')), InterruptedError);
    assert.equal(thread.isAlive(), false);
    isShort = false;
    while (!thread.isAlive()) await new Promise(resolve => setTimeout(resolve, 10));
    await thread.close();
  });

  it('ends when nothing was to be sealed for a while, and starts again', async () => {
    const { thread, workers, run } = scriptedThread(1);
    await run('a');
    await ended(workers[0]);
    assert.equal(await run('b'), 'b');
    assert.equal(workers.length, 2);
    await thread.close();
  });

  it('stays, where it is to, however long nothing is to be sealed', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { thread, workers, run } = scriptedThread(Infinity);
    await run('a');
    t.mock.timers.tick(24 * 3_600_000);
    assert.equal(await run('b'), 'b');
    assert.equal(workers.length, 1);
    await thread.close();
  });

  it('is closed after what it was given', async () => {
    const { thread, workers, run } = scriptedThread();
    const held = run('hold');
    const closed = thread.close();
    const end = ended(workers[0]);
    assert.deepEqual(await Promise.all([run('late'), held]), ['late', 'hold']);
    await closed;
    await end;
  });
});

describe('the sealing thread’s program', () => {
  let thread: SealingThread;
  before(async () => {
    thread = new SealingThread(await testIdentity());
  });
  after(() => thread.close());

  it(
    'seals a document, whose bytes it takes over',
    { skip: withoutTools('pdfsig', 'pdftotext') },
    async () => {
      const original = new Uint8Array(onePagePdf('Contrato'));
      const bytes = Uint8Array.from(original);
      const { sealed } = await thread.run({
        kind: 'document',
        original,
        evidence: evidence(),
        sealedAt: NOW,
      });
      assert.equal(original.length, 0);
      assert.deepEqual(sealed.subarray(0, bytes.length), bytes);
      assertSealed(sealed);
      assert.match(lastPageText(sealed), /Maria da Conceição Araújo/);
    },
  );

  it('copies bytes that share their buffer with others', async () => {
    const shared = new Uint8Array([0, ...onePagePdf('Contrato')]);
    const original = shared.subarray(1);
    await thread.run({ kind: 'document', original, evidence: evidence(), sealedAt: NOW });
    assert.equal(original.length, shared.length - 1);
  });

  it('tells a document that cannot be sealed from other errors', async () => {
    const encrypted = readPdf('own/enc-aes256-owner-only.pdf');
    for (const original of [new TextEncoder().encode('no PDF'), encrypted]) {
      const sealing = thread.run({ kind: 'document', original, evidence: evidence(), sealedAt: NOW });
      await assert.rejects(sealing, UnsealableDocumentError);
    }
    const original = new Uint8Array(onePagePdf('Contrato'));
    const invalid = { ...evidence(), signedAt: new Date(Number.NaN) };
    const sealing = thread.run({ kind: 'document', original, evidence: invalid, sealedAt: NOW });
    await assert.rejects(sealing, { name: 'RangeError' });
  });
});
