import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { readRevocationList } from '@sign-session/verify';
import { openTestService, PUBLIC_URL, START, type TestService } from '../support/test-service.ts';

const LIST = `/v1/verify/revocation-list?address=${encodeURIComponent(`${PUBLIC_URL}/pki/test-signers.crl`)}`;

describe('what a device needs to verify by itself', () => {
  let service: TestService;
  before(async () => {
    service = await openTestService();
  });
  after(() => service.close());

  const subjects = async (): Promise<string[]> => {
    const { body } = await service.call('/v1/verify/trust-anchors');
    return body.certificates.map((der: string) => new X509Certificate(Buffer.from(der, 'base64')).subject);
  };

  it('are the roots and the time, for anybody from any origin', async () => {
    const { status, body, headers } = await service.call('/v1/verify/trust-anchors');
    assert.deepEqual([status, headers.get('Access-Control-Allow-Origin')], [200, '*']);
    assert.ok(Math.abs(Date.parse(body.time) - START.getTime()) < 60_000, body.time);
    const [root] = await subjects();
    assert.match(root ?? '', /Sign Session LOCAL TEST Root CA/);
  });

  it('are the test authority’s root and list once it has issued certificates', async () => {
    assert.equal((await service.call(LIST)).status, 404);
    assert.equal((await service.call('/_local/certificates')).status, 200);
    assert.equal((await subjects()).length, 2);
    const answer = await service.fetch(new Request(PUBLIC_URL + LIST));
    assert.equal(answer.headers.get('Content-Type'), 'application/pkix-crl');
    assert.ok(readRevocationList(new Uint8Array(await answer.arrayBuffer())).nextUpdate !== undefined);
  });

  it('are no lists that the service would have to fetch', async () => {
    const elsewhere = encodeURIComponent('http://lists.example/ca.crl');
    assert.equal((await service.call(`/v1/verify/revocation-list?address=${elsewhere}`)).status, 404);
    assert.equal((await service.call('/v1/verify/revocation-list?address=nowhere')).status, 400);
    assert.equal((await service.call('/v1/verify/revocation-list')).status, 400);
  });
});
