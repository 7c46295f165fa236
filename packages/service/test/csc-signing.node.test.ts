import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { readCertificatePem } from '@sign-session/certificates';
import { checkPreparation } from '../../../src/certificate/signing/prepared-signature.ts';
import type { FaultyResource, PscFault } from '../../local/src/providers/faults.ts';
import { acceptAll, batchOf, documentsOf, untilEnded } from './support/batches.ts';
import { MARIA, openHolderAuthority } from './support/certificate-holders.ts';
import { CERTIFICATE } from './support/certificate-signers.ts';
import { CloudBrowser, CloudSigners } from './support/cloud-signers.ts';
import { qpdfStatus, signaturesIn, opensslAccepts } from './support/pdf-checks.ts';
import {
  openTestService,
  type Answer,
  type CreatedSession,
  type TestService,
} from './support/test-service.ts';

let service: TestService;
let signers: CloudSigners;
before(async () => {
  service = await openTestService();
  signers = new CloudSigners(service);
});
beforeEach(() => service.call('/_local/cloud-faults', { method: 'DELETE' }));
after(() => service.close());

const fault = (resource: FaultyResource, kind: PscFault) =>
  service.call('/_local/cloud-faults', { method: 'PUT', json: { providerId: 'csc', resource, fault: kind } });

const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));

const status = (kind: string) => ({ providerId: 'csc', status: kind });
const failed = (error: string) => ({ ...status('failed'), error });

async function identified(changes: Readonly<Record<string, unknown>> = {}): Promise<CreatedSession> {
  const session = await signers.accepted(changes);
  await signers.authorized(session, 'approve', 'csc');
  return session;
}

async function prepared(session: CreatedSession, position?: number): Promise<Answer> {
  const answer = await signers.prepareCloud(session, position);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer;
}

/** Signed up to the second authorisation, which was given. */
async function confirmed(): Promise<{ session: CreatedSession; first: Answer }> {
  const session = await identified();
  const first = await prepared(session);
  await signers.confirmed(session);
  return { session, first };
}

const openOf = async (session: CreatedSession) =>
  (await documentsOf(service, session)).filter(({ signed }) => !signed);

async function assertNothingSigned(session: CreatedSession): Promise<void> {
  const view = await service.view(session);
  assert.equal(view.status, 'ACTIVE');
  assert.equal(view.steps.at(-1).attempts, 0, 'no attempt is counted');
}

async function signsElsewhere(session: CreatedSession): Promise<void> {
  await signers.authorized(session, 'approve', 'neoid');
  const { body } = await signers.completeCloud(session, await prepared(session));
  assert.equal(body.status, 'COMPLETED');
}

describe('signing where the hashes are authorised', () => {
  for (const provider of ['csc', 'csc-2-0']) {
    test(`makes a signature by ${provider} that all verifiers accept`, async () => {
      const session = await signers.accepted();
      const page = await signers.authorized(session, 'approve', provider);
      assert.match(await page.text(), /Certificado encontrado/);
      await prepared(session);
      assert.match(await (await signers.confirmed(session)).text(), /Autorização recebida/);
      const again = await prepared(session);
      const { body } = await signers.completeCloud(session, again);
      assert.equal(body.status, 'COMPLETED', [JSON.stringify(body), ...service.errors].join('\n'));
      const pdf = await signers.signedPdf(session);
      assert.ok(opensslAccepts(pdf));
      assert.deepEqual(signaturesIn(pdf), [
        { validation: 'Signature is Valid.', wholeDocument: true, type: 'ETSI.CAdES.detached' },
      ]);
      assert.equal(qpdfStatus(pdf), 0);
    });
  }

  test('says on the way where it is', async () => {
    const session = await signers.accepted();
    const { body } = await signers.authorize(session, 'csc');
    assert.deepEqual(await signers.authorization(session), status('pending'));
    const browser = new CloudBrowser(service);
    await browser.open(await browser.decide(body.authorizationUrl, 'approve'));
    assert.deepEqual(await signers.authorization(session), status('identified'));
    await prepared(session);
    assert.deepEqual(await signers.authorization(session), status('identified'));
    const second = await signers.confirm(session);
    assert.deepEqual(await signers.authorization(session), status('pending'));
    await browser.open(await browser.decide(second.body.authorizationUrl, 'approve'));
    assert.deepEqual(await signers.authorization(session), status('authorized'));
  });

  test('keeps what was prepared and checked, to the last byte', async () => {
    const { session, first } = await confirmed();
    const { body } = await prepared(session);
    const { signatureRequestId, dataToSign, appended, byteRange } = first.body;
    assert.deepEqual(
      [body.signatureRequestId, body.dataToSign, body.appended, body.byteRange],
      [signatureRequestId, dataToSign, appended, byteRange],
    );
    const { document } = await service.view(session);
    await checkPreparation(
      { ...body, dataToSign: bytes(dataToSign), appended: bytes(appended) },
      {
        shown: await signers.bytesAt(document.presignedUrl),
        base: await signers.bytesAt(body.baseUrl),
        certificate: readCertificatePem(body.certificateChainPems[0]),
      },
    );
  });

  test('takes its steps in their order', async () => {
    const session = await identified();
    assert.equal(
      (await signers.confirm(session)).status,
      200,
      'the code is not exchanged yet: nothing is asked for',
    );
    const first = await prepared(session);
    assert.equal((await signers.completeCloud(session, first)).status, 409);
    await signers.confirmed(session);
    assert.equal((await signers.completeCloud(session, await prepared(session))).body.status, 'COMPLETED');
  });

  test('has nothing to confirm where one authorisation is enough', async () => {
    const session = await signers.accepted();
    await signers.authorized(session, 'approve', 'vidaas');
    await prepared(session);
    assert.equal((await signers.confirm(session)).status, 409);
  });

  test('keeps its secrets sealed, and drops them with their use', async () => {
    const session = await identified();
    const row = async () => {
      const text = 'SELECT * FROM cloud_authorizations WHERE session_id = $1';
      return (await service.database.query(text, [session.sessionId]))[0];
    };
    await prepared(session);
    const { body } = await signers.confirm(session);
    const browser = new CloudBrowser(service);
    const callback = await browser.decide(body.authorizationUrl, 'approve');
    const { state = '', code = '' } = Object.fromEntries(new URL(callback).searchParams);
    for (const secret of [state, code]) assert.doesNotMatch(JSON.stringify(await row()), new RegExp(secret));
    await browser.open(callback);
    const again = await prepared(session);
    await fault('signature', 'down');
    await signers.completeCloud(session, again);
    assert.equal((await row())?.['sealed'], null);
    assert.doesNotMatch(service.log.join('\n') + service.errors.join('\n'), new RegExp(`${state}|${code}`));
  });

  test('tells the provider neither who signs nor what, by the address', async () => {
    const session = await identified();
    await prepared(session);
    const { body } = await signers.confirm(session);
    const started = await new CloudBrowser(service).open(body.authorizationUrl);
    const address = new URL(started.headers.get('Location') ?? '');
    assert.deepEqual(Array.from(address.searchParams.keys()), ['client_id', 'request_uri']);
  });

  test('leads the window of the first visit on to the second, whoever cut it off from the page', async () => {
    const session = await signers.accepted();
    const browser = new CloudBrowser(service);
    const { body } = await signers.authorize(session, 'csc-2-0');
    const back = await browser.open(await browser.decide(body.authorizationUrl, 'approve'));
    const [, path = ''] = /http-equiv="refresh"\s+content="1;url=([^"]+)"/.exec(await back.text()) ?? [];
    const next = path.replaceAll('&amp;', '&');
    assert.match(await (await browser.open(next)).text(), /http-equiv="refresh"/);
    await prepared(session);
    await signers.confirm(session);
    const on = await browser.open(next);
    assert.equal(on.status, 303);
    assert.match(on.headers.get('Location') ?? '', /[?&]scope=credential&/);
    assert.equal((await new CloudBrowser(service).open(next)).status, 410, 'another browser');
    assert.match(
      await (await browser.open(await browser.decide(next, 'approve'))).text(),
      /Autorização recebida/,
    );
    const { body: done } = await signers.completeCloud(session, await prepared(session));
    assert.equal(done.status, 'COMPLETED');
    assert.equal((await browser.open(next)).status, 410);
  });

  test('leads it nowhere after the signer gave up, or went on in another window', async () => {
    const session = await signers.accepted();
    const browser = new CloudBrowser(service);
    const { body } = await signers.authorize(session, 'csc');
    const back = await browser.open(await browser.decide(body.authorizationUrl, 'approve'));
    const [, way = ''] = /way=([0-9a-f]+)/.exec(await back.text()) ?? [];
    const next = `/cloud/callback/next?way=${way}&lang=en`;
    await prepared(session);
    const second = await signers.confirm(session);
    await new CloudBrowser(service).open(second.body.authorizationUrl);
    assert.equal((await browser.open(next)).status, 410);
    await service.act(session, { action: 'cancel_cloud_signing' });
    assert.equal((await browser.open(next)).status, 410);
  });

  test('leads back to the step, both times', async () => {
    const session = await signers.accepted();
    const browser = new CloudBrowser(service);
    const { body } = await signers.authorize(session, 'csc', session.url);
    const back = await browser.open(await browser.decide(body.authorizationUrl, 'approve'));
    assert.match(back.headers.get('Location') ?? '', new RegExp(`^${session.url}\\?`));
    await prepared(session);
    const second = await signers.confirm(session, session.url);
    const again = await browser.open(await browser.decide(second.body.authorizationUrl, 'approve'));
    assert.match(again.headers.get('Location') ?? '', new RegExp(`^${session.url}\\?`));
    assert.equal((await signers.confirm(session, 'https://evil.example/')).status, 400);
  });
});

describe('a batch whose hashes are authorised', () => {
  const titles = ['Contrato', 'Anexo I', 'Anexo II'];

  async function accepted(): Promise<CreatedSession> {
    const session = await service.create({ ...CERTIFICATE, ...batchOf(titles) });
    assert.equal((await acceptAll(service, session)).status, 200);
    await signers.authorized(session, 'approve', 'csc');
    return session;
  }

  test('is signed by one authorisation for all documents', async () => {
    const session = await accepted();
    await prepared(session, 1);
    assert.equal((await signers.confirm(session)).status, 409, 'not all are prepared');
    for (const position of [2, 3]) await prepared(session, position);
    await signers.confirmed(session);
    const all = [];
    for (const position of [1, 2, 3]) all.push({ position, answer: await prepared(session, position) });
    for (const { position, answer } of all)
      assert.equal((await signers.completeCloud(session, answer, position)).status, 200);
    assert.equal((await untilEnded(service, session)).status, 'COMPLETED');
    for (const { downloadUrl } of await documentsOf(service, session))
      assert.deepEqual(
        signaturesIn(await signers.bytesAt(downloadUrl)).map(({ validation }) => validation),
        ['Signature is Valid.'],
      );
  });

  test('is told before it starts that a certificate signs one at a time', async () => {
    const session = await accepted();
    await fault('certificate-discovery', 'single');
    assert.equal((await prepared(session, 1)).body.signatureRequestId, undefined);
    assert.deepEqual(await signers.authorization(session), failed('too-many-documents'));
    await assertNothingSigned(session);
  });

  for (const kind of ['too-few', 'other-order', 'lie'] as const) {
    test(`keeps nothing of signatures that are wrong: ${kind}`, async () => {
      const session = await accepted();
      for (const position of [1, 2, 3]) await prepared(session, position);
      await signers.confirmed(session);
      const first = await prepared(session, 1);
      await fault('signature', kind);
      await signers.completeCloud(session, first, 1);
      assert.deepEqual(await signers.authorization(session), failed('invalid-answer'));
      assert.equal((await openOf(session)).length, 3);
    });
  }
});

describe('a certificate that is authorised by its hashes, and comes to nothing', () => {
  test('was denied, the first or the second time', async () => {
    const session = await signers.accepted();
    await signers.authorized(session, 'deny', 'csc');
    assert.deepEqual(await signers.authorization(session), failed('denied'));
    await signers.authorized(session, 'approve', 'csc');
    await prepared(session);
    await signers.confirmed(session, 'deny');
    assert.deepEqual(await signers.authorization(session), failed('denied'));
    await assertNothingSigned(session);
    await signsElsewhere(session);
  });

  test('is somebody else’s', async () => {
    const session = await signers.accepted();
    await signers.authorized(session, 'other-holder', 'csc');
    await prepared(session);
    assert.deepEqual(await signers.authorization(session), failed('wrong-holder'));
    await assertNothingSigned(session);
  });

  test('would need a PIN that this service does not ask for', async () => {
    const session = await identified();
    await fault('certificate-discovery', 'pin');
    await prepared(session);
    assert.deepEqual(await signers.authorization(session), failed('not-supported'));
    await assertNothingSigned(session);
  });

  for (const kind of ['down', 'html', 'lie'] as const) {
    test(`is at a provider that can’t be reached by “${kind}”, told before anybody goes there`, async () => {
      const again = await service.restart();
      const fresh = new CloudSigners(again);
      const session = await fresh.accepted();
      await again.call('/_local/cloud-faults', {
        method: 'PUT',
        json: { providerId: 'csc', resource: 'user-discovery', fault: kind },
      });
      const { status: code, body } = await fresh.authorize(session, 'csc');
      assert.deepEqual([code, body.authorizationUrl], [200, undefined]);
      assert.deepEqual(await fresh.authorization(session), failed('provider-unavailable'));
    });
  }

  for (const [kind, error] of [
    ['down', 'provider-unavailable'],
    ['html', 'invalid-answer'],
    ['expired', 'expired'],
  ] as const) {
    test(`met a provider whose signature fails by “${kind}”, and leaves other ways`, async () => {
      const { session } = await confirmed();
      const again = await prepared(session);
      await fault('signature', kind);
      assert.equal((await signers.completeCloud(session, again)).status, 200);
      assert.deepEqual(await signers.authorization(session), failed(error));
      await assertNothingSigned(session);
      await signsElsewhere(session);
    });
  }

  test('was authorised for what another certificate took the place of', async () => {
    const { session } = await confirmed();
    const holder = await (await openHolderAuthority()).issue(MARIA);
    await signers.prepare(session, holder);
    assert.equal((await prepared(session)).body.signatureRequestId, undefined);
    assert.deepEqual(await signers.authorization(session), failed('expired'));
    assert.equal((await service.view(session)).status, 'ACTIVE');
  });

  test('was authorised too long ago', async () => {
    const session = await identified();
    await prepared(session);
    service.clock.advance(6 * 60_000);
    assert.deepEqual(await signers.authorization(session), failed('expired'));
    const { status: code, body } = await signers.confirm(session);
    assert.deepEqual([code, body.authorizationUrl], [200, undefined]);
  });

  test('comes back to a session that has ended, and signs nothing', async () => {
    const session = await identified();
    await prepared(session);
    const { body } = await signers.confirm(session);
    const browser = new CloudBrowser(service);
    const callback = await browser.decide(body.authorizationUrl, 'approve');
    const path = `/v1/signing-sessions/${session.sessionId}/cancel`;
    await service.call(path, { as: session.clientSecret, json: {} });
    assert.equal((await browser.open(callback)).status, 200);
    assert.equal((await signers.prepareCloud(session)).status, 410);
  });
});
