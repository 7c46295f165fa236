import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** A small proxy before several instances, by TLS: in turn, and the next one where nobody listens. */
export interface Balancer {
  readonly url: string;
  /** Its certificate, which it has signed itself; PEM. */
  readonly ca: string;
  /** Takes new connections on a new server, as a proxy with a new configuration does; requests under way end on the old one. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** For this machine's own address, made by OpenSSL. */
async function selfSigned(): Promise<{ readonly key: string; readonly cert: string }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-balancer-'));
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const subject = ['-subj', '/CN=balancer', '-addext', 'subjectAltName=IP:127.0.0.1'];
  try {
    const files = ['-keyout', key, '-out', cert];
    await promisify(execFile)('openssl', ['req', '-x509', ...kind, ...subject, ...files]);
    return { key: await readFile(key, 'latin1'), cert: await readFile(cert, 'latin1') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
    const { method, url: target, headers } = request;
    return new Promise(resolve => {
      const passed = ask({ host: '127.0.0.1', port: to, method, path: target, headers, agent }, answer => {
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

  const { key, cert } = await selfSigned();
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
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
  };
  const listen = async () => {
    const server = createServer({ key, cert }, answer);
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return server;
  };
  let server = await listen();
  return {
    url: `https://127.0.0.1:${port}`,
    ca: cert,
    async reload() {
      server.close();
      server = await listen();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      agent.destroy();
      await once(server, 'close');
    },
  };
}
