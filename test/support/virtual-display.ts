import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';

/** In pixels. */
export const SCREEN = { width: 1600, height: 1200 } as const;

export interface VirtualDisplay {
  /** The X display's name, such as `:3`. */
  name: string;
  stop(): void;
}

const SIZE = `${String(SCREEN.width)}x${String(SCREEN.height)}x24`;

/**
 * Starts Xvfb on the first free display number, which it reports itself, so that two test runs on one
 * machine do not meet.
 *
 * @param xvfb path of the Xvfb program.
 * @throws Error when Xvfb can't be started or ends before it has a display.
 */
export async function startVirtualDisplay(xvfb: string): Promise<VirtualDisplay> {
  const server = spawn(xvfb, ['-displayfd', '3', '-screen', '0', SIZE, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const ended = once(server, 'exit').then(([code]) => {
    throw new Error(`Xvfb ended with code ${String(code)} before it had a display.`);
  });
  const displayNumber = server.stdio[3];
  if (!(displayNumber instanceof Readable)) throw new Error('Xvfb has no pipe for its display number.');
  const [number] = await Promise.race([once(displayNumber, 'data'), ended]);
  ended.catch(() => undefined);
  return { name: `:${String(number).trim()}`, stop: () => server.kill() };
}
