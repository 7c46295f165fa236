import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import { Transform } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** What the line takes at a time, in bytes. */
const PART = 16_384;

export interface SlowProxy {
  readonly server: string;
  close(): void;
}

/** An HTTP proxy with one line for all answers, workers' too, which a page's own throttling leaves out. */
export async function startSlowProxy(line: {
  readonly down: number;
  readonly latency: number;
}): Promise<SlowProxy> {
  /** When the line is free again, ms. */
  let free = 0;
  const send = async (bytes: number): Promise<void> => {
    free = Math.max(free, performance.now()) + (bytes * 8000) / line.down;
    await delay(Math.max(0, free - performance.now()));
  };
  const slow = () =>
    new Transform({
      async transform(chunk: Buffer, _, done) {
        for (let at = 0; at < chunk.length; at += PART) {
          const part = chunk.subarray(at, at + PART);
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          await send(part.length);
          this.push(part);
        }
        done();
      },
    });
  const server = createServer((incoming, outgoing) => {
    const onward = ask(incoming.url ?? '', { method: incoming.method, headers: incoming.headers }, answer => {
      setTimeout(() => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(slow()).pipe(outgoing);
      }, line.latency);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    server: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
