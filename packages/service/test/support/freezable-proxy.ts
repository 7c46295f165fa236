import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A way to a server that can go dead: nothing is refused, nothing arrives. It can be slow, too, and cut connections. */
export interface FreezableProxy {
  readonly port: number;
  freeze(): void;
  /** What was sent meanwhile arrives. */
  thaw(): void;
  /** From now on everything arrives this many milliseconds later; 0 by default. */
  slow(milliseconds: number): void;
  /** Whether connections break in the middle of the first answer on them. */
  cut(isCut: boolean): void;
  close(): Promise<void>;
}

/** @param port of the server on this machine */
export async function openFreezableProxy(port: number): Promise<FreezableProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isFrozen = false;
  let isCutting = false;
  let delayMs = 0;
  const server = createServer(near => {
    const far = connect(port, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    const cut = (chunk: Buffer): void => {
      near.write(chunk.subarray(0, chunk.length / 2));
      pair.forEach(socket => socket.destroySoon());
    };
    for (const [from, to] of [pair, [far, near] as const]) {
      let before = Promise.resolve();
      const later = (act: () => void): void => {
        const due = performance.now() + delayMs;
        before = before.then(() => delay(Math.max(0, due - performance.now()))).then(act);
      };
      from.on('data', chunk => {
        if (isCutting && from === far) later(() => cut(chunk));
        else later(() => void to.write(chunk));
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        pairs.delete(pair);
        later(() => void to.destroy());
      });
      if (isFrozen) from.pause();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  const each = (act: (socket: Socket) => void): void => [...pairs].flat().forEach(act);
  return {
    port: address.port,
    freeze() {
      isFrozen = true;
      each(socket => void socket.pause());
    },
    thaw() {
      isFrozen = false;
      each(socket => void socket.resume());
    },
    slow(milliseconds) {
      delayMs = milliseconds;
    },
    cut(isCut) {
      isCutting = isCut;
    },
    async close() {
      each(socket => void socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
}
