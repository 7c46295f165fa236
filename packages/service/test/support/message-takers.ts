import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server';

/** Hands arrivals out in order to those waiting. */
class Arrivals<T> {
  readonly all: T[] = [];
  #read = 0;
  #wake: () => void = () => undefined;

  add(item: T): void {
    this.all.push(item);
    this.#wake();
  }

  async next(): Promise<T> {
    for (;;) {
      const item = this.all[this.#read];
      if (item !== undefined) {
        this.#read += 1;
        return item;
      }
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
  }
}

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The raw headers and body. */
  readonly raw: string;
}

export interface MailServer {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  next(): Promise<ReceivedMail>;
  /** Sets the responses to the next messages, such as 451; later messages are accepted. */
  refuse(...codes: number[]): void;
  /** Refuses the next connection with 554, before any recipient is named. */
  turnAway(): void;
  /** All named recipients, accepted or not. */
  readonly attempts: readonly string[];
  close(): Promise<void>;
}

/** A real mail server on a free port that stores what it receives. */
export async function openMailServer(): Promise<MailServer> {
  const mails = new Arrivals<ReceivedMail>();
  const attempts: string[] = [];
  const refusals: number[] = [];
  let turnedAway = 0;
  async function take(stream: Readable, { mailFrom, rcptTo }: SMTPServerEnvelope): Promise<void> {
    const raw = await text(stream);
    const from = mailFrom === false ? '' : mailFrom.address;
    mails.add({ from, to: rcptTo.map(({ address }) => address), raw });
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onConnect(_session, callback) {
      if (turnedAway === 0) return callback();
      turnedAway -= 1;
      callback(new Error('Down for maintenance.'));
    },
    onRcptTo({ address }, _session, callback) {
      attempts.push(address);
      const responseCode = refusals.shift();
      callback(responseCode === undefined ? null : Object.assign(new Error('No.'), { responseCode }));
    },
    onData(stream, { envelope }, callback) {
      stream.once('end', () => callback());
      void take(stream, envelope);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails: mails.all,
    attempts,
    next: () => mails.next(),
    turnAway() {
      turnedAway += 1;
    },
    refuse: (...codes) => void refusals.push(...codes),
    close: () => new Promise(resolve => server.close(() => resolve())),
  };
}

interface ReceivedSms {
  readonly method: string | undefined;
  readonly key: string | undefined;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

export interface SmsServer {
  readonly url: string;
  readonly requests: readonly ReceivedSms[];
  next(): Promise<ReceivedSms>;
  /** Sets the responses to the next requests; later ones get 202. Undefined never answers. */
  answer(...statuses: (number | undefined)[]): void;
  close(): Promise<void>;
}

async function read(request: IncomingMessage): Promise<ReceivedSms> {
  const key = request.headers['x-idempotency-key'];
  const { authorization } = request.headers;
  return {
    method: request.method,
    key: String(key),
    authorization,
    body: JSON.parse(await text(request)),
  };
}

/** A real HTTP gateway on a free port. Redirects lead to itself. */
export async function openSmsServer(): Promise<SmsServer> {
  const requests = new Arrivals<ReceivedSms>();
  const statuses: (number | undefined)[] = [];
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sms = await read(request);
    const status = statuses.length === 0 ? 202 : statuses.shift();
    requests.add(sms);
    if (status !== undefined) response.writeHead(status, { Location: '/elsewhere' }).end('{}');
  }
  const server = createServer((request, response) => void take(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has one
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/sms`,
    requests: requests.all,
    next: () => requests.next(),
    answer: (...next) => void statuses.push(...next),
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
