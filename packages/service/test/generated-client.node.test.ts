/**
 * A client that is generated from `/openapi.json` takes a signer through a whole signing, by typed calls alone. What
 * does not compile here would not compile at an integrator's either.
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import createClient, { type Client } from 'openapi-fetch';
import { EXAMPLES } from '../src/openapi/complete-operations.ts';
import { assertGolden } from '../../../test/golden/assert-golden.ts';
import type { components, paths, webhooks } from '../interface.d.ts';
import { repositoryRoot } from '../../../test/support/repository.ts';
import { onePagePdf } from '../../../test/support/small-pdf.ts';
import { openTestService, PUBLIC_URL, type TestService } from './support/test-service.ts';
import { runTool } from './support/tools.ts';

/** The generator's command line. It needs TypeScript 5, so that it is among the service's packages. */
const generator = join(
  dirname(createRequire(join(repositoryRoot, 'packages/service/package.json')).resolve('openapi-typescript')),
  '../bin/cli.js',
);

/** Examples would be comments in the types. */
const EXAMPLE = /^examples?$/;

type Schemas = components['schemas'];

/** Any delivery: `eventType` tells which. */
type Delivery = webhooks[keyof webhooks]['post']['requestBody']['content']['application/json'];

let service: TestService;
let integrator: Client<paths>;
before(async () => {
  service = await openTestService();
  integrator = clientWith(await accessToken());
});
after(() => service.close());

/** A client of the service in this process, with a bearer credential or none. */
function clientWith(bearer?: string): Client<paths> {
  return createClient<paths>({
    baseUrl: PUBLIC_URL,
    fetch: request => service.fetch(request),
    ...(bearer !== undefined && { headers: { Authorization: `Bearer ${bearer}` } }),
  });
}

interface Result<T> {
  readonly data?: T;
  readonly error?: Schemas['Problem'] | undefined;
  readonly response: Response;
}

/** What was answered, where nothing was refused. */
function answered<T>({ data, error, response }: Result<T>): T {
  assert.ok(data !== undefined, `${response.url} ${response.status}: ${JSON.stringify(error)}`);
  return data;
}

async function accessToken(): Promise<string> {
  const body = {
    grant_type: 'client_credentials',
    client_id: 'local',
    client_secret: 'local-secret',
  } as const;
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return answered(await clientWith().POST('/oauth2/token', { body, headers })).access_token;
}

async function createSession(pdf: Uint8Array): Promise<Schemas['Session']> {
  return answered(
    await integrator.POST('/v1/signing-sessions', {
      params: { header: { 'X-Idempotency-Key': 'order-42' } },
      body: {
        policy: { profile: 'CLICK_PLUS_OTP' },
        signer: { name: 'Maria da Silva', cpf: '529.982.247-25', email: 'maria@exemplo.com.br' },
        document: { content: Buffer.from(pdf).toString('base64'), filename: 'contrato.pdf' },
        metadata: { order: 42 },
      },
    }),
  );
}

/** The signer's own side: read, accept, enter the code. */
async function sign({ sessionId, clientSecret }: Schemas['Session'], pdf: Uint8Array): Promise<string> {
  const signer = clientWith(clientSecret);
  const path = { sessionId };
  const view = answered(await signer.GET('/v1/signing-sessions/{sessionId}', { params: { path } }));
  assert.deepEqual(
    view.steps.map(({ type, status }) => `${type} ${status}`),
    ['CLICK_ACCEPT PENDING', 'OTP_CHALLENGE PENDING', 'OTP_VERIFY PENDING'],
  );
  assert.ok(view.document?.presignedUrl !== undefined && view.document.hash !== undefined);
  const original = await service.fetch(new Request(view.document.presignedUrl));
  assert.deepEqual(new Uint8Array(await original.arrayBuffer()), new Uint8Array(pdf));

  const advance = async (body: Parameters<typeof toAdvance>[1]) =>
    answered(await toAdvance(signer, body, path));
  const accepted = await advance({ action: 'accept', acceptedDocumentHash: view.document.hash });
  assert.equal(accepted.nextStep?.type, 'OTP_VERIFY');
  const sent = accepted.sandbox?.otpCode ?? '';
  const wrong = await advance({ action: 'verify_otp', otpCode: sent === '000000' ? '111111' : '000000' });
  assert.equal(wrong.session.steps.at(-1)?.error, 'wrong-code');
  const verified = await advance({ action: 'verify_otp', otpCode: sent });
  assert.equal(verified.status, 'COMPLETED');
  return verified.evidenceId ?? '';
}

function toAdvance(
  client: Client<paths>,
  body: Schemas['AcceptAction'] | Schemas['VerifyOtpAction'],
  path: { sessionId: string },
) {
  return client.POST('/v1/signing-sessions/{sessionId}/advance', { params: { path }, body });
}

describe('the types of a generated client', () => {
  test('are those of interface.d.ts, and none is unknown', async () => {
    const { body } = await service.call('/openapi.json');
    const document = JSON.stringify(body, (name, value: unknown) => (EXAMPLE.test(name) ? undefined : value));
    const { status, stdout, stderr } = runTool(process.execPath, [generator], Buffer.from(document));
    assert.equal(status, 0, stderr);
    const types = stdout.toString();
    // Any answer may have further headers.
    assert.doesNotMatch(types.replaceAll('[name: string]: unknown;', ''), /[:&|] unknown\b/);
    await assertGolden('../../packages/service/interface.d.ts', types);
  });
});

describe('a generated client', () => {
  test('takes a signer from a token to the evidence and its verification', async () => {
    const pdf = onePagePdf('Contrato');
    const session = await createSession(pdf);
    const evidenceId = await sign(session, pdf);
    const { sessionId, transactionId } = session;

    const status = await integrator.GET('/v1/signing-sessions/{sessionId}/status', {
      params: { path: { sessionId } },
    });
    assert.equal(answered(status).evidenceId, evidenceId);

    const evidence = answered(
      await integrator.GET('/v1/transactions/{transactionId}/evidence', {
        params: { path: { transactionId } },
      }),
    );
    assert.equal(evidence.signer.cpf, '52998224725');
    const [click] = evidence.steps;
    assert.equal(click?.result?.click?.documentHashConfirmed, true);

    const download = answered(
      await integrator.GET('/v1/transactions/{transactionId}/download', {
        params: { path: { transactionId } },
      }),
    );
    const signed = await service.fetch(new Request(download.signedUrl ?? ''));
    const content = Buffer.from(await signed.arrayBuffer()).toString('base64');
    const verified = answered(await integrator.POST('/v1/verify/document', { body: { content } }));
    assert.equal(verified.signatures[0]?.digest.valid, true);

    const shown = answered(
      await clientWith().GET('/v1/verify/{evidenceId}', { params: { path: { evidenceId } } }),
    );
    assert.equal(shown.signer.cpfCnpj, '***.982.247-**');
    assert.equal(shown.signatureKind, 'advanced');
    assert.deepEqual([shown.policy.profile, shown.evidenceHash], ['CLICK_PLUS_OTP', evidence.evidenceHash]);
  });

  test('takes the steps of a transaction for a signer', async () => {
    const content = Buffer.from(onePagePdf('Contrato')).toString('base64');
    const { transactionId, steps } = answered(
      await integrator.POST('/v1/transactions', {
        body: {
          policy: { profile: 'CUSTOM', customSteps: ['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'] },
          signer: { name: 'Maria da Silva', cpf: '52998224725', email: 'maria@exemplo.com.br' },
          document: { content },
        },
      }),
    );
    const [click, challenge, code] = steps.map(({ stepId }) => ({ transactionId, stepId }));
    assert.ok(click !== undefined && challenge !== undefined && code !== undefined);
    const complete = async (
      path: typeof click,
      body: Schemas['CompleteAcceptance'] | Schemas['CompleteCode'],
    ) =>
      answered(
        await integrator.POST('/v1/transactions/{transactionId}/steps/{stepId}/complete', {
          params: { path },
          body,
        }),
      );
    await complete(click, { accepted: true, textVersion: '2026-11' });
    const started = answered(
      await integrator.POST('/v1/transactions/{transactionId}/steps/{stepId}/start', {
        params: { path: challenge },
      }),
    );
    const entered = await complete(code, { code: started.otpCode ?? '' });
    assert.equal(entered.result?.otp?.channel, 'email');
    const finalized = await integrator.POST('/v1/transactions/{transactionId}/finalize', {
      params: { path: { transactionId } },
    });
    assert.equal(answered(finalized).status, 'COMPLETED');
  });

  test('registers a webhook, and tells deliveries apart by their type', async () => {
    const webhook = answered(
      await integrator.POST('/v1/webhooks', {
        body: { url: 'https://hooks.example/in', events: ['SIGNING_SESSION.COMPLETED', 'QUOTA.WARNING'] },
      }),
    );
    assert.ok(webhook.secret.length > 20);
    assert.equal(answered(await integrator.GET('/v1/webhooks')).webhooks[0]?.webhookId, webhook.webhookId);

    const told = (delivery: Delivery): string => {
      if (delivery.eventType === 'SIGNING_SESSION.COMPLETED') return delivery.data.evidenceId;
      if (delivery.eventType === 'QUOTA.WARNING') return delivery.data.dimension;
      return delivery.tenantId;
    };
    const delivery: Delivery = JSON.parse(JSON.stringify(EXAMPLES.events['SIGNING_SESSION.COMPLETED']));
    assert.match(told(delivery), /^ev_/);
  });

  test('is told what was wrong, and where', async () => {
    const { error } = await integrator.POST('/v1/webhooks', {
      // @ts-expect-error -- no such event type
      body: { url: 'https://hooks.example/in', events: ['SIGNING_SESSION.SIGNED'] },
    });
    assert.equal(error?.status, 400);
    assert.equal(error.errors?.[0]?.pointer, '/events/0');
  });
});
