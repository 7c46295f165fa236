import { readdir, readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10;

interface Counted {
  readonly parent: number;
  readonly ms: number;
}

/** What a process and those of its children that have ended took; undefined if it has ended (proc_pid_stat(5)). */
async function count(pid: string): Promise<Counted | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
  // The name before it, in brackets, may hold anything.
  const fields = text
    ?.slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  if (fields === undefined) return undefined;
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
  return { parent: fields[1] ?? 0, ms: ticks * MS_PER_TICK };
}

/** The processes that are these or were started by one of them. */
async function treeOf(pids: readonly number[]): Promise<ReadonlyMap<number, Counted>> {
  const names = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  const found = new Map<number, Counted>();
  for (const name of names) {
    const counted = await count(name);
    if (counted !== undefined) found.set(Number(name), counted);
  }
  const belongs = (pid: number): boolean =>
    pids.includes(pid) || (pid > 1 && belongs(found.get(pid)?.parent ?? 0));
  return new Map([...found].filter(([pid]) => belongs(pid)));
}

/** Milliseconds of processor time that these processes have taken, with all that they have started. Needs /proc. */
export async function processorTime(pids: readonly number[]): Promise<number> {
  return [...(await treeOf(pids)).values()].reduce((sum, { ms }) => sum + ms, 0);
}

/** What each of them holds of the machine's memory, in MB, the most first; what they share counts for each. */
export async function residentMemories(pids: readonly number[]): Promise<number[]> {
  const held = [...(await treeOf(pids)).keys()].map(async pid => {
    const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? '0') / 1000;
  });
  return (await Promise.all(held)).toSorted((one, other) => other - one);
}
