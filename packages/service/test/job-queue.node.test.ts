import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { systemRandom } from '../src/domain/ids.ts';
import { JobLook } from '../src/queue/job-look.ts';
import { JobQueue, type JobQueueOptions } from '../src/queue/job-queue.ts';
import { finishJob, lockJob, putJob, type Job, type JobTable } from '../src/queue/job-table.ts';
import type { Database, SqlValue } from '../src/storage/database.ts';
import { onEachDatabase, openTestDatabase, type TestDatabase } from './support/test-database.ts';

const TABLE: JobTable = {
  name: 'tasks',
  key: 'task',
  waiting: 'NOT done',
  eligible: due => `${due} AND category <> ALL($4::text[])`,
};

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(resolve => setTimeout(resolve, 2));
}

async function hang(signal: AbortSignal): Promise<void> {
  await once(signal, 'abort');
  signal.throwIfAborted();
}

onEachDatabase(kind => {
  let database: Database;
  let drop: TestDatabase['drop'];
  let now: Date;
  let tried: string[] = [];
  let errors: string[] = [];
  let queues: JobQueue[] = [];
  before(async () => {
    ({ database, drop } = await openTestDatabase(kind));
    await database.query(
      `CREATE TABLE tasks (
         task text PRIMARY KEY, category text NOT NULL DEFAULT 'usual', done boolean NOT NULL DEFAULT false,
         position bigint GENERATED ALWAYS AS IDENTITY, due_at timestamptz NOT NULL, claim text,
         attempts integer NOT NULL DEFAULT 0, leased_until timestamptz NOT NULL DEFAULT '-infinity')`,
    );
  });
  after(() => drop());
  beforeEach(async () => {
    [tried, errors, queues] = [[], [], []];
    now = new Date('2026-11-20T12:00:00Z');
    await database.query('TRUNCATE tasks');
  });
  afterEach(async () => {
    await Promise.all(queues.map(queue => queue.stop()));
  });

  const put = (task: string, row: Readonly<Record<string, SqlValue>> = {}) =>
    putJob(database, TABLE, { task, due_at: now, ...row });

  async function finish(job: Job): Promise<void> {
    tried.push(job.key);
    await finishJob(database, TABLE, job);
  }

  const look = () => new JobLook({ database, reportError: line => errors.push(line) });

  /** A queue as one process has it. Default: it does one job after the other, and each succeeds. */
  function open(options: Partial<JobQueueOptions> = {}): JobQueue {
    const queue = new JobQueue({
      database,
      random: systemRandom,
      reportError: line => errors.push(line),
      table: TABLE,
      clock: { now: () => now },
      leaseMs: 60_000,
      hasCapacity: running => running < 1,
      eligible: () => [[]],
      pauseMs: attempts => attempts * 1000,
      attempt: finish,
      ...options,
    });
    queues.push(queue);
    return queue;
  }

  const tasks = () =>
    database.query<{ task: string; attempts: number; isFree: boolean }>(
      `SELECT task, attempts, leased_until <= clock_timestamp() AS "isFree" FROM tasks ORDER BY task`,
    );

  describe('a job', () => {
    test('is done soon after it is committed, and not at all if it is rolled back', async () => {
      const queue = open();
      await queue.start(look());
      const failed = database.transaction(async queries => {
        await putJob(queries, TABLE, { task: 'undone', due_at: now });
        queue.wakeSoon();
        throw new Error('changed my mind');
      });
      await assert.rejects(failed);
      await database.transaction(async queries => {
        await putJob(queries, TABLE, { task: 'one', due_at: now });
        queue.wakeSoon();
      });
      await until(() => tried.length > 0);
      assert.deepEqual(tried, ['one']);
    });

    test('comes in the order of the times that they are due, then of writing', async () => {
      await put('second');
      await put('third');
      await put('first', { due_at: new Date(now.getTime() - 1) });
      await put('done', { done: true });
      await put('later', { due_at: new Date(now.getTime() + 1) });
      await put('elsewhere', { category: 'other' });
      await open({ eligible: () => [['other']] }).runDue();
      assert.deepEqual(tried, ['first', 'second', 'third']);
    });

    test('is looked for no more than twice while the database does not answer', async () => {
      await put('one');
      let asked = 0;
      let answer: (() => void) | undefined;
      const answering = new Promise<void>(resolve => (answer = resolve));
      const slow: Database = {
        ...database,
        async query(sql, parameters) {
          asked += 1;
          await answering;
          return database.query(sql, parameters);
        },
      };
      const queue = open({ database: slow, hasCapacity: () => true });
      for (let woken = 0; woken < 50; woken += 1) queue.wake();
      answer?.();
      await queue.runDue();
      assert.deepEqual(tried, ['one']);
      // Two claims, and for the job that one of them found: its release, and the claim after it.
      assert.ok(asked <= 5, `${asked} queries`);
    });

    test('is replaced by one of the same key, with all its tries', async () => {
      await put('one');
      await open({ attempt: () => Promise.reject(new Error('no')) }).runDue();
      await put('one', { category: 'other' });
      const rows = await database.query('SELECT category, attempts FROM tasks');
      assert.deepEqual(rows, [{ category: 'other', attempts: 0 }]);
      await open().runDue();
      assert.deepEqual(tried, ['one']);
    });

    test('is due by the true time where the queue has no clock', async () => {
      const fail = async (job: Job): Promise<void> => {
        tried.push(job.key);
        throw new Error('no');
      };
      await put('past', { due_at: new Date(Date.now() - 60_000) });
      await put('future', { due_at: new Date(Date.now() + 60_000) });
      await open({ clock: undefined, attempt: fail, pauseMs: () => 30_000 }).runDue();
      const [row] = await database.query<{ seconds: number }>(
        `SELECT extract(epoch FROM due_at - clock_timestamp())::int AS seconds FROM tasks WHERE task = 'past'`,
      );
      assert.deepEqual(tried, ['past']);
      assert.ok(row && row.seconds > 20 && row.seconds <= 30, `${row?.seconds} s`);
    });
  });

  describe('a try that fails', () => {
    test('is reported and made again after its pause, and holds up no other', async () => {
      const attempt = async (job: Job): Promise<void> => {
        if (job.key !== 'broken') return finish(job);
        tried.push(`${job.key} ${job.attempts}`);
        throw new Error('secret');
      };
      const queue = open({ attempt });
      await put('broken');
      await put('one');
      await queue.runDue();
      for (const milliseconds of [999, 1, 1999, 1]) {
        now = new Date(now.getTime() + milliseconds);
        await queue.runDue();
      }
      assert.deepEqual(tried, ['broken 0', 'one', 'broken 1', 'broken 2']);
      assert.equal(errors.length, 1, 'once an hour');
      assert.match(errors[0] ?? '', /^broken: Error\n/);
      assert.doesNotMatch(errors[0] ?? '', /secret/);
    });

    test('because it takes too long ends by its signal', async () => {
      await put('one');
      await open({ attempt: (_job, signal) => hang(signal), tryMs: 5 }).runDue();
      assert.match(errors.join(), /^one: TimeoutError/);
      assert.deepEqual(await tasks(), [{ task: 'one', attempts: 1, isFree: true }]);
    });

    test('is nobody’s unhandled error where the database fails', async () => {
      const broken = { ...database, query: () => Promise.reject(new Error('gone')) };
      const queue = open({ database: broken });
      await queue.runDue();
      await queue.run('one');
      assert.equal(errors.length, 2);
    });
  });

  describe('several processes', () => {
    test('share the jobs and try each once, each as many at a time as it has capacity for', async () => {
      let [running, most] = [0, 0];
      const attempt = async (job: Job): Promise<void> => {
        most = Math.max(most, (running += 1));
        await new Promise(resolve => setImmediate(resolve));
        await finish(job);
        running -= 1;
      };
      for (let made = 0; made < 20; made += 1) await put(`task ${made}`);
      const all = [1, 2].map(() => open({ attempt, hasCapacity: count => count < 3 }));
      await Promise.all(all.map(queue => queue.runDue()));
      assert.equal(tried.length, 20);
      assert.equal(new Set(tried).size, 20);
      assert.ok(most <= 6, `${most} at once`);
      assert.deepEqual(await tasks(), []);
    });

    test('take over from one that dies when its lease ends, and what it still writes counts for nothing', async () => {
      await put('one');
      let dying: Job | undefined;
      await open({ attempt: async job => void (dying = job) }).runDue();
      assert.ok(dying);
      await open().runDue();
      assert.deepEqual(tried, [], 'it is leased');
      assert.equal(await lockJob(database, TABLE, dying), true);
      await database.query('UPDATE tasks SET leased_until = clock_timestamp()');
      await open({ attempt: async job => void tried.push(job.key) }).runDue();
      assert.deepEqual(tried, ['one']);
      assert.equal(await lockJob(database, TABLE, dying), false);
      assert.equal(await finishJob(database, TABLE, dying), false);
      assert.equal((await tasks()).length, 1);
    });

    test('wait for a lease, except on a database that is theirs alone', async () => {
      await put('one');
      await open({ attempt: async () => undefined }).runDue();
      await open().start(look());
      assert.equal((await tasks())[0]?.isFree, kind === 'embedded');
    });
  });

  describe('a queue that stops', () => {
    test('gives back what it was trying, unreported, and begins nothing more', async () => {
      await put('one');
      await put('two');
      const attempt = async (job: Job, signal: AbortSignal): Promise<void> => {
        tried.push(job.key);
        await hang(signal);
      };
      const queue = open({ attempt });
      const running = queue.runDue();
      await until(() => tried.length > 0);
      await queue.stop();
      await running;
      queue.wake();
      queue.wakeSoon();
      await queue.run('two');
      assert.deepEqual([tried, errors], [['one'], []]);
      const free = { attempts: 0, isFree: true };
      assert.deepEqual(await tasks(), [
        { task: 'one', ...free },
        { task: 'two', ...free },
      ]);
    });
  });

  describe('one job', () => {
    test('is tried at once, with capacity or without, unless it is not due', async () => {
      await put('one');
      await put('two');
      await put('later', { due_at: new Date(now.getTime() + 1) });
      const queue = open({ hasCapacity: () => false });
      await Promise.all([queue.run('two'), queue.run('later'), queue.run('unknown')]);
      assert.deepEqual(tried, ['two']);
    });

    test('that is being tried is waited for', async () => {
      await put('one');
      let may = false;
      const attempt = async (job: Job): Promise<void> => {
        await until(() => may);
        await finish(job);
      };
      const queue = open({ attempt });
      const all = queue.runDue();
      const one = queue.run('one').then(() => assert.deepEqual(tried, ['one']));
      may = true;
      await Promise.all([all, one]);
      assert.deepEqual(tried, ['one']);
    });
  });
});
