import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { assertSealed, pageCount } from '../service/support/pdf-checks.ts';
import { withoutTools } from '../service/support/tools.ts';
import { ensureBuild } from '../support/builds.ts';
import { Integrator } from '../support/integrator.ts';
import { enginesToTest, openBrowser, type LiveBrowser } from '../support/live-browser.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { Signer } from '../support/signer.ts';
import { onePagePdf } from '../support/small-pdf.ts';
import { EnvelopeIntegrator, type MemberSession } from './envelope-integrator.ts';

/** Three documents are drawn and sealed on one page. */
const PATIENCE_MS = 60_000;

const MODES = ['PARALLEL', 'SEQUENTIAL'] as const;

/** What the webhook is told of an envelope of three from beginning to end, sorted. */
const ALL_EVENTS = [
  'ENVELOPE.ALL_SIGNED',
  'ENVELOPE.CREATED',
  ...Array.from({ length: 3 }, () => 'TRANSACTION.COMPLETED'),
  ...Array.from({ length: 3 }, () => 'TRANSACTION.CREATED'),
];

let service: ServiceProcess;
let integrator: EnvelopeIntegrator;

before(async () => {
  await ensureBuild('script-tag');
  await ensureBuild('pages');
  service = await startService({ pages: true, env: { ALLOW_LOCAL_WEBHOOKS: 'true' } });
  integrator = await EnvelopeIntegrator.open(service.url);
});

after(async () => {
  await integrator?.close();
  await service?.stop();
});

/** What holds once all three have signed, however they did it. */
async function assertCompleted(envelopeId: string, original: Uint8Array): Promise<void> {
  const { status, completedSessions, sessions } = await integrator.detail(envelopeId);
  assert.deepEqual([status, completedSessions], ['COMPLETED', 3]);
  assert(Array.isArray(sessions));
  for (const { evidenceId } of sessions) {
    const evidence = await integrator.ask(`/v1/verify/${evidenceId}`);
    assert.equal(evidence['envelopeId'], envelopeId);
  }
  const combined = await integrator.combinedStamp(envelopeId);
  assert.deepEqual(Buffer.from(combined).subarray(0, original.length), Buffer.from(original));
  if (withoutTools('pdfsig', 'pdfinfo') === false) {
    assertSealed(combined);
    assert.equal(pageCount(combined), 4, 'a page for each signer');
  }
  assert.deepEqual(await integrator.toldOf(envelopeId, ALL_EVENTS.length), ALL_EVENTS);
}

/** A signer's action, as [wire] has it. */
const act = async ({ sessionId, clientSecret }: MemberSession, body: unknown) => {
  const response = await fetch(`${service.url}/v1/signing-sessions/${sessionId}/advance`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${clientSecret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  return { status: response.status, answer: Object.fromEntries(Object.entries(Object(answer))) };
};

/** Accepts, and confirms with the code where one was sent, as the sandbox shows it. */
const signs = async (session: MemberSession) => {
  const { status, answer } = await act(session, { action: 'accept' });
  assert.equal(status, 200, JSON.stringify(answer));
  const otpCode: unknown = Reflect.get(Object(answer['sandbox']), 'otpCode');
  if (otpCode === undefined) return;
  assert.equal((await act(session, { action: 'verify_otp', otpCode })).answer['status'], 'COMPLETED');
};

describe('a client written from the specification', () => {
  for (const mode of MODES) {
    it(`runs an envelope of three, ${mode}, and is told of all of it`, async () => {
      const original = onePagePdf(`Contrato ${mode}`);
      const envelopeId = await integrator.create(mode, original);
      const [first, second, third] = await integrator.addSigners(envelopeId);
      assert(first && second && third);
      const early = await act(third, { action: 'accept' });
      if (mode === 'SEQUENTIAL') {
        assert.deepEqual([early.status, early.answer['type']], [409, 'not-your-turn']);
        for (const session of [first, second, third]) await signs(session);
      } else {
        assert.equal(early.answer['status'], 'COMPLETED');
        await Promise.all([first, second].map(signs));
      }
      await assertCompleted(envelopeId, original);
    });
  }
});

/** An integrator's page, which shows every signer that it finds a secret of in its fragment. */
async function servePage(): Promise<{ server: Server; url: string }> {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Three signers</title>
    <link rel="icon" href="data:,"><style>main { display: grid; gap: 24px }</style>
    <script type="module" src="${service.url}/sign-session/sign-session.js"></script>
    <script type="module">
      for (const [id, secret] of new URLSearchParams(location.hash.slice(1))) {
        const element = document.createElement('sign-session');
        element.id = id;
        element.setAttribute('base-url', '${service.url}');
        element.setAttribute('client-secret', secret);
        element.addEventListener('sign-ready', () => { element.dataset.ready = 'yes'; });
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

for (const engine of enginesToTest()) {
  describe(`three widgets on one page: ${engine}`, () => {
    let browser: LiveBrowser;
    let site: { server: Server; url: string };

    before(async () => {
      site = await servePage();
      browser = await openBrowser(engine, { viewport: { width: 1280, height: 800 } });
    });

    after(async () => {
      await browser?.close();
      site?.server.close();
    });

    const opens = async (sessions: readonly MemberSession[]): Promise<Signer[]> => {
      const secrets = sessions.map(({ clientSecret }, index) => [`signer-${index + 1}`, clientSecret]);
      await browser.goto(`${site.url}?${engine}#${new URLSearchParams(secrets).toString()}`);
      // All of them: one that grows moves those below it from under the mouse.
      await browser.waitFor(
        count => document.querySelectorAll('[data-ready]').length === count,
        sessions.length,
        PATIENCE_MS,
      );
      return sessions.map((_, index) => new Signer(browser, `#signer-${index + 1}`));
    };

    /** The second signer's way: the box, then the code that came by e-mail. */
    const acceptsWithCode = async (signer: Signer) => {
      await signer.accepts();
      await signer.reads('Enter the 6-digit code');
      const code = await new Integrator(service.url).codeFor('joao@exemplo.com.br');
      await browser.click('#signer-2 input[autocomplete="one-time-code"]');
      await browser.type(code);
      await browser.press('Enter');
      await signer.reads('Document signed', PATIENCE_MS);
    };

    it('sign in their order; who waits sees how far it is, and goes on by itself', async () => {
      const original = onePagePdf(`Contrato, ${engine}`);
      const envelopeId = await integrator.create('SEQUENTIAL', original);
      const [first, second, third] = await opens(await integrator.addSigners(envelopeId));
      assert(first && second && third);
      await second.reads('0 of 3 signed');
      await third.reads('0 of 3 signed');
      await first.seesDocument();
      await first.accepts();
      await first.reads('Document signed', PATIENCE_MS);
      await second.reads('Review and sign the document', PATIENCE_MS);
      await third.reads('1 of 3 signed');
      await second.seesDocument();
      await acceptsWithCode(second);
      await third.reads('Review and sign the document', PATIENCE_MS);
      await third.seesDocument();
      await third.accepts();
      await third.reads('Document signed', PATIENCE_MS);
      await assertCompleted(envelopeId, original);
      assert.deepEqual(await browser.consoleErrors(), []);
    });

    it('sign in any order where all may sign at once', async () => {
      const original = onePagePdf(`Contrato de todos, ${engine}`);
      const envelopeId = await integrator.create('PARALLEL', original);
      const [first, second, third] = await opens(await integrator.addSigners(envelopeId));
      assert(first && second && third);
      for (const signer of [third, first]) {
        await signer.seesDocument();
        await signer.accepts();
        await signer.reads('Document signed', PATIENCE_MS);
      }
      await second.seesDocument();
      await acceptsWithCode(second);
      await assertCompleted(envelopeId, original);
      assert.deepEqual(await browser.consoleErrors(), []);
    });
  });
}
