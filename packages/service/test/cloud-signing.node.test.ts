import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { readCertificatePem } from '@sign-session/certificates';
import { checkPreparation } from '../../../src/certificate/signing/prepared-signature.ts';
import type { FaultyResource, PscFault } from '../../local/src/providers/faults.ts';
import { CloudBrowser, CloudSigners } from './support/cloud-signers.ts';
import { qpdfStatus, signaturesIn, opensslAccepts } from './support/pdf-checks.ts';
import { openTestService, type CreatedSession, type TestService } from './support/test-service.ts';

let service: TestService;
let signers: CloudSigners;
before(async () => {
  service = await openTestService();
  signers = new CloudSigners(service);
});
beforeEach(async () => {
  for (const resource of ['user-discovery', 'token', 'certificate-discovery', 'signature'] as const)
    await fault(resource, null);
});
after(() => service.close());

const fault = (resource: FaultyResource, kind: PscFault | null, providerId = 'vidaas') =>
  service.call('/_local/cloud-faults', { method: 'PUT', json: { providerId, resource, fault: kind } });

const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));

const failed = (error: string) => ({ providerId: 'vidaas', status: 'failed', error });

async function assertNothingSigned(session: CreatedSession): Promise<void> {
  const { status, steps } = await service.view(session);
  assert.equal(status, 'ACTIVE');
  assert.equal(steps.at(-1).attempts, 0, 'no attempt is counted');
}

describe('signing by a certificate in the cloud', () => {
  for (const provider of ['vidaas', 'birdid', 'safeid', 'neoid', 'remoteid']) {
    test(`makes a signature by ${provider} that all verifiers accept`, async () => {
      const session = await signers.accepted();
      const page = await signers.authorized(session, 'approve', provider);
      assert.match(await page.text(), /Autorização recebida/);
      const prepared = await signers.prepareCloud(session);
      assert.equal(prepared.status, 200, JSON.stringify(prepared.body));
      const { status, body } = await signers.completeCloud(session, prepared);
      assert.equal(status, 200, [JSON.stringify(body), ...service.errors].join('\n'));
      assert.equal(body.status, 'COMPLETED');
      const pdf = await signers.signedPdf(session);
      assert.ok(opensslAccepts(pdf));
      assert.deepEqual(signaturesIn(pdf), [
        { validation: 'Signature is Valid.', wholeDocument: true, type: 'ETSI.CAdES.detached' },
      ]);
      assert.equal(qpdfStatus(pdf), 0);
    });
  }

  test('prepares what the signer’s page can check to the last byte', async () => {
    const session = await signers.accepted();
    await signers.authorized(session);
    const { body } = await signers.prepareCloud(session);
    const { document } = await service.view(session);
    await checkPreparation(
      { ...body, dataToSign: bytes(body.dataToSign), appended: bytes(body.appended) },
      {
        shown: await signers.bytesAt(document.presignedUrl),
        base: await signers.bytesAt(body.baseUrl),
        certificate: readCertificatePem(body.certificateChainPems[0]),
      },
    );
  });

  test('says on the way where it is', async () => {
    const session = await signers.accepted();
    const { cloud } = await service.view(session);
    assert.deepEqual(cloud.providers[0], { providerId: 'vidaas', name: 'VIDaaS (teste)' });
    assert.equal(cloud.authorization, undefined);
    const { body } = await signers.authorize(session);
    assert.deepEqual(await signers.authorization(session), { providerId: 'vidaas', status: 'pending' });
    const browser = new CloudBrowser(service);
    await browser.open(await browser.decide(body.authorizationUrl, 'approve'));
    assert.deepEqual(await signers.authorization(session), { providerId: 'vidaas', status: 'authorized' });
    await service.act(session, { action: 'cancel_cloud_signing' });
    assert.equal(await signers.authorization(session), undefined);
  });

  test('tells who follows the session that the signer came back', async () => {
    const session = await signers.accepted();
    const { body } = await signers.authorize(session);
    const browser = new CloudBrowser(service);
    const callback = await browser.decide(body.authorizationUrl, 'deny');
    const headers = { Authorization: `Bearer ${session.clientSecret}` };
    const url = new URL(`/v1/signing-sessions/${session.sessionId}/events`, session.url);
    const stream = await service.fetch(new Request(url, { headers }));
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    assert.match((await reader?.read())?.value ?? '', /"status":"pending"/);
    await browser.open(callback);
    assert.match((await reader?.read())?.value ?? '', /"error":"denied"/);
    await reader?.cancel();
  });

  test('keeps its secrets sealed, and drops them with their use', async () => {
    const session = await signers.accepted();
    const row = async () => {
      const [found] = await service.database.query(
        'SELECT * FROM cloud_authorizations WHERE session_id = $1',
        [session.sessionId],
      );
      return found;
    };
    const { body } = await signers.authorize(session);
    const ticket = new URL(body.authorizationUrl).searchParams.get('t') ?? 'none';
    const browser = new CloudBrowser(service);
    const callback = await browser.decide(body.authorizationUrl, 'approve');
    const { state = '', code = '' } = Object.fromEntries(new URL(callback).searchParams);
    for (const secret of [ticket, state, code])
      assert.doesNotMatch(JSON.stringify(await row()), new RegExp(secret));
    await browser.open(callback);
    assert.equal((await row())?.['state_hash'], null);
    const prepared = await signers.prepareCloud(session);
    assert.notEqual((await row())?.['sealed'], null);
    await fault('signature', 'down');
    const { body: answer } = await signers.completeCloud(session, prepared);
    assert.equal((await row())?.['sealed'], null);
    assert.doesNotMatch(JSON.stringify([prepared.body, answer]), /access_token|"token"/);
    assert.doesNotMatch(
      service.log.join('\n') + service.errors.join('\n'),
      new RegExp(`${ticket}|${state}|${code}`),
    );
    const stored = JSON.stringify(await service.database.query('SELECT * FROM idempotency_keys'));
    assert.doesNotMatch(stored, new RegExp(ticket));
  });

  test('signs nothing when the provider forgot its token on the way', async () => {
    const session = await signers.accepted();
    await signers.authorized(session);
    const prepared = await signers.prepareCloud(session);
    const again = await service.restart();
    // The test provider's tokens end with its process, as that of a provider that was restarted would.
    await new CloudSigners(again).completeCloud(session, prepared);
    assert.deepEqual(await signers.authorization(session), failed('expired'));
    await assertNothingSigned(session);
  });

  test('signs once, whoever asks how often', async () => {
    const session = await signers.accepted();
    await signers.authorized(session);
    const prepared = await signers.prepareCloud(session);
    const { signatureRequestId } = prepared.body;
    const action = { action: 'complete_cloud_signing', signatureRequestId };
    const first = await service.act(session, action, { key: 'k' });
    const second = await service.act(session, action, { key: 'k' });
    assert.deepEqual([first.body.status, second.body.evidenceId], ['COMPLETED', first.body.evidenceId]);
  });
});

describe('the way to the provider and back', () => {
  test('opens once, and in one browser', async () => {
    const session = await signers.accepted();
    const { body } = await signers.authorize(session);
    const browser = new CloudBrowser(service);
    const callback = await browser.decide(body.authorizationUrl, 'approve');
    const again = await new CloudBrowser(service).open(body.authorizationUrl);
    assert.equal(again.status, 410);
    const elsewhere = await new CloudBrowser(service).open(callback);
    assert.equal(elsewhere.status, 410);
    assert.deepEqual(await signers.authorization(session), { providerId: 'vidaas', status: 'pending' });
    const first = await browser.open(callback);
    assert.equal(first.status, 200);
    const reloaded = await browser.open(callback);
    assert.deepEqual([reloaded.status, await reloaded.text()], [200, await first.text()]);
    assert.equal((await new CloudBrowser(service).open(callback)).status, 410);
  });

  test('costs nothing where a program looks at the links first', async () => {
    const session = await signers.accepted();
    const { body } = await signers.authorize(session);
    const browser = new CloudBrowser(service);
    const looked = await browser.open(body.authorizationUrl, { method: 'HEAD' });
    assert.deepEqual([looked.status, looked.headers.getSetCookie()], [200, []]);
    const callback = await browser.decide(body.authorizationUrl, 'approve');
    assert.equal((await browser.open(callback, { method: 'HEAD' })).status, 200);
    assert.deepEqual(await signers.authorization(session), { providerId: 'vidaas', status: 'pending' });
    assert.match(await (await browser.open(callback)).text(), /Autorização recebida|Authorisation received/);
  });

  test('says again that nothing was signed, where the page is loaded again', async () => {
    const session = await signers.accepted();
    const { body } = await signers.authorize(session);
    const browser = new CloudBrowser(service);
    const callback = await browser.decide(body.authorizationUrl, 'deny');
    const texts = await Promise.all(
      [await browser.open(callback), await browser.open(callback)].map(page => page.text()),
    );
    assert.equal(texts[0], texts[1]);
  });

  test('belongs to the newest authorisation, and ends with its time', async () => {
    const session = await signers.accepted();
    const first = await signers.authorize(session);
    const browser = new CloudBrowser(service);
    const callback = await browser.decide(first.body.authorizationUrl, 'approve');
    const second = await signers.authorize(session);
    assert.equal((await browser.open(callback)).status, 410);
    const late = await browser.decide(second.body.authorizationUrl, 'approve');
    service.clock.advance(11 * 60_000);
    assert.equal((await browser.open(late)).status, 410);
    assert.deepEqual(await signers.authorization(session), failed('timed-out'));
  });

  test('ignores a state that nobody was given', async () => {
    for (const state of ['NONE', '', 'x']) {
      const answer = await new CloudBrowser(service).open(`/cloud/callback?code=x&state=${state}`);
      assert.equal(answer.status, 410);
    }
  });

  test('leads back to the hosted page by a code that opens it once', async () => {
    const session = await signers.accepted();
    const { body } = await signers.authorize(session, 'vidaas', `${session.url}?x=1`);
    const browser = new CloudBrowser(service);
    const back = await browser.open(await browser.decide(body.authorizationUrl, 'approve'));
    assert.equal(back.status, 303);
    const address = new URL(back.headers.get('Location') ?? '');
    assert.equal(address.origin + address.pathname, session.url);
    const code = address.searchParams.get('h');
    const exchanged = await service.call('/v1/handover', { json: { code } });
    const { clientSecret } = exchanged.body;
    const view = await service.view({ ...session, clientSecret });
    assert.equal(view.cloud.authorization.status, 'authorized');
  });

  test('leads back to pages of the integrator, and to no other', async () => {
    const session = await signers.accepted({ returnUrl: 'https://shop.example/done' });
    const there = 'https://shop.example/sign/7';
    const { body } = await signers.authorize(session, 'vidaas', there);
    const browser = new CloudBrowser(service);
    const back = await browser.open(await browser.decide(body.authorizationUrl, 'deny'));
    assert.equal(back.headers.get('Location'), there);
    const { status } = await signers.authorize(session, 'vidaas', 'https://shop.example.evil.example/');
    assert.equal(status, 400);
    assert.equal((await signers.authorize(session, 'constructor')).status, 400);
  });

  test('comes back to a session that has ended, and signs nothing', async () => {
    const session = await signers.accepted();
    const { body } = await signers.authorize(session, 'vidaas', session.url);
    const browser = new CloudBrowser(service);
    const callback = await browser.decide(body.authorizationUrl, 'approve');
    const path = `/v1/signing-sessions/${session.sessionId}/cancel`;
    await service.call(path, { as: session.clientSecret, json: {} });
    assert.equal((await browser.open(callback)).status, 200);
    assert.equal((await signers.prepareCloud(session)).status, 410);
  });

  test('shows the signer’s CPF to their browser and provider only', async () => {
    const session = await signers.accepted();
    const { body } = await signers.authorize(session);
    assert.doesNotMatch(JSON.stringify(body), /52998224725/);
    const started = await new CloudBrowser(service).open(body.authorizationUrl);
    assert.equal(
      new URL(started.headers.get('Location') ?? '').searchParams.get('login_hint'),
      '52998224725',
    );
    assert.match(started.headers.get('Set-Cookie') ?? '', /HttpOnly; SameSite=Lax/);
    assert.equal(started.headers.get('Referrer-Policy'), 'no-referrer');
  });
});

describe('an authorisation that comes to nothing', () => {
  test('was denied', async () => {
    const session = await signers.accepted();
    assert.match(await (await signers.authorized(session, 'deny')).text(), /Nada foi assinado/);
    assert.deepEqual(await signers.authorization(session), failed('denied'));
    await assertNothingSigned(session);
  });

  test('was given by somebody else', async () => {
    const session = await signers.accepted();
    await signers.authorized(session, 'other-holder');
    assert.equal((await signers.prepareCloud(session)).status, 200);
    assert.deepEqual(await signers.authorization(session), failed('wrong-holder'));
    await assertNothingSigned(session);
  });

  test('was given too long ago', async () => {
    const session = await signers.accepted();
    await signers.authorized(session);
    service.clock.advance(6 * 60_000);
    assert.deepEqual(await signers.authorization(session), failed('expired'));
    assert.equal((await signers.prepareCloud(session)).body.signatureRequestId, undefined);
  });

  const failures: readonly (readonly [FaultyResource, PscFault, string])[] = [
    ['token', 'down', 'provider-unavailable'],
    ['token', 'too-many', 'too-many'],
    ['token', 'expired', 'expired'],
    ['token', 'lie', 'wrong-holder'],
    ['certificate-discovery', 'html', 'provider-unavailable'],
    ['certificate-discovery', 'lie', 'wrong-holder'],
  ];
  for (const [resource, kind, error] of failures) {
    test(`met a provider whose ${resource} fails by “${kind}”`, async () => {
      const session = await signers.accepted();
      await signers.authorized(session);
      await fault(resource, kind);
      assert.equal((await signers.prepareCloud(session)).body.signatureRequestId, undefined);
      assert.deepEqual(await signers.authorization(session), failed(error));
      await assertNothingSigned(session);
    });
  }

  for (const [kind, error] of [
    ['down', 'provider-unavailable'],
    ['lie', 'invalid-answer'],
    ['too-few', 'invalid-answer'],
    ['html', 'invalid-answer'],
    ['expired', 'expired'],
  ] as const) {
    test(`met a provider whose signature fails by “${kind}”, and leaves other ways`, async () => {
      const session = await signers.accepted();
      await signers.authorized(session);
      const prepared = await signers.prepareCloud(session);
      await fault('signature', kind);
      assert.equal((await signers.completeCloud(session, prepared)).status, 200);
      assert.deepEqual(await signers.authorization(session), failed(error));
      await assertNothingSigned(session);
      await signers.authorized(session, 'approve', 'neoid');
      const second = await signers.completeCloud(session, await signers.prepareCloud(session));
      assert.equal(second.body.status, 'COMPLETED');
    });
  }
});

describe('finding the signer’s provider', () => {
  test('tells all, and waits for nobody that is down', async () => {
    const session = await signers.accepted();
    await fault('user-discovery', 'down', 'birdid');
    await fault('user-discovery', 'lie', 'safeid');
    const path = `/v1/signing-sessions/${session.sessionId}/cloud-providers`;
    const { status, body } = await service.call(path, { method: 'POST', as: session.clientSecret });
    assert.equal(status, 200);
    const found = body.providers.map((each: { certificate: string }) => each.certificate);
    assert.deepEqual(found, ['found', 'unavailable', 'not-found', 'found', 'found', 'unknown', 'unknown']);
    await fault('user-discovery', null, 'birdid');
    await fault('user-discovery', null, 'safeid');
  });

  test('is for the step of the certificate', async () => {
    const session = await service.create();
    const path = `/v1/signing-sessions/${session.sessionId}/cloud-providers`;
    assert.equal((await service.call(path, { method: 'POST', as: session.clientSecret })).status, 409);
    assert.equal((await service.call(path, { method: 'POST' })).status, 401);
  });

  test('is not offered outside local mode without providers', async () => {
    const session = await signers.accepted();
    const plain = await service.restart({ local: undefined });
    assert.equal((await plain.view(session)).cloud, undefined);
    const refused = await plain.act(session, { action: 'authorize_cloud_signing', providerId: 'vidaas' });
    assert.equal(refused.status, 403);
  });
});
