import { existsSync, readFileSync } from 'node:fs';
import { sessionRequest } from '../../packages/service/test/support/test-service.ts';
import type { Verdicts } from './rounds.ts';

const WARM_UP = 50;
const ACCEPTS = 100;

/** Milliseconds of CPU for the accept of a PDF of one page, on all threads and on the main one. */
const MOST = { all: 90, main: 20 } as const;

/** What the main thread alone has taken, in nanoseconds: its number is that of the process (Linux). */
const MAIN_THREAD = `/proc/self/task/${process.pid}/schedstat`;

/** Sends JSON, and answers with JSON. */
export type Post = (address: string, as: string, json: unknown) => Promise<Record<string, unknown>>;

/** Milliseconds. */
interface Cpu {
  readonly all: number;
  readonly main: number;
}

function cpuTaken(): Cpu {
  const { user, system } = process.cpuUsage();
  const [mainNanoseconds] = readFileSync(MAIN_THREAD, 'utf8').split(' ');
  return { all: (user + system) / 1000, main: Number(mainNanoseconds) / 1_000_000 };
}

async function accept(post: Post, token: string, count: number): Promise<Cpu> {
  const sessions = [];
  for (let made = 0; made < count; made += 1)
    sessions.push(await post('/v1/signing-sessions', token, sessionRequest()));
  const before = cpuTaken();
  for (const { sessionId, clientSecret } of sessions) {
    const address = `/v1/signing-sessions/${String(sessionId)}/advance`;
    await post(address, String(clientSecret), { action: 'accept' });
  }
  const after = cpuTaken();
  return { all: (after.all - before.all) / count, main: (after.main - before.main) / count };
}

/**
 * What accepting a PDF takes of the processor, sealing included: of all threads of this process, as it counts them, and
 * of the main thread, where every other request waits for its turn. Needs /proc.
 */
export async function measureAccept(post: Post, token: string, verdicts: Verdicts): Promise<void> {
  if (!existsSync(MAIN_THREAD)) {
    console.log('  accept: this system does not say what a thread takes.');
    return;
  }
  await accept(post, token, WARM_UP);
  const { all, main } = await accept(post, token, ACCEPTS);
  verdicts.limit('accept of one page, CPU of all threads', all, MOST.all);
  verdicts.limit('accept of one page, CPU of the main thread', main, MOST.main);
}
