import { once } from 'node:events';
import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';

/** A small proxy before several instances: in turn, and the next one where nobody listens. */
export interface Balancer {
  readonly url: string;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * @param ports of the instances
 * @param port its own: links are made for it before it listens
 */
export async function openBalancer(port: number, ports: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  /** @returns whether an instance took the request */
  function pass(
    request: IncomingMessage,
    body: Buffer,
    to: number,
    response: ServerResponse,
  ): Promise<boolean> {
    const { method, url: path, headers } = request;
    return new Promise(resolve => {
      const passed = ask({ host: '127.0.0.1', port: to, method, path, headers, agent }, answer => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        answer.on('error', () => response.destroy());
        resolve(true);
      });
      passed.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') return resolve(false);
        // It may have been carried out: only the client may repeat it, by its key.
        if (response.headersSent) response.destroy();
        else response.writeHead(502).end();
        resolve(true);
      });
      passed.end(body);
    });
  }

  const server = createServer((request, response) => {
    const work = async () => {
      const body = await bodyOf(request);
      turn += 1;
      for (let index = 0; index < ports.length; index += 1) {
        const to = ports[(turn + index) % ports.length] ?? 0;
        if (await pass(request, body, to, response)) return;
      }
      response.writeHead(502).end();
    };
    void work().catch(() => response.destroy());
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      agent.destroy();
      await once(server, 'close');
    },
  };
}
