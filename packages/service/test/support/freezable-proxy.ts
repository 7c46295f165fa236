import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can go dead: nothing is refused, nothing arrives. */
export interface FreezableProxy {
  readonly port: number;
  freeze(): void;
  /** What was sent meanwhile arrives. */
  thaw(): void;
  close(): Promise<void>;
}

/** @param port of the server on this machine */
export async function openFreezableProxy(port: number): Promise<FreezableProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isFrozen = false;
  const server = createServer(near => {
    const far = connect(port, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', chunk => void to.write(chunk));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        pairs.delete(pair);
        to.destroy();
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
    async close() {
      each(socket => void socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
}
