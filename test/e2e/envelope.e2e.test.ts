import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { assertSealed, pageCount } from '../../packages/service/test/support/pdf-checks.ts';
import { Signer } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import { EnvelopeIntegrator, SECOND_SIGNER } from './envelope-integrator.ts';
import { expect, test as base } from './fixtures.ts';

/** What the webhook is told of an envelope of three from beginning to end, sorted. */
const ALL_EVENTS = [
  'ENVELOPE.ALL_SIGNED',
  'ENVELOPE.CREATED',
  ...Array.from({ length: 3 }, () => 'TRANSACTION.COMPLETED'),
  ...Array.from({ length: 3 }, () => 'TRANSACTION.CREATED'),
];

/** An integrator's page, which shows every signer that it finds a secret of in its fragment. */
async function servePage(service: string): Promise<{ server: Server; url: string }> {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Three signers</title>
    <link rel="icon" href="data:,"><style>main { display: grid; gap: 24px }</style>
    <script type="module" src="${service}/sign-session/sign-session.js"></script>
    <script type="module">
      for (const [id, secret] of new URLSearchParams(location.hash.slice(1))) {
        const element = document.createElement('sign-session');
        element.id = id;
        element.setAttribute('base-url', '${service}');
        element.setAttribute('client-secret', secret);
        document.querySelector('main').append(element);
      }
      history.replaceState(null, '', '/');
    </script><main></main></html>`;
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert(typeof address === 'object' && address !== null);
  return { server, url: `http://127.0.0.1:${String(address.port)}/` };
}

interface EnvelopeFixtures {
  readonly envelopes: EnvelopeIntegrator;
  /** The address of the integrator's page. */
  readonly site: string;
}

const test = base.extend<EnvelopeFixtures>({
  envelopes: async ({ service }, use) => {
    const envelopes = await EnvelopeIntegrator.open(service.url);
    await use(envelopes);
    await envelopes.close();
  },
  site: async ({ service }, use) => {
    const { server, url } = await servePage(service.url);
    await use(url);
    server.close();
  },
});

test('three signers on one page sign in their order; who waits sees how far it is, and goes on by itself', async ({
  envelopes,
  integrator,
  page,
  site,
}) => {
  const original = onePagePdf('Contrato');
  const envelopeId = await envelopes.create('SEQUENTIAL', original);
  const sessions = await envelopes.addSigners(envelopeId);
  const secrets = sessions.map(({ clientSecret }, index) => [`signer-${index + 1}`, clientSecret]);
  await page.goto(`${site}#${new URLSearchParams(secrets).toString()}`);
  const [first, second, third] = sessions.map((_, index) => new Signer(page, `#signer-${index + 1}`));
  assert(first && second && third);

  await second.reads('Nobody has signed yet');
  await third.reads('Nobody has signed yet');
  await first.accepts();
  await first.reads('You have signed. 2 people have yet to sign.');
  await third.reads('1 of 3 people have signed');
  await second.reads('Review and sign the document');
  await second.accepts();
  await second.reads('Enter the 6-digit code');
  await second.enters(await integrator.codeFor(SECOND_SIGNER));
  await second.reads('You have signed. 1 person has yet to sign.');
  await third.reads('Review and sign the document');
  await third.accepts();
  await third.reads('Document signed');

  expect(await envelopes.detail(envelopeId)).toMatchObject({ status: 'COMPLETED', completedSessions: 3 });
  const combined = await envelopes.combinedStamp(envelopeId);
  expect(Buffer.from(combined).subarray(0, original.length)).toEqual(Buffer.from(original));
  assertSealed(combined);
  expect(pageCount(combined), 'a sheet of all signers').toBe(2);
  await expect.poll(() => envelopes.eventsOf(envelopeId)).toEqual(ALL_EVENTS);
});
