import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';

/** A delivery as received. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The members of a delivery that tests use. */
export interface DeliveryBody {
  readonly id: string;
  readonly eventType: string;
  readonly tenantId: string;
  readonly transactionId?: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly test?: boolean;
}

/** An integrator's server, over real HTTP. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: Received[];
  bodies(): DeliveryBody[];
  /** Sets the response to deliveries from now on. */
  answer(how: number | RequestListener): void;
  /** Closes connections with unanswered requests. */
  dropConnections(): void;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1 and answers 200 unless set otherwise. */
export async function openReceiver(create: (listener: RequestListener) => Server = createServer) {
  const received: Received[] = [];
  let how: number | RequestListener = 200;
  const server = create((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      if (typeof how === 'number') response.writeHead(how).end('thanks');
      else how(request, response);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${address.port}/hooks`,
    received,
    bodies: () => received.map(({ body }) => JSON.parse(body)),
    answer(next) {
      how = next;
    },
    dropConnections: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
  return receiver;
}

/** Checks a delivery as the specification tells receivers to (Events, "Delivery headers"). */
export function isGenuine({ headers, body }: Received, secret: string, now: Date): boolean {
  const timestamp = String(headers['x-service-timestamp']);
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > 300) return false;
  const expected = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest();
  const actual = Buffer.from(String(headers['x-service-signature']), 'hex');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
