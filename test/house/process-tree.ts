import { readdirSync, readFileSync } from 'node:fs';

interface RunningProcess {
  pid: number;
  parent: number;
  /** Its program and arguments, with a space between. */
  command: string;
}

/** What Linux knows of a process; nothing when it has just ended. */
function readProcess(pid: number): RunningProcess[] {
  try {
    // The name, in brackets, may itself hold spaces and brackets: the state and the parent follow the last one.
    const afterName = readFileSync(`/proc/${String(pid)}/stat`, 'utf8').replace(/^.*\) /s, '');
    const command = readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return [{ pid, parent: Number(afterName.split(' ')[1]), command }];
  } catch {
    return [];
  }
}

/**
 * Kills the processes that a process started, directly or not, and whose command line holds `part`.
 *
 * @returns how many there were.
 */
export function killBelow(ancestor: number, part: string): number {
  const running = readdirSync('/proc').map(Number).filter(Number.isInteger).flatMap(readProcess);
  const below = new Set([ancestor]);
  let size = 0;
  while (size < below.size) {
    size = below.size;
    for (const { pid, parent } of running) if (below.has(parent)) below.add(pid);
  }
  const doomed = running.filter(({ pid, command }) => below.has(pid) && command.includes(part));
  for (const { pid } of doomed) process.kill(pid, 'SIGKILL');
  return doomed.length;
}
