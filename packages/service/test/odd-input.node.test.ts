import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openTestService, sessionRequest, type TestService } from './support/test-service.ts';

let service: TestService;
let token: string;
before(async () => {
  service = await openTestService({ pages: { site: '/nowhere', widget: '/nowhere' } });
  token = await service.token();
});
after(async () => {
  assert.deepEqual(service.errors, [], 'nothing was unforeseen');
  await service.close();
});

/** Percent-encoded: NUL, an escape, a lone surrogate, half a character, another alphabet, too long. */
const ODD_IDS = ['a%00b', '%1b', '%ed%a0%80', '%c3', '%D0%B6', 'a%20b', "'--", 'x'.repeat(101), '%zz'];

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

describe('ids that were never issued', () => {
  test('are unknown in every address', async () => {
    for (const id of ODD_IDS) {
      for (const address of [
        `/v1/signing-sessions/${id}`,
        `/v1/signing-sessions/${id}/status`,
        `/v1/signing-sessions/${id}/events`,
        `/v1/transactions/${id}/evidence`,
        `/v1/transactions/${id}/download`,
        `/v1/verify/${id}`,
        `/v1/verify/${id}/downloads`,
        `/v1/documents/${id}?key=key_1&expires=1&signature=x`,
      ]) {
        const { status, body } = await service.call(address, { as: token });
        assert.deepEqual([status, body.type], [404, 'not-found'], address);
      }
      const advance = `/v1/signing-sessions/${id}/advance`;
      assert.equal((await service.call(advance, { as: token, json: { action: 'accept' } })).status, 404, id);
      for (const kind of ['envelopes', 'document-groups']) {
        const stamp = `/v1/${kind}/${id}/combined-stamp`;
        assert.equal((await service.call(stamp, { method: 'POST', as: token })).status, 404, stamp);
      }
      const page = await service.call(`/s/${id}`);
      assert.equal(page.status, 503, 'the page of an unknown session, which is not built here');
    }
  });

  test('open nothing as the key of a presigned address', async () => {
    for (const id of ODD_IDS.slice(0, -1)) {
      const { status } = await service.call(`/v1/documents/doc_1?key=${id}&expires=1&signature=x`);
      assert.equal(status, 403, id);
    }
  });

  test('open nothing as the key of a token', async () => {
    for (const kid of ['a\0b', '\ud800', 'x'.repeat(200), 7, null, ['key_1'], { key: 1 }]) {
      const credential = `${base64url(JSON.stringify({ alg: 'HS256', kid }))}.e30.x`;
      for (const as of [credential, `ss_secret_${credential}`]) {
        assert.equal(
          (await service.call('/v1/signing-sessions/ss_1', { as })).status,
          401,
          JSON.stringify(kid),
        );
      }
    }
  });

  test('are no clients', async () => {
    for (const id of ['a\0b', '\u001b', 'ж', "'--"]) {
      const form = { grant_type: 'client_credentials', client_id: id, client_secret: 'a\0b' };
      const { status } = await service.call('/oauth2/token', { form });
      assert.ok(status === 400 || status === 401, `${id}: ${status}`);
    }
  });

  test('are no places in a list', async () => {
    const time = '2026-11-20T14:58:03.500Z';
    for (const cursor of [
      `${time} a\0b`,
      `${time} ж`,
      `${time} `,
      '0000-01-01T00:00:00Z ss_1',
      '-100000-01-01T00:00:00Z ss_1',
      '+200000-01-01T00:00:00Z ss_1',
    ]) {
      const { status } = await service.call(`/v1/signing-sessions?cursor=${base64url(cursor)}`, {
        as: token,
      });
      assert.equal(status, 400, cursor);
    }
  });
});

describe('text that cannot be kept', () => {
  test('is refused in what the signer sends, and the session goes on', async () => {
    const session = await service.create();
    for (const broken of ['a\0b', '\ud800', '\u001b[0m']) {
      for (const changes of [
        { textVersion: broken },
        { documentView: { pagesViewed: 1, pages: 1, notices: [broken] } },
      ]) {
        assert.equal((await service.accept(session, changes)).status, 400, JSON.stringify(changes));
      }
    }
    const documentView = { pagesViewed: 1, pages: 1, notices: ['javascript-ignored'] };
    assert.equal((await service.accept(session, { documentView })).status, 200);
  });

  test('is refused in what the integrator sends', async () => {
    for (const broken of ['\0', '\ud800']) {
      for (const changes of [
        { returnUrl: `https://shop.example/${broken}` },
        { cancelUrl: `https://shop.example/?x=${broken}` },
        { appearance: { logoUrl: `https://shop.example/${broken}` } },
        { appearance: { fontFamily: `a${broken}b` } },
        { metadata: { order: broken } },
        { metadata: { [broken]: 'order' } },
        { signer: { name: `a${broken}b`, cpf: '52998224725' } },
        { signer: { name: 'Maria', cpf: '52998224725', userExternalId: `a${broken}b` } },
        { signer: { name: 'Maria', cpf: '52998224725', email: `a${broken}@example.com` } },
        { owner: { email: 'owner@example.com', name: `a${broken}b` } },
      ]) {
        const json = sessionRequest(changes);
        const { status } = await service.call('/v1/signing-sessions', { as: token, json });
        assert.equal(status, 400, JSON.stringify(changes));
      }
    }
  });
});
