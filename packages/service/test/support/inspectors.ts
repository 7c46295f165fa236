import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** Why tests that look at processes are skipped. */
export const withoutProcesses = existsSync('/proc/self/task') ? false : 'no /proc to find processes in';

/** Ids of the processes that inspect PDFs for this one. */
export function inspectors(): number[] {
  const { pid } = process;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return children.filter(isInspector).map(Number);
}

function isInspector(id: string): boolean {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('inspection-process');
  } catch {
    // It has ended meanwhile.
    return false;
  }
}

/**
 * Such as SIGKILL, by which a system ends them that runs out of memory.
 * @returns their ids
 */
export function signalInspectors(signal: NodeJS.Signals): readonly number[] {
  const running = inspectors();
  assert.notDeepEqual(running, [], 'there is an inspecting process');
  for (const id of running) process.kill(id, signal);
  return running;
}

/** Waits for one that is none of `earlier`. */
export async function untilAnotherInspector(earlier: readonly number[]): Promise<void> {
  while (inspectors().every(id => earlier.includes(id))) await setTimeout(5);
}
